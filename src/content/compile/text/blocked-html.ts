import { contentSecurityPolicy } from '../../../core/front/security-policy.ts';
import { isLocalHost } from '../../../core/model/local-host.ts';
import type { Site } from '../../../core/model/site.ts';
import { eachTag, readAttributes } from '../../../core/text/html-tags.ts';
import { isUnseen } from '../../../core/text/plain-text.ts';

/** Markup that browsers block or hide, or a link that readers cannot open; `at` is its offset in the piece. */
export interface Blocked {
  readonly at: number;
  readonly message: string;
}

/** What of a piece of HTML the Content-Security-Policy of the site keeps from working. */
export function findBlocked(html: string, site: Site): Blocked[] {
  const found: Blocked[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    const block = (what: string, instead: string) =>
      found.push({
        at: tag.start,
        message: `${what} is blocked by the Content-Security-Policy; ${instead}.`,
      });
    if (isUnseen(html, tag)) {
      const message = `<${tag.name}> is hidden: neither readers nor programs get its words; show it, or use <details>.`;
      found.push({ at: tag.start, message });
    }
    const attributes = new Map(readAttributes(html, tag).map(({ name, value }) => [name, value]));
    if (tag.name === 'script' && runs(attributes) && !isAllowed('script-src', attributes.get('src'), site))
      block('<script>', 'put scripts into a theme or page of your own, or name the service in "connect"');
    if (tag.name === 'style') block('<style>', 'put styles into the theme, and use a class');
    if (tag.name === 'object' || tag.name === 'embed')
      block(`<${tag.name}>`, 'write a link to the file, or <video>, <audio>, <img> or <iframe>');
    for (const { names, attribute, directive, instead } of addresses) {
      const address = attributes.get(attribute);
      if (address === undefined || !names.includes(tag.name) || isAllowed(directive, address, site)) continue;
      if (tag.name !== 'link' || /\bstylesheet\b/i.test(attributes.get('rel') ?? ''))
        block(`${attribute}="${address}"`, instead);
    }
    for (const [name, value] of attributes) {
      if (name === 'style') block('style="…"', 'use a class of the theme');
      else if (/^on[a-z]+$/.test(name)) block(`${name}="…"`, 'put scripts into a theme or page of your own');
      else if (/^\s*javascript:/i.test(value)) block(`${name}="javascript:…"`, 'write an address');
    }
  });
  return found;
}

function runs(attributes: ReadonlyMap<string, string>): boolean {
  return /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i.test(
    attributes.get('type')?.trim() ?? '',
  );
}

const overHttps = 'use an address that begins with https://';
/** Attributes whose addresses the policy limits. */
const addresses: readonly {
  readonly names: readonly string[];
  readonly attribute: string;
  readonly directive: string;
  readonly instead: string;
}[] = [
  {
    names: ['form'],
    attribute: 'action',
    directive: 'form-action',
    instead: 'name its origin in "connect.forms"',
  },
  {
    names: ['button', 'input'],
    attribute: 'formaction',
    directive: 'form-action',
    instead: 'name its origin in "connect.forms"',
  },
  {
    names: ['link'],
    attribute: 'href',
    directive: 'style-src',
    instead: 'put the style sheet into the theme, with "customCss"',
  },
  { names: ['iframe'], attribute: 'src', directive: 'frame-src', instead: overHttps },
  { names: ['img'], attribute: 'src', directive: 'img-src', instead: overHttps },
  { names: ['audio', 'source', 'video'], attribute: 'src', directive: 'media-src', instead: overHttps },
];

/** Is it an address of the site, or one that a directive of the policy names by origin or scheme? */
function isAllowed(directive: string, address: string | undefined, site: Site): boolean {
  if (address === undefined) return false;
  if (!URL.canParse(address, site.url)) return true;
  const { origin, protocol } = new URL(address, site.url);
  if (origin === new URL(site.url).origin) return true;
  const sources = contentSecurityPolicy(site)
    .split('; ')
    .find((text) => text.startsWith(`${directive} `));
  return sources?.split(' ').some((source) => source === origin || source === protocol) ?? true;
}

/** What is wrong with an address that sends readers to their own machine; null for others. */
export function describeLocalAddress(address: string): string | null {
  if (!URL.canParse(address) || !/^https?:/i.test(address) || !isLocalHost(new URL(address).hostname))
    return null;
  return `"${address}" sends readers to their own machine; write it as \`code\`, or link to where the page is published.`;
}
