import type { Site } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import type { Express, Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { Client, InteractionResults } from 'oidc-provider';
import { refuse } from '../saves/host-routes.ts';
import type { VerifyAuthor } from '../saves/sign-in.ts';
import { renderKeyForm, renderOwnPage } from '../saves/sign-in-page.ts';
import { editorWords } from '../words/editor-words.ts';
import { type GrantedClient, type ResourcePath, resources, type Scope } from './bearer.ts';
import type { GrantStore } from './grant-store.ts';
import { accountOf, consentPath, digestClient } from './oauth-server.ts';

export interface ConsentParts {
  readonly site: Site;
  readonly origin: string;
  readonly store: GrantStore;
  readonly provider: Provider;
  readonly verify: VerifyAuthor;
}

/** What a request asks an author for. */
interface Asked {
  readonly record: GrantedClient;
  readonly client: Client;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly redirectTo: string;
}

/**
 * The page on which an author lets a client in, with the passkey or password, with each request. The cookie of the
 * request is bound to the browser that began it, and no other site can send the answer.
 */
export function addConsent(app: Express, parts: ConsentParts): void {
  const { site, provider, store, origin } = parts;
  const path = `${consentPath.slice('/edit'.length)}/:uid`;

  app.get(path, async (request, response) => {
    const asked = await read(request, response);
    if (asked) response.type('html').send(renderConsent(site, asked, `${consentPath}/${request.params.uid}`));
    else
      response
        .status(400)
        .type('html')
        .send(renderRefusal(site, editorWords(site).expired));
  });
  app.post(path, async (request, response) => {
    const asked = await read(request, response);
    if (!asked) return refuse(response, 400, 'expired');
    await parts.verify(request, response, async (author) => {
      const { client, record, resource, scopes } = asked;
      const accountId = accountOf(author);
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      grant.addResourceScope(resource, scopes.join(' '));
      const id = await grant.save();
      store.add({ id, client: record, author, resource, scopes, digest: digestClient(client) });
      const result = { login: { accountId, remember: false }, consent: { grantId: id } };
      return { location: await finish(request, response, result) };
    });
  });
  app.post(`${path}/deny`, async (request, response) => {
    if (!(await read(request, response))) return refuse(response, 400, 'expired');
    response.json({ location: await finish(request, response, { error: 'access_denied' }) });
  });

  const finish = (request: Request, response: Response, result: InteractionResults) =>
    provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });

  /** Null where the browser has begun no such request, or too long ago. */
  async function read(request: Request, response: Response): Promise<Asked | null> {
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (!details || details.uid !== request.params.uid) return null;
    const { client_id: id, redirect_uri: redirectTo, scope, resource } = details.params;
    const client = await provider.Client.find(String(id)).catch(() => undefined);
    if (!client) return null;
    const known = resources[String(resource).slice(origin.length) as ResourcePath];
    const scopes = known.filter((one) => String(scope).split(' ').includes(one));
    const isDocument = URL.canParse(client.clientId);
    const host = isDocument ? new URL(client.clientId).host : '';
    const record = { id: client.clientId, name: client.clientName ?? '', host };
    return { record, client, resource: String(resource), scopes, redirectTo: String(redirectTo) };
  }
}

function renderConsent(site: Site, { record, scopes, redirectTo }: Asked, to: string): string {
  const words = editorWords(site).grants;
  const title = words.asks.replace('{client}', () => record.host || words.unknown);
  const target = new URL(redirectTo);
  const isHost = target.protocol === 'https:';
  const place = isHost ? target.host : words.device;
  const form = renderKeyForm(site, {
    ...{ passkey: words.allow, button: words.allowPassword, fill: 'current-password', to },
    options: '/edit/sign-in/options',
  });
  return renderOwnPage(
    site,
    title,
    `<h1>${escapeHtml(title)}</h1>
${record.name ? `<p>${escapeHtml(words.unverified.replace('{name}', () => record.name.slice(0, 100)))}</p>` : ''}
<p>${escapeHtml(words.may)}</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(words[scope])}</li>`).join('')}</ul>
<p>${escapeHtml(words.returns.replace('{place}', () => place))}</p>
${form}
<form><hr><button type="button" id="deny">${escapeHtml(words.deny)}</button></form>`,
  );
}

/** Why a client can't be let in. */
export function renderRefusal(site: Site, reason: string): string {
  const { refused } = editorWords(site).grants;
  const message = refused.replace('{reason}', () => reason);
  return renderOwnPage(site, site.title, `<h1>${escapeHtml(site.title)}</h1>\n<p>${escapeHtml(message)}</p>`);
}
