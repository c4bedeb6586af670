import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What systemd puts in front of the names when it loads a folder of credentials (`LoadCredential=agentsite:…`). */
const prefix = 'agentsite_';

/** Settings that systemd keeps in files of its CREDENTIALS_DIRECTORY, so that secrets are in no environment. */
export function readCredentials(folder: string | undefined): Record<string, string> {
  if (folder === undefined || folder === '') return {};
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return Object.fromEntries(
    names.map((name) => [name.slice(prefix.length), readFileSync(join(folder, name), 'utf8').trim()]),
  );
}
