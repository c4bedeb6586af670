import { z } from 'zod';
import type { Examination } from '../examine.ts';
import { formula, groupByArea, score } from './score.ts';

/** The report for programs; `agentsite doctor --schema` prints its JSON Schema. */
const finding = z.object({
  url: z.string().describe('where the rule is broken'),
  seen: z.string().describe('what the site answered'),
  fix: z.string().describe('how to fix it'),
});

const result = z.object({
  id: z.string().describe('name of the rule; it stays the same between versions'),
  area: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  title: z.string().describe('the rule, as a sentence'),
  source: z.string().describe('who says so'),
  outcome: z.enum(['kept', 'broken', 'not-offered', 'not-examined']),
  reason: z.string().optional().describe('what is not offered, or why it was not examined'),
  findings: z.array(finding),
});

export const reportSchema = z.object({
  format: z.literal('agentsite-doctor/1'),
  url: z.string(),
  publishedAs: z.string().describe('the origin that documents of the site name'),
  examinedAt: z.iso.datetime(),
  requests: z.int(),
  milliseconds: z.int(),
  formula: z.string(),
  score: z.int().nullable(),
  counts: z.object({ error: z.int(), warning: z.int(), note: z.int() }).describe('rules that are broken'),
  areas: z.array(z.object({ id: z.string(), title: z.string(), score: z.int().nullable() })),
  results: z.array(result),
  sampled: z
    .array(z.object({ what: z.string(), examined: z.int(), of: z.int() }))
    .default([])
    .describe('of what only a part was examined; --all examines more'),
  skipped: z.array(z.object({ reason: z.string(), urls: z.array(z.string()) })),
});

export type Report = z.infer<typeof reportSchema>;
export type Result = z.infer<typeof result>;

/** @param today when the site was examined */
export function makeReport(examination: Examination, today: Date): Report {
  const { results, skipped, samples, url, publishedAs, requests, milliseconds } = examination;
  const broken = results.filter(({ outcome }) => outcome.kind === 'broken');
  const count = (severity: string) => broken.filter(({ check }) => check.severity === severity).length;
  return {
    format: 'agentsite-doctor/1',
    url,
    publishedAs,
    examinedAt: today.toISOString(),
    requests,
    milliseconds: Math.round(milliseconds),
    formula,
    score: score(results),
    counts: { error: count('error'), warning: count('warning'), note: count('note') },
    areas: groupByArea(results).map(({ area, title, score: points }) => ({ id: area, title, score: points })),
    results: results.map(({ check, outcome }) => ({
      id: check.id,
      area: check.area,
      severity: check.severity,
      title: check.title,
      source: check.source,
      outcome: outcome.kind,
      ...(outcome.kind === 'not-offered' ? { reason: outcome.what } : {}),
      ...(outcome.kind === 'not-examined' ? { reason: outcome.why } : {}),
      findings: outcome.kind === 'broken' ? [...outcome.findings] : [],
    })),
    sampled: [...samples].flatMap(([what, [examined, of]]) =>
      examined < of ? [{ what, examined, of }] : [],
    ),
    skipped: [...skipped].map(([reason, urls]) => ({ reason, urls: [...urls].slice(0, 20) })),
  };
}

/** The JSON Schema of {@link Report}. */
export function describeReport(): object {
  return z.toJSONSchema(reportSchema);
}
