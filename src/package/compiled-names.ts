/** `from './page.ts'`, `import('./page.ts')`, `import './page.ts'`, `new URL('./page.ts', …)`. */
const ownFile = /((?:\bfrom |\bimport |\bimport\(|new URL\()(['"])\.{1,2}\/[^'"\n]+)\.ts(?=\2)/g;

/** Names engine files as compiled, in components, and for threads and processes; tsc does so for imports. */
export function nameCompiledFiles(text: string): string {
  return text.replace(ownFile, '$1.js');
}

/** The same for what a shell or systemd starts: `node "$engine/src/cli/build.ts"`, `/srv/agentsite/current/sidecar/main.ts`. */
export function nameStartedFiles(text: string): string {
  return text.replace(/(\/(?:src|sidecar|deploy)\/[\w/-]+)\.ts\b/g, '$1.js');
}
