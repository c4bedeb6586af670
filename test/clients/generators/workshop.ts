import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, run } from '../tools.ts';

/** What each generator starts from. */
export interface Workshop {
  /** Address of the running site. */
  readonly url: string;
  /** File with its description. */
  readonly description: string;
  /** Folder for generated code, empty at the start. */
  readonly folder: string;
  /** Folder with the installed Python programs. */
  readonly python: string;
}

/** A client by the name of its generator: generates, compiles and runs it, and returns what it printed. */
export type Attempts = Readonly<Record<string, () => string>>;

/** The message that each client sends; `subject` and `agent` stay absent in some clients. */
export const message = {
  name: 'Generated client',
  email: 'client@example.org',
  message: 'Sent by a generated client.',
};

/** What each client checks: the answer to a delivery, and to its repetition under the same key. */
export const wrongAnswer = 'The answer to a delivered message is wrong';

/** Runs openapi-generator. @returns the folder of the client. */
export function generateClient(workshop: Workshop, generator: string, ...options: string[]): string {
  const output = join(workshop.folder, [generator, ...options].join('-').replaceAll(/[^\w-]/g, ''));
  const given = ['generate', '-i', workshop.description, '-g', generator, '-o', output, ...options];
  need(run(join(workshop.python, 'openapi-generator-cli'), given), 'The generator failed');
  return output;
}

/** Arguments of the generated `listPosts` for languages without named ones: three posts, `nothing` for the rest. */
export function listPostsArguments(workshop: Workshop, three: string, nothing: string): string {
  const { paths, components } = JSON.parse(readFileSync(workshop.description, 'utf8'));
  const parameters: { name?: string; $ref?: string }[] = paths['/wp-json/wp/v2/posts'].get.parameters;
  const names = parameters.map(
    ({ name, $ref }) => name ?? components.parameters[$ref?.split('/').at(-1) ?? ''].name,
  );
  return names.map((name) => (name === 'per_page' ? three : nothing)).join(', ');
}
