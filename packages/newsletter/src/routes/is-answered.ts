import type { Site } from 'agentsite/model';

/** Is there something that answers the form? */
export const isAnswered = ({ deploy, sidecar }: Pick<Site, 'deploy' | 'sidecar'>): boolean =>
  deploy === 'server' || sidecar !== undefined;

export const noSidecar =
  'newsletter: this site is published as files, so nothing would answer the form, and pages have none. Use the form of a newsletter provider, or set `sidecar`.';
