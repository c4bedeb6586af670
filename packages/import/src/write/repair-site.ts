import type { Problem } from 'agentsite/content';
import type { Loss } from '../model/losses.ts';
import { SiteFolder } from './site-folder.ts';

/** Repairing one problem may show another one behind it. */
const maxRounds = 5;

/**
 * What a build still refuses in the text of an imported document becomes plain text. Files that their author edited, and
 * problems in front matter, stay.
 * @param check finds all problems
 */
export async function repairSite(
  into: string,
  check: () => Promise<readonly Problem[]>,
): Promise<{ problems: readonly Problem[]; losses: Loss[] }> {
  const losses: Loss[] = [];
  let problems = await check();
  for (let round = 0; round < maxRounds && problems.length > 0; round++) {
    const folder = new SiteFolder(into, false);
    const repaired = [...Map.groupBy(problems, ({ file }) => file)].filter(([file, own]) => {
      const text = file.endsWith('.md') ? folder.ownText(file) : null;
      const changed = text === null ? null : repairDocument(text, own);
      if (changed === null || changed === text) return false;
      folder.write(file, changed);
      return true;
    });
    folder.close();
    if (repaired.length === 0) break;
    losses.push(...repaired.flatMap(([, own]) => own.map(lossOf)));
    problems = await check();
  }
  return { problems, losses };
}

const lossOf = ({ file, line, column, field, message }: Problem): Loss => ({
  code: field === 'link' ? 'link-dead' : 'html-removed',
  place: { id: null, title: file, address: '', file },
  what: `line ${line}:${column}, ${field}: ${message}`,
  fix: 'A build refuses it, so it is plain text now. Compare it with the old document.',
});

/** @returns the document with each place of a problem as text */
export function repairDocument(text: string, problems: readonly Problem[]): string {
  const bodyLine = text
    .slice(0, /^---\n[\s\S]*?\n---(?:\n|$)/.exec(text)?.[0].length ?? 0)
    .split('\n').length;
  const lines = text.split('\n');
  const inBody = problems.filter(({ line }) => line >= bodyLine).map((problem) => placeOf(problem, lines));
  const placed = Map.groupBy(inBody, ({ line, column }) => `${line}:${column}`);
  const last = [...placed.values()].flatMap(([first]) => first ?? []);
  for (const { line, column } of last.sort((a, b) => b.line - a.line || b.column - a.column)) {
    const written = lines[line - 1] ?? '';
    const rest = written.slice(column - 1);
    lines[line - 1] = written.slice(0, column - 1) + asText(rest);
  }
  return lines.join('\n');
}

/** The place of the colons of a container, which may be below where its problem is. */
function placeOf(problem: Problem, lines: readonly string[]): Problem {
  if (problem.field !== 'container') return problem;
  const at = lines.findIndex((line, index) => index >= problem.line - 1 && /^[\s>]*:::/.test(line));
  return at < 0 ? problem : { ...problem, line: at + 1, column: (lines[at] ?? '').indexOf(':::') + 1 };
}

function asText(markup: string): string {
  const link = /^!?\[([^[\]\\]*)\]\([^()\n\\]*\)/.exec(markup);
  if (link) return (link[1] ?? '') + markup.slice(link[0].length);
  // An address of its own is a link, unless it has no scheme.
  const address = /^https?:\/\/(?:www\.)?/i.exec(markup);
  if (address) return markup.slice(address[0].length);
  return markup.startsWith('<') ? `&lt;${markup.slice(1)}` : `\\${markup}`;
}
