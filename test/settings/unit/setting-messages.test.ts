import { expect, it } from 'vitest';
import { z } from 'zod';
import { siteSchema } from '../../../src/core/model/site.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';
import { explainIssues } from '../../../src/settings/setting-issues.ts';

const plain = {
  title: 'Notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'Zoë', slug: 'zoe' },
};

function messagesOf(fields: object): string[] {
  try {
    checkSettings({ ...plain, ...fields }, {}, 'site.ts');
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

type Path = readonly (string | number)[];

function unwrap(type: unknown): unknown {
  if (type instanceof z.ZodPipe) return unwrap(type.in);
  return type instanceof z.ZodDefault || type instanceof z.ZodPrefault || type instanceof z.ZodOptional
    ? unwrap(type.unwrap())
    : type;
}

/** Every place of a schema that a value can be written to. */
function* placesOf(type: unknown, at: Path = []): Generator<Path> {
  if (at.length > 0) yield at;
  const inner = unwrap(type);
  if (inner instanceof z.ZodObject)
    for (const [name, field] of Object.entries(inner.shape)) yield* placesOf(field, [...at, name]);
  else if (inner instanceof z.ZodRecord) yield* placesOf(inner.valueType, [...at, 'x']);
  else if (inner instanceof z.ZodArray) yield* placesOf(inner.element, [...at, 0]);
  else if (inner instanceof z.ZodUnion) for (const option of inner.options) yield* placesOf(option, at);
}

/** The settings with one value at a place, and what has to be around it. */
function put(settings: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const holder = typeof settings === 'object' && settings !== null ? settings : {};
  if (typeof step === 'number') return [put(undefined, rest, value)];
  return { ...holder, [step]: put(Reflect.get(holder, step), rest, value) };
}

const wrong = [
  5,
  -1,
  1e9,
  1.5,
  '',
  'x',
  '!!',
  true,
  null,
  [],
  [5],
  ['!!'],
  [{}],
  {},
  { a: 1 },
  { '!!': 'x' },
  { service: 'x' },
];

it('no message about a setting is one of the library that checks it', () => {
  const seen: string[] = [];
  let count = 0;
  for (const place of placesOf(siteSchema)) {
    for (const value of wrong) {
      const written = put(plain, place, value);
      const { error } = siteSchema.safeParse(written);
      for (const { path, message } of explainIssues(error?.issues ?? [], siteSchema, written)) {
        count++;
        if (
          /Invalid|expected|Too (?:small|big)|discriminator|pattern|Unrecognized|undefined|\[object/.test(
            message,
          )
        )
          seen.push(`${path.join('.')} = ${JSON.stringify(value)}: ${message}`);
      }
    }
  }
  expect(count).toBeGreaterThan(1_000);
  expect([...new Set(seen)]).toEqual([]);
});

it.each([
  [
    { components: { Footer: './a.astro' } },
    'components.Footer: is not a setting; did you mean "SiteFooter"?',
  ],
  [
    { components: { footer: './a.astro' } },
    'components.footer: is not a setting; did you mean "SiteFooter"?',
  ],
  [
    { components: { SiteFoter: './a.astro' } },
    'components.SiteFoter: is not a setting; did you mean "SiteFooter"?',
  ],
  [
    { connect: { analytics: { service: 'plausibel' } } },
    'connect.analytics.service: must be one of plausible, goatcounter, umami, other, and is "plausibel"; did you mean "plausible"?',
  ],
  [
    { connect: { comments: { repository: 'a/b' } } },
    'connect.comments.service: is missing; it must be one of giscus, other, contact, mail',
  ],
  [
    { connect: { analytics: { service: 'plausible', domian: 'a.example' } } },
    'connect.analytics.domian: is not a setting; did you mean "domain"?',
  ],
  [{ connect: { analytics: 'plausible' } }, 'connect.analytics: must be an object, and is "plausible"'],
  [{ deploy: 'netlfy' }, /^site\.ts deploy: must be one of .*; did you mean "netlify"\?$/],
])('%j is explained', (fields, message) => {
  const [first = ''] = messagesOf(fields);
  if (typeof message === 'string') expect(first).toBe(`site.ts ${message}`);
  else expect(first).toMatch(message);
});
