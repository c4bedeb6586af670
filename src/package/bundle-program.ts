import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { nameOfPackage } from './closure.ts';

/**
 * Bundles the programs and commands of an add-on with the code of the engine that they use, for a package that needs no
 * engine. `agentsite/content` stays an import: commands load it where they run inside a site.
 * @param folder of the add-on, absolute. @param programs files of it that are programs: `./src/agentsite-doctor.ts`
 * @param into the folder of the package
 * @returns the packages that the bundle imports
 */
export async function bundleProgram(
  folder: string,
  programs: readonly string[],
  into: string,
): Promise<Set<string>> {
  const commands = readdirSync(join(folder, 'src/commands')).map((name) => `src/commands/${name}`);
  const files = new Set([...programs.map((file) => file.replace('./', '')), 'src/plugin.ts', ...commands]);
  const bundle = await rolldown({
    input: Object.fromEntries([...files].map((file) => [file.replace(/\.ts$/, ''), join(folder, file)])),
    platform: 'node',
    external: isExternal,
    // No module is loaded for what it does: a package that nothing uses is not imported.
    treeshake: { moduleSideEffects: false },
    cwd: folder,
  });
  rmSync(join(into, 'src'), { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: into,
    entryFileNames: '[name].js',
    chunkFileNames: 'src/[name].js',
  });
  await bundle.close();
  const imported = output.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  return new Set(imported.filter((id) => isExternal(id) && !id.startsWith('node:')).map(nameOfPackage));
}

const isExternal = (id: string) =>
  id === 'agentsite/content' || (/^(?:node:|@?[\w-]+)/.test(id) && !/^agentsite\/|\.js$/.test(id));
