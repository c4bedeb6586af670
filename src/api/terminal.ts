/** Commands: options, messages, progress, and the engine's own programs. */

/** The place of a file of the engine's code, which is TypeScript or compiled. */
export { codeFile } from '../content/read/code-digest.ts';

/** Digest of code below folders and files. */
export { digestCode } from '../content/read/code-digest.ts';

/** Digest of code and packages of the engine; settings are not code. */
export { digestEngine } from '../content/read/code-digest.ts';

/** The folder of the engine: its code and its lists of packages. A site's folder may be another. */
export { engine } from '../content/read/code-digest.ts';

/** An error of `parseArgs` as a sentence; suggests the nearest option for an unknown one. */
export { explain } from '../terminal/options.ts';

/**
 * The arguments of a command. `--help` prints the usage and exits; an unknown argument exits with status 2, and
 * any error that nothing catches later with status 1.
 */
export { readOptions } from '../terminal/options.ts';

/** Prints a message on standard error and ends the process; with status 2 unless another is given. */
export { stop } from '../terminal/options.ts';

/** `1 draft`, `2 drafts` */
export { counted } from '../terminal/terminal.ts';

/** Output of a command: lines, and one line of progress where a person watches. */
export { openTerminal } from '../terminal/terminal.ts';

/** Colors text for a stream that shows colors. */
export { paint } from '../terminal/terminal.ts';

/** How a command is typed: `npx agentsite check --json` in a site, `npm run check -- --json` in this project. */
export { typed } from '../terminal/typed.ts';

/** Replaces this process by a Node program, or, without `execve`, waits for a child in the same console. */
export { replaceProcess } from '../cli/replace-process.ts';
