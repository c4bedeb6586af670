import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { formatProblem, type Problem } from '../content/read/problems.ts';

/** Error messages over the page in connected browsers. */
export interface Overlay {
  reload(): void;
  /** Shows problems, also in browsers that connect later, until {@link reload} or an empty list. */
  show(problems: readonly Problem[]): void;
}

export function createOverlay(server: ViteDevServer, root: string): Overlay {
  const { hot } = server.environments.client;
  let current: ReturnType<typeof describe> | null = null;
  hot.on('vite:client:connect', (_payload, client) => {
    if (current) client.send(current);
  });
  return {
    reload() {
      current = null;
      hot.send({ type: 'full-reload', path: '*' });
    },
    show(problems) {
      const [first] = problems;
      current = first ? describe(root, first, problems) : null;
      // Without browsers, Vite would save the message for the next one, when the problem may be fixed.
      if (current && server.ws.clients.size > 0) hot.send(current);
    },
  };
}

function describe(root: string, first: Problem, problems: readonly Problem[]) {
  const { line, column } = first;
  const file = join(root, first.file);
  const message = problems.map((problem) => (problem.line > 0 ? formatProblem(problem) : problem.message));
  return {
    type: 'error' as const,
    err: {
      message: message.join('\n'),
      stack: '',
      plugin: 'agentsite',
      id: file,
      ...(line > 0 ? { loc: { file, line, column } } : {}),
    },
  };
}
