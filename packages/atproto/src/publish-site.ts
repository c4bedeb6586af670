import { loadEnvFile, loadOwnLibrary } from 'agentsite/content';
import { describeLocalUrl, isLocalUrl, type Site } from 'agentsite/model';
import { counted } from 'agentsite/terminal';
import { listStored, signIn } from './account.ts';
import type { Options } from './options.ts';
import { listWanted, planChanges, postDocuments } from './publish-records.ts';

/** Signs in to the account of the site in the working folder. @throws with what the owner has to do */
export async function openAccount(site: Site) {
  loadEnvFile(process.cwd());
  const options = site.plugins?.find(({ name }) => name === 'atproto')?.options as Options;
  const { ATPROTO_PASSWORD: password } = process.env;
  if (isLocalUrl(site.url)) throw new Error(`site.ts: ${describeLocalUrl(site.url)}`);
  if (!password)
    throw new Error('ATPROTO_PASSWORD is missing: write an app password into .env, or a secret.');
  const { library, close } = await loadOwnLibrary(site, new Date().toISOString());
  const agent = await signIn(options, password);
  return { agent, library, options, close };
}

/** Makes the records of the site equal to what it publishes, and posts what is new. */
export async function publishSite(site: Site, { isTrial = false, removes = false } = {}): Promise<void> {
  const { agent, library, options, close } = await openAccount(site);
  const wanted = removes ? [] : await listWanted(process.cwd(), library, options);
  const changes = planChanges(await listStored(agent, library, options), wanted);
  for (const [name, run] of changes) {
    console.log(name);
    if (!isTrial) await run(agent);
  }
  console.log(`${counted(changes.length, 'record')} ${isTrial ? 'would change' : 'changed'}.`);
  if (!isTrial && !removes && options.bluesky) await postDocuments(agent, library, options);
  close();
}
