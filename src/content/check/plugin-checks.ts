import { stripVTControlCharacters } from 'node:util';
import { describeMcpTools } from '../../core/mcp/descriptions.ts';
import type { Library, OwnFile } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { surfacesOf } from '../../core/model/surfaces.ts';
import { pluginsOf } from '../../plugins/loaded-plugins.ts';
import type { Finding } from '../../plugins/plugin.ts';
import type { Problem } from '../read/problems.ts';

interface Checked {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** What the checks of plugins find. A check that fails is a problem of its own. */
export function runPluginChecks(library: Library): Checked {
  if (library.site.plugins === undefined) return { problems: [], warnings: [] };
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const own = describeMcpTools(library.site).map((tool): string => tool.name);
  for (const { name, tools } of library.site.plugins ?? [])
    for (const tool of tools.filter((one) => own.includes(one.name)))
      problems.push(
        failureOf(name, `the MCP tool "${tool.name}"`, 'is one of the engine; choose another name.'),
      );
  for (const { name, parts } of pluginsOf(library.site)) {
    try {
      const found: unknown = parts.checks?.(library) ?? [];
      if (found instanceof Promise) throw new Error('it must return a list, and returns a promise');
      for (const { file, line = 1, column = 1, message, isProblem } of found as Iterable<Finding>) {
        if (typeof file !== 'string' || typeof message !== 'string')
          throw new Error('what it finds must have "file" and "message"');
        (isProblem ? problems : warnings).push({ file, line, column, field: name, message });
      }
    } catch (error) {
      problems.push(failureOf(name, 'its check', error));
    }
  }
  return { problems, warnings };
}

/** A problem of the settings, where the plugin stands. */
export function failureOf(name: string, what: string, error: unknown): Problem {
  const reason = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const message = `the plugin "${name}" failed: ${what}: ${reason}`;
  return { file: 'site.ts', line: 1, column: 1, field: 'plugins', message };
}

/** The documents and addresses of plugins, which claim addresses as files of the owner do. */
export function listPluginFiles(site: Site): OwnFile[] {
  const present = new Set(surfacesOf(site).map(({ path }) => path));
  return (site.plugins ?? []).flatMap(({ name, surfaces, addresses }) =>
    [
      ...surfaces
        .filter(({ path, dynamic }) => !dynamic && present.has(path))
        .map(({ path }) => path.replace(/\/index\.html$/, '/')),
      ...addresses,
    ].map((path) => ({ path, source: `the plugin "${name}"` })),
  );
}
