import { stableId } from 'agentsite/content';
import { reservedBy } from 'agentsite/model';
import type { DiskMap, DiskMaps } from '../model/disk-map.ts';
import type { ExportItem } from '../model/export-model.ts';
import type { Losses, LossPlace } from '../model/losses.ts';
import { plainWords } from '../model/plain-words.ts';
import type { SurveyedDocument } from '../model/survey.ts';

export const placeOf = (source: Pick<ExportItem, 'id' | 'title' | 'link'>, file = ''): LossPlace => ({
  id: source.id,
  title: plainWords(source.title),
  address: source.link,
  file,
});

/** Document that has an ID or an address. */
type Holder = Pick<SurveyedDocument, 'key' | 'title'>;
const holder = ({ key, title }: Holder): Holder => ({ key, title });

/** Assigns IDs, addresses and files: each goes to the first document that claims it. */
export class Claims {
  readonly #losses: Losses;
  readonly #hasIds: boolean;
  readonly #lists: ReadonlyMap<string, string>;
  readonly #free: ReadonlySet<string>;
  readonly #ids: DiskMap<number, Holder>;
  readonly #paths: DiskMap<string, Holder>;
  readonly #files: DiskMap<string, true>;
  readonly #slugs: DiskMap<string, true>;
  /** Next suffix for an address or a file that several documents claim. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param hasIds is a missing ID worth a report?
   * @param lists names of lists of documents by address
   * @param free addresses of lists that the new site does not have, since nothing would be in them
   */
  constructor(
    losses: Losses,
    hasIds: boolean,
    maps: DiskMaps,
    lists: ReadonlyMap<string, string>,
    free: ReadonlySet<string>,
  ) {
    this.#free = free;
    this.#losses = losses;
    this.#hasIds = hasIds;
    this.#lists = lists;
    this.#ids = maps.map();
    this.#paths = maps.map();
    this.#files = maps.map();
    this.#slugs = maps.map();
  }

  /** @returns the ID of the document; null if it is missing or taken */
  id(source: SurveyedDocument): number | null {
    if (source.id === null && !this.#hasIds) return null;
    if (source.id === null) {
      this.#losses.add(
        'id-changed',
        placeOf(source),
        'it has no ID in the file',
        'It gets one from its kind and slug.',
      );
      return null;
    }
    const first = this.#ids.get(source.id);
    if (first) {
      this.#losses.add(
        'id-changed',
        placeOf(source),
        `ID ${source.id} is used twice; “${plainWords(first.title)}” kept it`,
        'This one gets an ID from its kind and slug.',
      );
      return null;
    }
    this.#ids.set(source.id, holder(source));
    return source.id;
  }

  /**
   * An ID for a document without one. The default ID is that of kind and slug, so a second document with both needs
   * another, made from its address; null for the first.
   */
  idOfSlug(kind: string, slug: string, path: string, language = ''): number | null {
    const name = `${kind}:${language}:${slug}`;
    const isFirst = kind === 'page' || !this.#slugs.has(name);
    this.#slugs.set(name, true);
    return isFirst ? null : stableId(kind, path);
  }

  /**
   * The wanted address, or a free one.
   * @param otherwise used if the wanted one is reserved
   * @param root folder of the language, `/de`
   */
  path(source: SurveyedDocument, wanted: string, otherwise = wanted, root = ''): string {
    const below = wanted.startsWith(`${root}/`) ? wanted.slice(root.length) : wanted;
    const reserved = below === '/' ? null : this.#holderOf(below);
    const first = this.#paths.get(wanted);
    let path = wanted;
    if (reserved !== null || first) {
      const kind = source.type === 'post' || source.type === 'page' ? source.type : 'page';
      path = this.#freePath(reserved === null ? wanted : otherwise, kind, root);
      if (first)
        this.#losses.add(
          'address-twice',
          placeOf(source),
          `${wanted} is also the address of “${plainWords(first.title)}”`,
          `This one is at ${path}.`,
        );
      else
        this.#losses.add(
          'address-changed',
          placeOf(source),
          `${wanted} belongs to ${reserved}`,
          `The document is at ${path}.`,
        );
    }
    this.#paths.set(path, holder(source));
    return path;
  }

  /** @param path below the folder of the language */
  #holderOf(path: string): string | null {
    return (this.#free.has(path) ? null : reservedBy(path)) ?? this.#lists.get(path) ?? null;
  }

  /** A similar address that is neither reserved nor taken. */
  #freePath(wanted: string, kind: string, root: string): string {
    const below = wanted.startsWith(`${root}/`) ? wanted.slice(root.length) : wanted;
    const named = below === '/' ? '/home/' : below;
    // All of `/media/` is reserved.
    const path = root + (this.#holderOf(named) === null ? named : named.replace(/^\/([^/]+)/, `/$1-${kind}`));
    if (!this.#paths.has(path)) return path;
    const stem = path.slice(0, -1);
    if (!this.#paths.has(`${stem}-${kind}/`)) return `${stem}-${kind}/`;
    let number = this.#numbers.get(path) ?? 2;
    while (this.#paths.has(`${stem}-${number}/`)) number++;
    this.#numbers.set(path, number + 1);
    return `${stem}-${number}/`;
  }

  /** Does a list or another document than `but` have this address? */
  isTaken(path: string, but?: SurveyedDocument): boolean {
    const first = this.#paths.get(path);
    return this.#lists.has(path) || (first !== undefined && first.key !== but?.key);
  }

  /** @param stem path from the site's folder, without extension */
  file(stem: string, source: SurveyedDocument): string {
    const isTaken = (file: string) => this.#files.has(file.toLowerCase().normalize('NFC'));
    let file = `${stem}.md`;
    if (isTaken(file) && source.id !== null) file = `${stem}-${source.id}.md`;
    const key = `${stem}.md`.toLowerCase().normalize('NFC');
    let number = this.#numbers.get(key) ?? 2;
    while (isTaken(file)) file = `${stem}-${number++}.md`;
    this.#numbers.set(key, number);
    this.#files.set(file.toLowerCase().normalize('NFC'), true);
    return file;
  }
}
