import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * `npm run build`. Code that was compiled once is kept, by this process and (through the environment) by its
 * workers: a third of a small build is Node reading TypeScript. So the build itself is imported only then.
 */
const root = process.cwd();
const codeCache = join(root, 'node_modules/.cache/node');
process.env.NODE_COMPILE_CACHE = codeCache;
enableCompileCache(codeCache);

const { runBuild } = await import('../publish/run-build.ts');
const done = await runBuild(root, process.env.SITE_URL, new Date().toISOString().slice(0, 19));
process.exit(done ? 0 : 1);
