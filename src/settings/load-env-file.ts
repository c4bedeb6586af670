import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Adds the variables of a folder's `.env` to the environment, except those that are set already. Unlike
 * `process.loadEnvFile` it reads what Windows writes: a byte order mark, which would become part of the first name, and
 * UTF-16.
 */
export function loadEnvFile(folder: string): void {
  const file = join(folder, '.env');
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
