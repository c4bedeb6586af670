import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { negotiateError, negotiatePage } from '../../../src/core/front/negotiation.ts';

/** Accept header (null: none), the form that must be served, and why. Every front passes the same table. */
type Case = readonly [accept: string | null, form: 'html' | 'markdown', reason: string];
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/accept-cases.json'), 'utf8'),
) as Case[];

describe('the form of a page', () => {
  it.each(cases)('%s → %s (%s)', (accept, form) => {
    expect(negotiatePage(accept ?? undefined)).toBe(form);
  });

  it('is decided in linear time for hostile headers', () => {
    // In more than linear time a megabyte takes longer than a test may.
    negotiatePage(`${'text/markdown;q=0.5,'.repeat(50_000)}text/html`);
    negotiatePage(`text/markdown;${'a="'.repeat(300_000)}`);
  });
});

describe('the form of an error', () => {
  it.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/html', 'html'],
    ['application/json', 'json'],
    ['application/problem+json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/html, application/json;q=0.9', 'html'],
    ['text/markdown', 'markdown'],
    ['text/markdown, application/json;q=0.5', 'markdown'],
    ['application/json;q=0', 'html'],
  ] as const)('%s → %s', (accept, form) => {
    expect(negotiateError(accept)).toBe(form);
  });
});
