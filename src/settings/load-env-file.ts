import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Like `process.loadEnvFile`, and also reads byte order marks and UTF-16, which Windows writes. */
export function loadEnvFile(folder: string): void {
  const file = join(folder, '.env');
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
