import { embedServices, type playerServices } from '../embeds.ts';
import { memoize } from '../memoize.ts';
import type { Site } from '../site.ts';
import type { Connect } from './connect.ts';
import type { Directive } from './plugins.ts';

/** A service of `connect`: what pages, the Content-Security-Policy and the privacy statement need to know. */
export interface Service {
  readonly purpose: 'analytics' | 'comments' | 'newsletter' | 'video' | 'player';
  readonly name: string;
  /** Hosts that the browser talks to: `plausible.io`. */
  readonly hosts: readonly string[];
  /** When it does: with each page, after the reader's consent, on a press of a button, when a form is sent. */
  readonly begins: 'page' | 'consent' | 'press' | 'send';
  /** May it keep anything in the browser? */
  readonly cookies: boolean;
  /** URL of its privacy policy; null where none is known. */
  readonly policy: string | null;
  /** What the Content Security Policy has to allow for it: origins by directive. */
  readonly sources: Readonly<Partial<Record<Directive, readonly string[]>>>;
  /** The script that brings it; null for forms and frames. */
  readonly script: ServiceScript | null;
}

/** A script element: its address and its other attributes. */
export interface ServiceScript {
  readonly src: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** In the order: analytics, comments, newsletter, players. */
export const listServices = memoize((site: Site): readonly Service[] => {
  const { analytics, comments, newsletter, players, video } = site.connect;
  return [
    ...(analytics ? [describeAnalytics(analytics, site)] : []),
    ...(comments && isThirdParty(comments) ? [describeComments(comments, site)] : []),
    ...(newsletter ? [describeNewsletter(newsletter)] : []),
    ...(players ?? video ?? []).map(describePlayer),
  ];
});

/** The address of the page about all this; null for a site that works with no other service. */
export function privacyPath(site: Site): string | null {
  return listServices(site).length === 0 ? null : (site.connect.privacy ?? privacyStatement.path);
}

/** Is the page about it written for the owner, who wrote none? */
export function writesPrivacy(site: Site): boolean {
  return listServices(site).length > 0 && site.connect.privacy === undefined;
}

/** That page, named like the pages of the owner's own. */
export const privacyStatement = {
  path: '/privacy/',
  source: 'the privacy statement that "connect" asks for',
};

function describeAnalytics(chosen: NonNullable<Connect['analytics']>, site: Site): Service {
  const base = { purpose: 'analytics', begins: 'page', cookies: false } as const;
  switch (chosen.service) {
    case 'plausible':
      return {
        ...base,
        name: 'Plausible',
        hosts: [hostOf(chosen.host)],
        policy: 'https://plausible.io/data-policy',
        sources: { 'script-src': [chosen.host], 'connect-src': [chosen.host] },
        script: {
          src: `${chosen.host}/js/script.js`,
          attributes: { 'data-domain': chosen.domain ?? hostOf(site.url) },
        },
      };
    case 'goatcounter': {
      const own = `https://${chosen.code}.goatcounter.com`;
      return {
        ...base,
        name: 'GoatCounter',
        hosts: ['gc.zgo.at', hostOf(own)],
        policy: 'https://www.goatcounter.com/help/privacy',
        sources: { 'script-src': ['https://gc.zgo.at'], 'connect-src': [own] },
        script: { src: 'https://gc.zgo.at/count.js', attributes: { 'data-goatcounter': `${own}/count` } },
      };
    }
    case 'umami': {
      const isCloud = chosen.host === 'https://cloud.umami.is';
      const collectors = isCloud ? ['https://gateway.umami.is', 'https://api-gateway.umami.dev'] : [];
      return {
        ...base,
        name: 'Umami',
        hosts: [chosen.host, ...collectors].map(hostOf),
        policy: isCloud ? 'https://umami.is/privacy' : null,
        sources: { 'script-src': [chosen.host], 'connect-src': [chosen.host, ...collectors] },
        script: { src: `${chosen.host}/script.js`, attributes: { 'data-website-id': chosen.website } },
      };
    }
    case 'other':
      return {
        ...describeOther(chosen),
        ...base,
        begins: chosen.cookies ? 'consent' : 'page',
        cookies: chosen.cookies,
      };
  }
}

/** Languages that giscus has; with another one it shows nothing. */
const giscusLanguages = 'ar de en es fr he it ja ko nl pl pt ro ru tr uk vi'.split(' ');

type ChosenComments = NonNullable<Connect['comments']>;
type ThirdParty = Exclude<ChosenComments, { service: 'contact' | 'mail' }>;

const isThirdParty = (chosen: ChosenComments): chosen is ThirdParty =>
  chosen.service !== 'contact' && chosen.service !== 'mail';

function describeComments(chosen: ThirdParty, site: Site): Service {
  const base = { purpose: 'comments', begins: 'press' } as const;
  if (chosen.service === 'other') return { ...describeOther(chosen), ...base };
  const origin = 'https://giscus.app';
  const language = site.language.split('-')[0] ?? '';
  return {
    ...base,
    name: 'giscus',
    hosts: ['giscus.app', 'github.com'],
    cookies: true,
    policy: 'https://github.com/giscus/giscus/blob/main/PRIVACY-POLICY.md',
    sources: { 'script-src': [origin], 'style-src': [origin] },
    script: {
      src: `${origin}/client.js`,
      attributes: {
        'data-repo': chosen.repository,
        'data-repo-id': chosen.repositoryId,
        'data-category': chosen.category,
        'data-category-id': chosen.categoryId,
        'data-mapping': 'pathname',
        'data-strict': '1',
        'data-reactions-enabled': '1',
        'data-emit-metadata': '0',
        'data-input-position': 'top',
        'data-lang': language === 'zh' ? 'zh-CN' : giscusLanguages.includes(language) ? language : 'en',
        crossorigin: 'anonymous',
      },
    },
  };
}

function describeNewsletter(chosen: NonNullable<Connect['newsletter']>): Service {
  const { action } = newsletterForm(chosen);
  const names = { buttondown: 'Buttondown', listmonk: 'listmonk', other: '' } as const;
  const policies = {
    buttondown: 'https://buttondown.com/legal/privacy',
    listmonk: null,
    other: null,
  } as const;
  return {
    purpose: 'newsletter',
    name: chosen.service === 'other' ? chosen.name : names[chosen.service],
    hosts: [hostOf(action)],
    begins: 'send',
    cookies: false,
    policy: chosen.service === 'other' ? (chosen.policy ?? null) : policies[chosen.service],
    sources: { 'form-action': [new URL(action).origin] },
    script: null,
  };
}

/** The form that subscribes a reader. */
export interface NewsletterForm {
  readonly action: string;
  /** Name of the field for the reader's address. */
  readonly field: string;
  /** What else it sends. */
  readonly hidden: readonly { readonly name: string; readonly value: string }[];
}

export function newsletterForm(chosen: NonNullable<Connect['newsletter']>): NewsletterForm {
  switch (chosen.service) {
    case 'buttondown':
      return {
        action: `https://buttondown.com/api/emails/embed-subscribe/${chosen.user}`,
        field: 'email',
        hidden: [{ name: 'embed', value: '1' }],
      };
    case 'listmonk':
      return {
        action: `${chosen.host}/subscription/form`,
        field: 'email',
        hidden: [{ name: 'nonce', value: '' }, ...chosen.lists.map((value) => ({ name: 'l', value }))],
      };
    case 'other':
      return { action: chosen.action, field: chosen.field, hidden: [] };
  }
}

/** Frames may come from any secure host, so there is nothing to allow. */
function describePlayer(name: (typeof playerServices)[number]): Service {
  const { name: title = name, player = '', policy = null } = embedServices[name] ?? {};
  const purpose = name === 'youtube' || name === 'vimeo' ? 'video' : 'player';
  const hosts = [hostOf(player)];
  return { purpose, name: title, hosts, begins: 'press', cookies: true, policy, sources: {}, script: null };
}

type OtherScript = Extract<NonNullable<Connect['analytics']>, { service: 'other' }>;

function describeOther({ name, script, attributes, origins, cookies, policy }: OtherScript) {
  const own = new URL(script).origin;
  return {
    name,
    hosts: [...new Set([own, ...origins])].map(hostOf),
    cookies,
    policy: policy ?? null,
    sources: { 'script-src': [own], 'connect-src': [...new Set([own, ...origins])] },
    script: { src: script, attributes },
  };
}

const hostOf = (url: string): string => new URL(url).host;
