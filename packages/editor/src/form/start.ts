import CMS from '@sveltia/cms';
import { documentFormat, type FormValues, isAfter, listFormat } from 'agentsite/text';
import type { EditorPage } from './editor-page.ts';
import { watchOwnServer } from './own-server.ts';
import { addPagePreviews } from './page-preview.ts';
import { addSaveButtons } from './save-buttons.ts';
import { userKey } from './session.ts';
import { showRemark } from './status-line.ts';

/** The program of `/edit/`: starts Sveltia with the configuration in the page, and formats that keep files as they are. */
const page = JSON.parse(document.getElementById('editor-settings')?.textContent ?? '{}') as EditorPage;
const { config, words, timezone, own, token } = page;

for (const { format, extension, fields, files } of config.collections) {
  if (files) for (const file of files) CMS.registerCustomFormat(`${file.name}-yaml`, 'yaml', listFormat());
  else if (extension === 'yaml') CMS.registerCustomFormat(format ?? '', 'yaml', listFormat());
  else
    CMS.registerCustomFormat(
      format ?? '',
      'md',
      documentFormat(fields?.map(({ name }) => name) ?? [], describeState),
    );
}
Object.assign(globalThis, { noteStates, explainConflict });
const finish = addSaveButtons(page);
const root = own ? new URL('api/v1', location.href).href : null;
if (root !== null) useOwnServer(root);
addPagePreviews(page, root);
CMS.init({ config: config as never });

/** What follows the title in lists. */
function describeState({ draft, date }: FormValues): string {
  if (draft === true) return ` · ${words.draft}`;
  return isAfter(date, new Date(), timezone) ? ` · ${words.scheduled}` : '';
}

/** Called with what a save is about to write, by language. */
function noteStates(documents: readonly { content: Record<string, unknown> }[]): void {
  for (const { content } of documents) {
    finish(content);
    const state = describeState(content);
    if (state || content._state) content._state = state;
    const names = listUndescribed(content).join(', ');
    showRemark(names === '' ? '' : words.undescribed.replace('{names}', names));
  }
}

/** Images of a document that those who don't see them learn nothing of. */
function listUndescribed({ body, image, imageAlt }: FormValues): readonly unknown[] {
  const text = String(body ?? '').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  const shown = Array.from(text.matchAll(/!\[\s*\]\(<?([^)>\s]+)/g), ([, name]) => name);
  return image && !imageAlt ? [image, ...shown] : shown;
}

function explainConflict(): string {
  const [, path = ''] = location.hash.split('/entries/');
  return words.conflict.replace('{path}', decodeURIComponent(path));
}

function useOwnServer(root: string): void {
  Object.assign(config.backend, { api_root: root, base_url: location.origin });
  if (token) localStorage.setItem(userKey, JSON.stringify({ backendName: 'gitea', token }));
  else if (!localStorage.getItem(userKey)?.includes('token')) location.replace('./sign-in');
  watchOwnServer(root, words, token === undefined);
}
