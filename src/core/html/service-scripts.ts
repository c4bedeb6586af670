import { listServices, type Service } from '../model/settings/services.ts';
import type { Site } from '../model/site.ts';
import { escapeHtml } from '../text/plain-text.ts';

export function renderServiceScripts(site: Site): string {
  return listServices(site)
    .filter(({ begins }) => begins === 'page')
    .map(({ script }) => {
      if (!script) return '';
      const attributes = Object.entries({ src: script.src, ...script.attributes });
      const written = attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      return `<script defer${written.join('')}></script>`;
    })
    .join('');
}

/** Data attribute from which the site's script loads a service on consent or on demand. */
export function describeScript({ script }: Service): string {
  return JSON.stringify(script);
}
