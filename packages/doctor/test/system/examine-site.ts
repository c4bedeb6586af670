import { type Examination, type ExamineOptions, examine } from '../../src/examine.ts';

/** Examines a site as its owner, with a budget that is no limit. */
export function examineSite(url: string, options: Partial<ExamineOptions> = {}): Promise<Examination> {
  return examine(
    {
      url: new URL(url),
      isOwn: true,
      isPrivateAllowed: true,
      publishedAs: null,
      requests: 400,
      milliseconds: 600_000,
      answerMilliseconds: 10_000,
      pages: 6,
      areas: [],
      mcp: null,
      sendTo: null,
      ...options,
    },
    { now: () => performance.now(), today: new Date() },
    () => undefined,
  );
}

/** The rules that are broken, each once. */
export function brokenRules({ results }: Examination): string[] {
  return results.filter(({ outcome }) => outcome.kind === 'broken').map(({ check }) => check.id);
}

/** `llms-utf8: a byte order mark at http://…`, for the message of a test. */
export function listFindings({ results }: Examination): string {
  return results
    .flatMap(({ check, outcome }) =>
      outcome.kind === 'broken'
        ? outcome.findings.map(({ url, seen }) => `${check.id}: ${seen} at ${url}`)
        : [],
    )
    .join('\n');
}
