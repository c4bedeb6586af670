import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHTML } from 'entities';
import { type ExportRecord, type Lost, lostRecord } from '../model/export-model.ts';
import { decodePercent, safeUploadPath } from '../model/names.ts';

const image = /(<img\b[^>]*?\ssrc\s*=\s*)(["'])(.*?)\2/gi;
const link = /(<a\b[^>]*?\shref\s*=\s*)(["'])(.*?)\2/gi;

/** Images on the servers of a service. Those whose copies are given move to `images/`; the others are named losses. */
export class Images {
  readonly #isHosted: RegExp;
  readonly #service: string;
  /** Copies that were given, by name in lower case. */
  readonly #copies: ReadonlyMap<string, string>;
  readonly #used = new Map<string, string>();

  /** @param isHosted matches the host and path of an image @param media folder of the copies; null without one */
  constructor(service: string, isHosted: RegExp, media: string | null) {
    this.#service = service;
    this.#isHosted = isHosted;
    const entries = media === null ? [] : readdirSync(media, { recursive: true, withFileTypes: true });
    this.#copies = new Map(
      entries
        .filter((entry) => entry.isFile() && safeUploadPath(encodeURI(entry.name)) !== null)
        .map((entry) => [entry.name.toLowerCase(), join(entry.parentPath, entry.name)]),
    );
  }

  /** The HTML with the addresses of the copies. */
  place(html: string, lost: Lost[]): string {
    const shown = html.replace(image, (whole, start: string, quote: string, url: string) => {
      const address = this.addressOf(decodeHTML(url), lost);
      return address === null ? whole : `${start}${quote}${address}${quote}`;
    });
    return shown.replace(link, (whole, start: string, quote: string, url: string) => {
      const copy = this.#find(decodeHTML(url));
      return copy === null ? whole : `${start}${quote}${copy}${quote}`;
    });
  }

  /** Address of the copy of an image; null if it stays where it is, which is a loss on the servers of the service. */
  addressOf(url: string, lost: Lost[]): string | null {
    const copy = this.#find(url);
    if (copy === null && this.#isHosted.test(url))
      lost.push({
        code: 'image-elsewhere',
        what: url,
        fix: `It is on a server of ${this.#service}, and ends with the account. Save it as ${nameOf(url)} in a folder, and import again with --media.`,
      });
    return copy;
  }

  #find(url: string): string | null {
    if (!this.#isHosted.test(url)) return null;
    const name = nameOf(url);
    const copy = this.#copies.get(name.toLowerCase());
    if (copy === undefined) return null;
    this.#used.set(`images/${name}`, copy);
    return `/images/${encodeURIComponent(name)}`;
  }

  *records(): Generator<ExportRecord> {
    for (const [path, from] of this.#used) yield { kind: 'file', path, from };
    const unused = this.#copies.size - new Set(this.#used.values()).size;
    if (unused > 0)
      yield lostRecord('file-unpublished', `${unused} files of --media`, 'No document shows them.');
  }
}

/** The name of an image's file: the last part of its own address, which a server for sizes may contain. */
function nameOf(url: string): string {
  const inner = decodePercent(/(?:^|\/)(https?%3A%2F%2F[^?#]+)/i.exec(url)?.[1] ?? url);
  const last = /([^/]*?)\/?(?:[?#].*)?$/s.exec(inner)?.[1] ?? '';
  const name = decodePercent(last)
    .replace(/=[swh]\d[\w-]*$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-120);
  return /\.\w{2,5}$/.test(name) ? name : `${name || 'image'}.jpg`;
}
