import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * The structure of the project, drawn from the imports of all files: `docs/structure.md`, which `npm run rooms` writes.
 *
 *     1. `packages/import`, …          each layer imports from those below it alone
 *     2. `src/api`
 *     flowchart TB …                   arrows that follow from others are left out
 */
const root = join(import.meta.dirname, '..');

/** What each part imports, itself excluded. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The folder of a file that is one part: of the theme all folders, of packages each. */
function partOf(file: string): string | null {
  if (/^src\/(?:routes|layouts|components|styles|scripts)\//.test(file)) return 'theme';
  return /^(?:src|packages)\/[^/]+(?=\/)|^(?:sidecar|deploy)(?=\/)/.exec(file)?.[0] ?? null;
}

export function readArrows(): Arrows {
  const arrows = new Map<string, Set<string>>();
  const pattern = '{src,sidecar,deploy,packages/*/src}/**/*.{ts,astro,css}';
  for (const file of globSync(pattern, { cwd: root }).map((name) => name.replaceAll('\\', '/'))) {
    const from = partOf(file);
    if (from === null) continue;
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      const to = target.startsWith('.') ? partOf(posix.join(dirname(file), target)) : 'src/api';
      if (to !== null && to !== from) targets.add(to);
    }
  }
  return arrows;
}

/** Relative imports, those of the API, and `import('…')`. */
const imported =
  /(?:\bfrom|\bimport)[\s(]*['"](\.{1,2}\/[^'"]+|agentsite\/(?:model|content|text|http|terminal|plugin))['"]/g;

/**
 * Parts by layer, the highest first: each imports only from layers below its own.
 * @throws Error that names parts of a circle
 */
export function layersOf(arrows: Arrows): string[][] {
  const layers: string[][] = [];
  let rest = [...arrows.keys()].sort();
  while (rest.length > 0) {
    const layer = rest.filter((part) => [...(arrows.get(part) ?? [])].every((to) => !rest.includes(to)));
    if (layer.length === 0) throw new Error(`These import each other in a circle: ${rest.join(', ')}`);
    layers.unshift(layer);
    rest = rest.filter((part) => !layer.includes(part));
  }
  return layers;
}

export function drawStructure(arrows: Arrows): string {
  const layers = layersOf(arrows);
  const reach = (from: string): Set<string> =>
    new Set([...(arrows.get(from) ?? [])].flatMap((to) => [to, ...reach(to)]));
  const direct = (from: string) => {
    const targets = [...(arrows.get(from) ?? [])].sort();
    return targets.filter((to) => !targets.some((other) => other !== to && reach(other).has(to)));
  };
  const id = (part: string) => part.replace(/\W/g, '_');
  const nodes = layers.map(
    (layer, index) =>
      `  subgraph layer${index + 1}[" "]\n${layer.map((part) => `    ${id(part)}["${part}"]\n`).join('')}  end\n`,
  );
  const lines = layers.flat().flatMap((from) => direct(from).map((to) => `  ${id(from)} --> ${id(to)}\n`));
  const list = layers.map(
    (layer, index) => `${index + 1}. ${layer.map((part) => `\`${part}\``).join(', ')}\n`,
  );
  return `# The structure, drawn from the imports

Each part imports only from layers below its own: no arrow points up, and there is no circle. \`npm run rooms\` draws it from the imports of all files; a test fails if it is out of date. What each folder may import is in [CONTRIBUTING.md](../CONTRIBUTING.md#the-map-of-the-house).

${list.join('')}
Arrows that follow from others are left out:

\`\`\`mermaid
flowchart TB
${nodes.join('')}${lines.join('')}\`\`\`
`;
}
