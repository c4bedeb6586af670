import type { Express } from 'express';
import type { Site } from '../core/model/site.ts';
import type { ContentFolder } from './content-folder.ts';
import type { Author, createSaver } from './saver.ts';

export interface MicropubParts {
  readonly site: Site;
  readonly origin: string;
  readonly content: ContentFolder;
  readonly save: ReturnType<typeof createSaver>;
  readonly now: () => number;
  readonly authorOfToken: (token: string) => Author | null;
}
export function addMicropub(_app: Express, _parts: MicropubParts): void {}
