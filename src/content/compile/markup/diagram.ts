import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { decodeHTML } from 'entities';
import { eachTag } from '../../../core/text/html-tags.ts';
import { escapeHtml } from '../../../core/text/plain-text.ts';

/**
 * Mermaid diagrams as SVG: flowcharts, sequences, states, classes and entities. Colors are the theme's, with fallbacks for
 * feed readers.
 */
export type Diagram =
  | { readonly ok: true; readonly html: string }
  | { readonly ok: false; readonly message: string };

/** Properties of the drawing, as properties of the theme with a fallback outside of it; lines and small words have {@link soft}. */
const colours: Readonly<Record<string, string>> = {
  bg: 'paper, #fff',
  _text: 'ink, #222',
  '_node-fill': 'surface, #f4f4f2',
  '_group-fill': 'paper, #fff',
  '_group-hdr': 'surface, #eee',
  '_inner-stroke': 'line, #ccc',
  '_key-badge': 'accent-surface, #e8e8e8',
};
const soft = 'ink-soft, #555';

/** The library answers with a promise, while a text is compiled in one go: a process of its own waits for it. */
const program = `
const { renderMermaid } = await import(process.argv[1]);
let source = '';
for await (const part of process.stdin) source += part;
try { process.stdout.write(await renderMermaid(source)); }
catch (error) { process.stderr.write(error.message); process.exitCode = 1; }
`;

/**
 * @param place distinguishes the diagrams of a page
 * @param name what a diagram is called where it has no title of its own
 */
export function renderDiagram(source: string, title: string | null, place: number, name: string): Diagram {
  const accessible = /^\s*acc(?:Title|Descr)\s*:\s*(.+)$/m.exec(source)?.[1];
  // The library takes quotation marks around a label for part of it.
  const input = source
    .replace(/^\s*acc(?:Title|Descr)\s*:.*\n?/gm, '')
    .replace(/([[({|])"([^"\n]*)"([\])}|])/g, '$1$2$3');
  const library = fileURLToPath(import.meta.resolve('beautiful-mermaid'));
  const drawn = spawnSync(process.execPath, ['--input-type=module', '-e', program, library], {
    input,
    encoding: 'utf8',
    timeout: 20_000,
  });
  const svg = drawn.stdout ?? '';
  if (drawn.status !== 0 || !svg.includes('<text'))
    return { ok: false, message: drawn.stderr?.split('\n')[0]?.trim() || 'nothing was drawn' };
  const labels = wordsIn(svg);
  const label = title ?? accessible ?? `${name}: ${labels.join(', ')}`;
  const html = svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/\b(id="|url\(#)/g, `$1d${place}-`)
    .replace(/var\(--([\w-]+)\)/g, (_, property: string) => `var(--${colours[property] ?? soft})`)
    .replace('<svg ', `<svg role="img" aria-label="${escapeHtml(label)}" `)
    .replace(/\n\s*/g, '');
  return {
    ok: true,
    html: `<figure class="diagram" tabindex="0" data-mermaid="${escapeHtml(source)}">${html}</figure>`,
  };
}

function wordsIn(svg: string): string[] {
  const words: string[] = [];
  let from = -1;
  eachTag(svg, ({ kind, name, start, end }) => {
    if (name !== 'text') return;
    if (kind === 'open') from = end;
    else if (from >= 0) words.push(decodeHTML(svg.slice(from, start).replace(/<[^>]*>/g, ' ')).trim());
  });
  return [...new Set(words)].filter((word) => word !== '');
}
