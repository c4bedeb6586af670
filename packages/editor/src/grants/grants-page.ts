import { type Site, wordsOf } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import express, { type Express, type Request } from 'express';
import type { Author } from '../saves/git.ts';
import { renderOwnPage } from '../saves/sign-in-page.ts';
import { editorWords } from '../words/editor-words.ts';
import type { GrantRecord, GrantStore } from './grant-store.ts';

/** The page that lists an author's clients, and ends their access. */
export function addGrantsPage(
  app: Express,
  site: Site,
  store: GrantStore,
  authorOf: (request: Request) => Author | null,
): void {
  const ofAuthor = ({ email }: Author) => store.list().filter((grant) => grant.author.email === email);
  app.get('/grants', (request, response) => {
    const author = authorOf(request);
    if (!author) return response.redirect('/edit/sign-in');
    // Without a referrer, browsers send forms with the origin `null`, which is refused.
    response
      .set('Referrer-Policy', 'same-origin')
      .type('html')
      .send(renderGrants(site, ofAuthor(author)));
  });
  app.post('/grants', express.urlencoded({ limit: '1kb', extended: false }), (request, response) => {
    const author = authorOf(request);
    if (!author) return response.redirect('/edit/sign-in');
    const { id } = (request.body ?? {}) as { id?: unknown };
    if (ofAuthor(author).some((grant) => grant.id === id)) store.end(String(id));
    response.redirect(303, '/edit/grants');
  });
}

function renderGrants(site: Site, grants: readonly GrantRecord[]): string {
  const words = editorWords(site).grants;
  const { language } = wordsOf(site);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: site.timezone });
  const items = grants.map(
    ({ id, client, scopes, created, used }) => `<form method="post"><hr>
<strong>${escapeHtml(client.host || words.unknown)}</strong> ${escapeHtml(client.name.slice(0, 100))}
<ul>${scopes.map((scope) => `<li>${escapeHtml(words[scope])}</li>`).join('')}</ul>
<span>${escapeHtml(words.used.replace('{date}', format.format(Math.max(used, created))))}</span>
<button name="id" value="${escapeHtml(id)}">${escapeHtml(words.end)}</button>
</form>`,
  );
  const list = items.length > 0 ? items.join('\n') : `<p>${escapeHtml(words.none)}</p>`;
  return renderOwnPage(site, words.list, `<h1>${escapeHtml(words.list)}</h1>\n${list}`);
}
