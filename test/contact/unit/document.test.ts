import { expect, test } from 'vitest';
import { type ContactBudget, rateLimitFields } from '../../../src/core/contact/document.ts';

const perCaller = (remaining: number, resetSeconds = 60): ContactBudget => ({
  limit: 10,
  windowSeconds: 3_600,
  remaining,
  resetSeconds,
});
const site = (remaining: number, resetSeconds = 60): ContactBudget => ({
  limit: 25,
  windowSeconds: 86_400,
  remaining,
  resetSeconds,
});

test('RateLimit names the budget of which less is left, on a tie the one that takes longer to come back', () => {
  expect(rateLimitFields(perCaller(3), site(20)).RateLimit).toBe('"ip";r=3;t=60');
  expect(rateLimitFields(perCaller(9), site(2, 5_021)).RateLimit).toBe('"site";r=2;t=5021');
  expect(rateLimitFields(perCaller(0, 60), site(0, 70)).RateLimit).toBe('"site";r=0;t=70');
  expect(rateLimitFields(perCaller(0, 80), site(0, 70)).RateLimit).toBe('"ip";r=0;t=80');
});

test('RateLimit-Policy lists both budgets', () => {
  expect(rateLimitFields(perCaller(3), site(20))['RateLimit-Policy']).toBe(
    '"ip";q=10;w=3600, "site";q=25;w=86400',
  );
});
