import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const secretBytes = 32;

/**
 * The secret that signs tokens and hides identifiers: 32 random bytes in `secret`, created on the first start, once for
 * concurrent starts too. Deleting the file invalidates all open forms and tokens.
 * @throws Error with a sentence when the file contains something else.
 */
export function readSecretFile(folder: string): Buffer {
  const path = join(folder, 'secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    return decode(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  writeFileSync(draft, `${randomBytes(secretBytes).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  return decode(readFileSync(path, 'utf8'), path);
}

function decode(text: string, path: string): Buffer {
  const secret = Buffer.from(text.trim(), 'hex');
  if (secret.length < secretBytes) {
    throw new Error(
      `${path} must hold at least ${secretBytes} bytes as hexadecimal digits. Delete it for a new one.`,
    );
  }
  return secret;
}
