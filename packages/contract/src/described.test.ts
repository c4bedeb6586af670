import { describe, expect, it } from 'vitest';
import { readDescription } from './description.ts';
import { ask, askJson, description } from './http-client.ts';
import { rootFolder } from './site-pages.ts';

/**
 * Every answer that this suite gets is held against `/openapi.json` where it is got (`http-client.ts`). Here
 * everything is asked for that is described, and that the judge is no friend of the answers.
 */
const examples: Readonly<Record<string, string>> = {
  type: 'page',
  status: 'publish',
  taxonomy: 'category',
  name: 'use-this-site',
};

/** The addresses of a described path; an `{id}` is filled in from the collection above it, and with an unknown one. */
async function addressesOf(path: string): Promise<string[]> {
  if (!path.includes('{')) return [path];
  if (path === '/{slug}.md') return [(await rootFolder()) === '' ? '/index.md' : `${await rootFolder()}.md`];
  if (!path.endsWith('{id}')) return [path.replace(/\{(\w+)\}/, (_, name: string) => examples[name] ?? 'x')];
  const { json } = await askJson<{ id: number }[]>(path.replace('/{id}', ''));
  return [999_999_999, ...json.slice(0, 2).map(({ id }) => id)].map((id) => path.replace('{id}', String(id)));
}

it('every address that is described answers as described, with every way to ask that routes have in common', async () => {
  const { operations } = await description();
  const reads = operations.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(40);
  for (const { path } of reads) {
    for (const address of await addressesOf(path)) {
      const { status } = await ask(address);
      expect([200, 404], address).toContain(status);
      await ask(address, { method: 'HEAD' });
      if (!address.startsWith('/wp-json/wp/v2/')) continue;
      for (const query of [
        'context=embed',
        '_embed',
        '_fields=id,slug',
        '_envelope',
        'context=zz',
        'context=edit',
      ]) {
        await ask(`${address}?${query}`);
      }
    }
  }
});

it('every parameter of every collection is refused as described when it makes no sense', async () => {
  const { text } = await ask('/openapi.json');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, { get?: { parameters?: { name?: string; in?: string }[] } }>;
  };
  for (const [path, { get }] of Object.entries(paths)) {
    if (!path.startsWith('/wp-json/wp/v2/') || path.includes('{')) continue;
    for (const { name, in: place } of get?.parameters ?? []) {
      if (name === undefined || place !== 'query') continue;
      await ask(`${path}?${name}[x][]=%00`);
      await ask(`${path}?${name}=`);
      await ask(`${path}?${name}=1`);
    }
  }
});

describe('the judge', () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const error = { type: 'object', required: ['code'] };
  const judge = readDescription(
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/things/{id}': {
          get: {
            responses: {
              200: { description: '', content: { 'application/json': { schema } } },
              404: { $ref: '#/components/responses/Missing' },
              default: { description: '', content: { 'application/json': { schema: error } } },
            },
          },
        },
      },
      components: {
        schemas: { Error: error },
        responses: { Missing: { description: '', content: { 'text/plain': {} } } },
      },
    }),
  );
  const given = (status: number, text: string, contentType: string | null = 'application/json') =>
    judge.judge({ method: 'GET', path: '/things/4?x=1', conditional: false }, { status, contentType, text });

  it('accepts what is described', () => {
    expect(given(200, '{"id":4}', 'application/json; charset=utf-8')).toEqual([]);
    expect(given(404, 'not here', 'text/plain')).toEqual([]);
    expect(given(500, '{"code":"x"}')).toEqual([]);
  });

  it.each([
    ['a body of another shape', given(200, '{"id":"4"}')],
    ['another type', given(200, '{"id":4}', 'text/plain')],
    ['no type', given(200, '{"id":4}', null)],
    ['a status that is not described', given(202, '')],
    ['a redirect that is not described', given(301, '')],
    ['304 to who did not ask for it', given(304, '')],
    ['a type that belongs to another status', given(404, '{"code":"x"}')],
    ['a failure of another shape', given(500, '{"message":"x"}')],
  ])('refuses %s', (_, problems) => {
    expect(problems).toHaveLength(1);
  });

  it('asks every failure in JSON to be an Error object, described or not', () => {
    const asked = { method: 'GET', path: '/nothing', conditional: false };
    const answer = { status: 404, contentType: 'application/json', text: '{}' };
    expect(judge.judge(asked, answer)).toHaveLength(1);
    expect(judge.judge({ ...asked, method: 'DELETE', path: '/things/4' }, answer)).toHaveLength(1);
  });
});
