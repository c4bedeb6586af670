import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentSchema, type SettingFacts, settingFacts } from '../sidecar/environment.ts';
import { readOptions } from '../src/terminal/options.ts';

/**
 * The two lists of settings for people, made from the one that the sidecar reads. `npm run settings` writes them; a
 * test refuses lists that say something else.
 *
 *     | `PORT` | The port that the sidecar listens on. | `4321` |        in the manual
 *
 *     # The port that the sidecar listens on.                            in .env.example
 *     PORT=4321
 */
const root = join(import.meta.dirname, '..');
const width = 116;

export const writtenLists: readonly { readonly file: string; readonly render: (text: string) => string }[] = [
  { file: 'content/pages/manual/configuration.md', render: withTable },
  { file: '.env.example', render: renderExample },
];

interface Setting extends SettingFacts {
  readonly name: string;
  readonly default: string | null;
}

function listSettings(): Setting[] {
  return Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const facts = settingFacts.get(schema);
    if (!facts) throw new Error(`sidecar/environment.ts: ${name} has no facts.`);
    const value = schema.parse(undefined);
    return { ...facts, name, default: value === undefined ? null : String(value) };
  });
}

/** The page with its table as the settings are. */
function withTable(text: string): string {
  const head = '| Variable | Meaning | Default |\n| --- | --- | --- |\n';
  const [before = '', rest] = text.split(head);
  if (rest === undefined) throw new Error('The manual lacks the table of variables.');
  const rows = listSettings().map(({ name, meaning, secret, unset, ...setting }) => {
    const value = setting.default === null ? `none: ${unset}` : `\`${setting.default}\``;
    return `| \`${name}\` | ${meaning}${secret ? ' Secret.' : ''} | ${value} |\n`;
  });
  return `${before}${head}${rows.join('')}${rest.replace(/^(?:\|.*\n)*/, '')}`;
}

function renderExample(): string {
  const head = comment(
    'Every setting of the sidecar, with its default. Copy this file to .env, which npm start and npm run build read; a service has them in its unit. Empty values count as absent. A misspelt name, or a value that cannot be used, prevents startup, and a sentence says why.',
  );
  const entries = listSettings().map(({ name, meaning, secret, unset, ...setting }) => {
    const without = unset === undefined ? '' : ` Unset: ${unset}.`;
    const kept = secret ? ' A secret: a service reads it from a file of its credentials folder.' : '';
    return `${comment(`${meaning}${without}${kept}`)}${name}=${setting.default ?? ''}\n`;
  });
  return [head, ...entries].join('\n');
}

/** Lines that begin with `# `, without the marks of Markdown. */
function comment(text: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.replaceAll('`', '').split(' ')) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}

if (import.meta.main) readOptions('Usage: npm run settings', {});
if (import.meta.main) {
  for (const { file, render } of writtenLists) {
    const path = join(root, file);
    writeFileSync(path, render(readFileSync(path, 'utf8')));
  }
}
