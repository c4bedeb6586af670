import type { z } from 'zod';

/** What a value of the right type must be: its limits, its format. `is` adds to it: `, and is "x"`. */
export function explainForm(issue: z.core.$ZodRawIssue | z.core.$ZodIssue, is = ''): string {
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const [least, limit] =
      issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
    if (issue.origin === 'string')
      return limit === 1 ? 'must not be empty' : `must have ${least} ${limit} characters`;
    if (issue.origin === 'array') return `must have ${least} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
    return `must be ${issue.origin === 'int' ? 'a whole number, ' : ''}${least} ${limit}`;
  }
  const isDefault = /^(?:Invalid|Unrecognized|Too )/.test(issue.message ?? '');
  if (!isDefault && issue.message) return issue.message;
  if (issue.code !== 'invalid_format') return 'cannot be used';
  if (issue.format === 'url') return `must be an address such as https://example.org${is}`;
  return `must ${issue.format === 'regex' ? `match ${issue.pattern}` : `have the format "${issue.format}"`}${is}`;
}

/** What a value that matches no form of a union must be. `nameOf` names types: `a list` for `array`. */
export function explainUnion(
  { errors }: z.core.$ZodIssueInvalidUnion,
  nameOf: (type: string) => string,
): string {
  const forms = errors.flat().flatMap((issue) => {
    if (issue.code === 'invalid_value') return issue.values.map(String);
    return issue.code === 'invalid_type' ? [nameOf(issue.expected)] : [];
  });
  return `must be ${[...new Set(forms)].join(' or ') || 'one of its other forms'}`;
}
