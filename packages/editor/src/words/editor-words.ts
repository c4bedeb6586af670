import { SettingsError } from 'agentsite/content';
import { findCatalog, replaceWords, type Site } from 'agentsite/model';
import { ar } from './ar.ts';
import type { EditorWords } from './catalog.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { zhHans } from './zh-hans.ts';

const others = { ar, de, es, fr, he, it, ja, nl, pl, pt, sv, tr, uk };
const catalogs: Readonly<Record<string, EditorWords>> = { ...others, en, zh: zhHans };

/**
 * The words of the editor in the language of a site, with those that its owner replaced (`editor.title`).
 * @throws SettingsError for keys that the editor does not have
 */
export function editorWords({ language, words }: Pick<Site, 'language' | 'words'>): EditorWords {
  const unknown = Object.keys(words).filter((key) => key.startsWith('editor.') && !hasWord(key));
  const message = 'the editor has no such word';
  if (unknown.length > 0)
    throw new SettingsError(
      'site.ts',
      '',
      unknown.map((key) => ({ path: ['words', key], message })),
    );
  return replaceWords(findCatalog(catalogs, language) ?? en, words, 'editor.');
}

function hasWord(key: string): boolean {
  const word = key
    .split('.')
    .slice(1)
    .reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], en);
  return typeof word === 'string';
}
