import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';
import { completeWords } from '../../src/form/sveltia-words.ts';

const read = (locale: string) =>
  readFileSync(join(projectRoot, `node_modules/@sveltia/cms/locales/${locale}.json`), 'utf8');

/** Sentences by name: `save_conflict.title`. */
function flatten(words: object, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value as object, `${prefix}${name}.`),
  );
}
const english = new Map(flatten(JSON.parse(read('en-US')) as object));
/** What only a wrong configuration, a service that is off or the sign-in of a Git host shows. */
const unseen =
  /^(?:config|cloud_storage|workflow)\.|^domain$|^sign_in_(?:with_link|using_access_token)|external_folder$/;
const values = (text: string) => [...new Set(text.match(/\$\w+/g))].sort();

it.each(['de', 'fr', 'es-CO', 'it', 'nl', 'pt-BR', 'pt-PT', 'sv', 'pl', 'tr', 'uk', 'ar', 'zh-CN'])(
  'the editor has every sentence that an author meets, in %s',
  (locale) => {
    const given = new Map(flatten(JSON.parse(read(locale)) as object));
    const complete = new Map(flatten(JSON.parse(completeWords(locale, read(locale))) as object));
    const missing = [...english.keys()].filter((name) => !complete.has(name) && !unseen.test(name));
    expect(missing.filter((name) => name !== '_sui.text_editor.heading_1')).toEqual([]);
    for (const [name, text] of complete) {
      const places = english.get(name) ?? '';
      if (given.has(name)) expect(text).toBe(given.get(name));
      else expect(values(places)).toEqual(expect.arrayContaining(values(text)));
    }
  },
);

it('traditional Chinese gets no simplified sentences', () => {
  const complete = new Map(flatten(JSON.parse(completeWords('zh-TW', read('zh-TW'))) as object));
  expect(complete.has('save_conflict.title')).toBe(false);
  expect(complete.get('new_folder')).toBe(complete.get('new_parent_folder'));
});
