import { reservedBy } from '../core/model/urls.ts';
import type { Losses, LossPlace } from './losses.ts';
import { plainWords } from './plain-words.ts';
import type { Shelf, ShelfMap } from './shelf.ts';
import type { SurveyedDocument } from './survey.ts';

export const placeOf = (source: SurveyedDocument, file = ''): LossPlace => ({
  id: source.id,
  title: plainWords(source.title),
  address: source.link,
  file,
});

/** The document that has a number or an address. */
type Holder = Pick<SurveyedDocument, 'key' | 'title'>;
const holder = ({ key, title }: Holder): Holder => ({ key, title });

/** Numbers, addresses and files that documents have claimed: each goes to the first one that asks for it. */
export class Claims {
  private readonly losses: Losses;
  private readonly numbered: boolean;
  private readonly ids: ShelfMap<number, Holder>;
  private readonly paths: ShelfMap<string, Holder>;
  private readonly files: ShelfMap<string, true>;

  /** @param numbered a document without a number is worth a word */
  constructor(losses: Losses, numbered: boolean, shelf: Shelf) {
    this.losses = losses;
    this.numbered = numbered;
    this.ids = shelf.map();
    this.paths = shelf.map();
    this.files = shelf.map();
  }

  /** @returns the number of the document; null where it has to do without */
  id(source: SurveyedDocument): number | null {
    if (source.id === null && !this.numbered) return null;
    if (source.id === null) {
      this.losses.add(
        'id-changed',
        placeOf(source),
        'it has no number in the file',
        'It gets one from its kind and slug.',
      );
      return null;
    }
    const first = this.ids.get(source.id);
    if (first) {
      this.losses.add(
        'id-changed',
        placeOf(source),
        `number ${source.id} is used twice; “${plainWords(first.title)}” kept it`,
        'This one gets a number from its kind and slug.',
      );
      return null;
    }
    this.ids.set(source.id, holder(source));
    return source.id;
  }

  /** @returns the address that it wants, or another one where that is not free */
  path(source: SurveyedDocument, wanted: string): string {
    const reserved = wanted === '/' ? null : reservedBy(wanted);
    const first = this.paths.get(wanted);
    let path = wanted;
    if (reserved !== null || first) {
      const kind = source.type === 'post' || source.type === 'page' ? source.type : 'page';
      path = `${wanted === '/' ? '/home' : wanted.slice(0, -1)}-${kind}/`;
      for (let number = 2; this.paths.has(path) || reservedBy(path); number++)
        path = `${wanted.slice(0, -1)}-${number}/`;
      if (first)
        this.losses.add(
          'address-twice',
          placeOf(source),
          `${wanted} is also the address of “${plainWords(first.title)}”`,
          `This one is at ${path}.`,
        );
      else
        this.losses.add(
          'address-changed',
          placeOf(source),
          `${wanted} belongs to ${reserved}`,
          `The document is at ${path}.`,
        );
    }
    this.paths.set(path, holder(source));
    return path;
  }

  /** Does a document have this address, or one other than `but`? */
  isTaken(path: string, but?: SurveyedDocument): boolean {
    const first = this.paths.get(path);
    return first !== undefined && first.key !== but?.key;
  }

  /** @param stem from the site's folder, without an ending */
  file(stem: string, source: SurveyedDocument): string {
    let file = `${stem}.md`;
    for (let number = 2; this.files.has(file.toLowerCase().normalize('NFC')); number++)
      file = `${stem}-${number === 2 && source.id !== null ? source.id : number}.md`;
    this.files.set(file.toLowerCase().normalize('NFC'), true);
    return file;
  }
}
