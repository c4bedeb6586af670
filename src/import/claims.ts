import { reservedBy } from '../core/model/urls.ts';
import type { Losses, LossPlace } from './losses.ts';
import { plainWords } from './plain-words.ts';
import type { SurveyedDocument } from './survey.ts';

export const placeOf = (source: SurveyedDocument, file = ''): LossPlace => ({
  id: source.id,
  title: plainWords(source.title),
  address: source.link,
  file,
});

/** Numbers, addresses and files that documents have claimed: each goes to the first one that asks for it. */
export class Claims {
  private readonly losses: Losses;
  private readonly numbered: boolean;
  private readonly ids = new Map<number, SurveyedDocument>();
  private readonly paths = new Map<string, SurveyedDocument>();
  private readonly files = new Set<string>();

  /** @param numbered a document without a number is worth a word */
  constructor(losses: Losses, numbered: boolean) {
    this.losses = losses;
    this.numbered = numbered;
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
    this.ids.set(source.id, source);
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
    this.paths.set(path, source);
    return path;
  }

  /** Does another document have this address? */
  isTaken(path: string, by: SurveyedDocument): boolean {
    return (this.paths.get(path) ?? by) !== by;
  }

  /** @param stem from the site's folder, without an ending */
  file(stem: string, source: SurveyedDocument): string {
    let file = `${stem}.md`;
    for (let number = 2; this.files.has(file.toLowerCase().normalize('NFC')); number++)
      file = `${stem}-${number === 2 && source.id !== null ? source.id : number}.md`;
    this.files.add(file.toLowerCase().normalize('NFC'));
    return file;
  }
}
