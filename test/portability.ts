/** What runs on POSIX systems only. `deploy/` and `agentsite publish` are for servers, and may use it. */
const posixOnly: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bprocess\.execve\(/, instead: 'replaceProcess of src/cli/replace-process.ts' },
  { pattern: /\bprocess\.kill\(\s*-/, instead: 'child.kill(): Windows has no process groups' },
  { pattern: /\bprocess\.get[e]?[ug]id\(/, instead: 'process.getuid?.()' },
  {
    pattern: /\bspawn(?:Sync)?\(\s*'(?:npm|npx|sh|bash|cp|mv|rm|kill)'/,
    instead: 'node:fs, or Node with a script',
  },
  { pattern: /(?<!\.)\bexec(?:Sync)?\(\s*['"`]/, instead: 'spawn with a list of words' },
  { pattern: /'\/(?:tmp|dev|proc|usr|bin)\//, instead: 'tmpdir() of node:os, or a stream' },
  { pattern: /new URL\([^)]*import\.meta\.url\)\.pathname/, instead: 'fileURLToPath' },
  {
    // `definePlugin` finds the compiled file of a module, which may be named by a template.
    pattern: /(?<!\b(?:module|afterPublish): )new URL\(['"`][^'"`$]*\.ts['"`]/,
    instead: 'codeFile of src/content/read/code-digest.ts: compiled code has another extension',
  },
  { pattern: /\bimport\((?:join|resolve)\(/, instead: 'pathToFileURL(…).href' },
  { pattern: /\bimport\.meta\.(?:dirname|filename)(?:\s*\+\s*['"`]|\}\/)/, instead: 'join of node:path' },
  { pattern: /\$\{(?:\w+\.)?parentPath\}\//, instead: 'join(entry.parentPath, entry.name)' },
  {
    pattern: /\.parentPath, [\w.]+\)\s*\.slice\(/,
    instead: "relative(folder, join(…)).replaceAll(sep, '/')",
  },
  { pattern: /\brelative\([^;\n]*\)\.split\('\/'\)/, instead: 'split(sep)' },
  { pattern: /\bsymlink(?:Sync)?\(/, instead: 'a copy: Windows asks for rights' },
];

/** Names which line has what, and what to write instead. */
export function findPosixCode(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      posixOnly
        .filter(({ pattern }) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
        .map(({ instead }) => `${file}:${index + 1}: ${line.trim()} (instead: ${instead})`),
    );
}

/** Why cmd.exe and sh don't both run a script of package.json; null when they do. */
export function findShellSyntax(script: string): string | null {
  const words = script.replace(/"[^"]*"/g, '""');
  if (/^\s*exec\s|[;|]\s*exec\s|&&\s*exec\s/.test(words)) return 'exec';
  if (/(?:^|&&\s*|\|\|\s*)\w+=/.test(words)) return 'a variable before the command';
  return /[$`';*]|(?:^|&&\s*)(?:test|rm|cp|mv|mkdir|export|sh|bash)\s|[^&]&(?!&)/.exec(words)?.[0] ?? null;
}
