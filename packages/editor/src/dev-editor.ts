import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Problem } from 'agentsite/content';
import type { Site } from 'agentsite/model';
import type { Express } from 'express';
import { bundleEditor } from './form/bundle.ts';
import { ContentFolder } from './saves/content-folder.ts';
import { createEditApp } from './saves/create-app.ts';
import { openJournal } from './saves/journal.ts';
import { createSaver } from './saves/saver.ts';
import { editorWords } from './words/editor-words.ts';

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
    save: createSaver({ content, journal, check, record: head, words: editorWords(site) }),
    authorOfToken: (given) => (given === token ? author : null),
    openToken: token,
  });
}
