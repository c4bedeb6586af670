import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ContentError, loadEnvFile, readOwnSite } from 'agentsite/content';
import { isLocalUrl } from 'agentsite/model';
import { codeFile, readOptions, stop, typed } from 'agentsite/terminal';
import { GrantStore } from '../grants/grant-store.ts';
import { findFlaw, listApproved, openApprovals } from '../proposals/approvals.ts';
import { openGitObjects } from '../proposals/git-objects.ts';
import { Keys } from '../saves/keys.ts';
import { createPasskeys } from '../saves/passkeys.ts';
import { createEditServer } from '../serve.ts';

const usage = `Usage: ${typed('edit', '[options]')}

Serves the editor at /edit/ on this machine, for browsers and phones, behind a web server with TLS. Each save is checked,
committed to the Git repository of this folder, built and published; a remote is pulled from before and pushed to after.

  --url URL        address of the editor's host, such as https://edit.example.org; default: editor.url
                   in site.ts, or the site's address
  --to TARGET      publishes each save to TARGET, as ${typed('publish', '--to TARGET')} does; default: builds dist/
  --port PORT      port of loopback to listen on; default: 4330
  --socket FILE    unix socket to listen on, instead of a port; systemd may also hand over a socket
  --enrol AUTHOR   prints a link that adds a passkey or password for "Name <name@example.org>", once within ten minutes
  --token AUTHOR   prints a token for Micropub
  --tokens         lists the apps with access, and the tokens
  --revoke WHO     ends sessions and tokens, and removes passkeys and passwords, of an email address, or of all; ends the
                   access of one app by its ID in the list
  --verify-approvals  says of each commit that software proposed whether it is what its owner approved
  -h, --help       shows this help

State is in DATA_DIR (.data), in edit.sqlite.`;

const { values } = readOptions(usage, {
  url: { type: 'string' },
  to: { type: 'string' },
  port: { type: 'string', default: '4330' },
  socket: { type: 'string' },
  enrol: { type: 'string' },
  token: { type: 'string' },
  tokens: { type: 'boolean' },
  revoke: { type: 'string' },
  'verify-approvals': { type: 'boolean' },
});
loadEnvFile(process.cwd());
const root = process.cwd();
const site = await readOwnSite();
const folder = resolve(process.env.DATA_DIR ?? '.data');
const own = typeof site.editor === 'object' && 'url' in site.editor ? site.editor : null;
const origin = new URL(values.url ?? own?.url ?? site.url).origin;
const keys = new Keys(folder, Date.now);
const grants = new GrantStore(folder, Date.now);
if (values.enrol !== undefined)
  console.log(`${origin}/edit/enrol#${keys.issue('enrolment', readAuthor(values.enrol))}`);
else if (values.token !== undefined) console.log(keys.issue('token', readAuthor(values.token)));
else if (values.tokens) for (const line of listTokens()) console.log(line);
else if (values.revoke !== undefined) console.log(`${revoke(values.revoke)} removed`);
else if (values['verify-approvals']) await verifyApprovals();
else await serve();

/** One line for each app and token: ID, name, author, and what it may do. */
function listTokens(): string[] {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const apps = grants.list().map(({ id, client, author, scopes, created, used }) => {
    const name = [client.host, client.name].filter(Boolean).join(' ') || client.id;
    return [id, name, author.email, scopes.join(' '), day(created), used ? day(used) : 'never used'].join(
      '\t',
    );
  });
  const tokens = keys.tokens().map(({ id, author }) => [id, '--token', author.email, 'create'].join('\t'));
  return apps.length + tokens.length > 0
    ? [...apps, ...tokens]
    : ['No app has access, and there are no tokens.'];
}

function revoke(who: string): number {
  if (who === 'all' || who.includes('@')) {
    const email = who === 'all' ? null : who;
    return keys.revoke(email) + grants.endAll(email);
  }
  return keys.endToken(who) + Number(grants.end(who));
}

async function verifyApprovals(): Promise<void> {
  const own = join(folder, 'edit/proposals');
  const passkeys = createPasskeys({ keys, origin, title: site.title, now: Date.now });
  const approvals = openApprovals(own, keys, passkeys);
  let flaws = 0;
  for (const commit of await listApproved(await openGitObjects(root, own))) {
    const flaw = await findFlaw(approvals, commit);
    if (flaw !== null) flaws += 1;
    console.log(`${commit.commit} ${flaw === null ? 'is what was approved' : flaw}`);
  }
  if (flaws > 0) stop(`${flaws} commits are not what their owner approved.`, 1);
}

async function serve(): Promise<void> {
  if (!origin.startsWith('https:') && !isLocalUrl(origin))
    stop(`--url: ${origin} must begin with https://, as passkeys require.`);
  const cli = codeFile('src/cli/agentsite');
  const publish = values.to === undefined ? [cli, 'build'] : [cli, 'publish', '--to', values.to];
  const hasOwnHost = new URL(origin).host !== new URL(site.url).host;
  const previewCommand = [cli, 'build', '--drafts', '--base-url', origin];
  const commands = [publish, ...(hasOwnHost ? [previewCommand] : [])];
  const behindSocket = values.socket !== undefined || inherited() !== undefined;
  try {
    const hasRegistration = own?.registration ?? false;
    const parts = {
      root,
      site,
      hasRegistration,
      folder: join(folder, 'edit'),
      keys,
      origin,
      behindSocket,
      commands,
      previewCommand,
    };
    const { server, publisher } = await createEditServer({ ...parts, now: Date.now });
    if (values.socket !== undefined) rmSync(values.socket, { force: true });
    const fd = inherited();
    if (fd !== undefined) server.listen({ fd });
    else if (values.socket !== undefined) server.listen(values.socket);
    else server.listen(Number(values.port), '127.0.0.1');
    await once(server, 'listening');
    if (values.socket !== undefined && fd === undefined) chmodSync(values.socket, 0o660);
    console.log(
      `The editor is at ${origin}/edit/, and listens on ${values.socket ?? `127.0.0.1:${values.port}`}.`,
    );
    const end = async () => {
      server.close();
      await publisher.settled();
      process.exit();
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  } catch (error) {
    if (error instanceof ContentError) stop(error.message, 1);
    throw error;
  }
}

/** The socket that systemd hands over (sd_listen_fds). */
function inherited(): number | undefined {
  return process.env.LISTEN_PID === String(process.pid) && process.env.LISTEN_FDS === '1' ? 3 : undefined;
}

function readAuthor(text: string): { name: string; email: string } {
  const [, name, email] = /^\s*([^<>]+?)\s*<([^\s<>@]+@[^\s<>@]+)>\s*$/.exec(text) ?? [];
  if (!name || !email) stop(`Write an author as "Name <name@example.org>", not "${text}".`);
  return { name, email };
}
