import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Problem } from '../content/read/problems.ts';
import { wordsOf } from '../core/languages/words.ts';
import type { Site } from '../core/model/site.ts';
import { ContentFolder } from '../edit/content-folder.ts';
import { createEditApp } from '../edit/create-app.ts';
import { openJournal } from '../edit/journal.ts';
import { createSaver } from '../edit/saver.ts';
import { bundleEditor } from '../editor/bundle.ts';

/**
 * `/edit/` of the dev server: saves to the files of the working folder, without Git. The author is at the machine, so the
 * page has its token.
 * @param check shows the content as it is now. @returns its problems
 */
export async function createDevEditor(
  root: string,
  site: Site,
  check: () => Promise<readonly Problem[]>,
): Promise<Express> {
  const content = new ContentFolder(root);
  const journal = openJournal(join(root, '.dev/edit'), content);
  journal.undo();
  journal.end();
  const token = randomBytes(24).toString('base64url');
  const head = async () =>
    hash(
      'sha1',
      content
        .list()
        .map(({ path, sha }) => `${path} ${sha}\n`)
        .join(''),
    );
  const author = { name: site.owner.name, email: `${site.owner.slug}@localhost` };
  return createEditApp({
    site: { ...site, editor: true },
    program: await bundleEditor(root),
    content,
    head,
    history: async () => [],
    save: createSaver({ content, journal, check, record: head, words: wordsOf(site).words.editor }),
    authorOfToken: (given) => (given === token ? author : null),
    openToken: token,
  });
}
