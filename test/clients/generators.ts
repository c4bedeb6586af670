import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goAttempts } from './generators/go.ts';
import { javaAttempts } from './generators/java.ts';
import { pythonAttempts } from './generators/python.ts';
import { rustAttempts } from './generators/rust.ts';
import { typescriptAttempts } from './generators/typescript.ts';
import { pythonEnvironment, readSite, requirePrograms, runAll } from './tools.ts';

/**
 * Clients that generators make from `/openapi.json` of a running site. Each has to compile, list posts, send one
 * contact message, and recognize the answer when it repeats the message under the same key.
 *
 *     CONTACT_PER_IP_HOUR=1000 CONTACT_SITE_DAY=1000 npm start
 *     npm run test:generators -- http://localhost:4321 [word in the names of clients, such as java]
 *
 * It delivers one message for each client, ten in all, so it's for a site whose mail goes to the outbox. It needs
 * python3 with venv, java 17 with Maven, go, and cargo; the generators come from the package registries.
 */
const { url, words } = readSite('Usage: npm run test:generators -- URL [WORD]', {}, 1);
const [wanted = ''] = words;
requirePrograms(
  ['python3', 'java', 'mvn', 'go', 'cargo', 'npm'],
  'apt-get install python3-venv openjdk-17-jdk-headless maven golang-go cargo npm',
);
const python = pythonEnvironment('generators', 'openapi-python-client', 'openapi-generator-cli');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));

try {
  const description = join(folder, 'openapi.json');
  writeFileSync(description, await (await fetch(`${url}/openapi.json`)).text());
  const workshop = { url, description, folder, python };
  const attempts = [pythonAttempts, goAttempts, rustAttempts, javaAttempts, typescriptAttempts].flatMap(
    (attemptsOf) => Object.entries(attemptsOf(workshop)),
  );
  runAll(Object.fromEntries(attempts.filter(([name]) => name.includes(wanted))));
} finally {
  rmSync(folder, { recursive: true });
}
