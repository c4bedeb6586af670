import { describe, expect, it } from 'vitest';
import { idList, isSearch, readParameters, slugList, splitList } from '../../../sidecar/wp/parameters.ts';
import type { WpArguments } from '../../../src/core/wp/parameters/argument.ts';
import { buildPhpQuery, parsePhpQuery } from '../../../src/core/wp/php-query.ts';

const declared: WpArguments = {
  page: { type: 'integer', default: 1, minimum: 1, first: true },
  include: { type: 'array', items: { type: 'integer' }, default: [] },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  status: { type: 'array', items: { type: 'string' }, default: 'publish', special: 'status' },
  type: { type: 'string', default: 'post' },
  subtype: {
    type: 'array',
    items: { type: 'string' },
    default: 'any',
    special: 'subtype',
    subtypes: { post: ['page'] },
  },
};
const read = (query: string, body?: string) => {
  const sources = [...(body === undefined ? [] : [parsePhpQuery(body)]), parsePhpQuery(query)];
  const last = sources.at(-1) ?? new Map();
  const outcome = readParameters(declared, sources, last);
  return outcome.ok ? outcome.parameters : outcome.error;
};

describe('parameters of a request', () => {
  it('are converted, with defaults; undeclared ones are left out', () => {
    expect(read('page=2&include=3,-4&other=1')).toMatchObject({
      values: { page: 2, include: [3, -4], order: 'desc', status: ['publish'] },
    });
    expect(read('page=2&other=1')).not.toHaveProperty('values.other');
  });

  it('come from the body before the query', () => {
    expect(read('page=2', 'page=3')).toMatchObject({ values: { page: 3 } });
  });

  it('are refused in two rounds: those of every collection first', () => {
    expect(read('page=x&order=up')).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { page: expect.any(String) } },
    });
    expect(read('page=x&order=up')).not.toHaveProperty('data.params.order');
    expect(read('include=x&order=up')).toMatchObject({
      data: { params: { include: expect.any(String), order: expect.any(String) } },
    });
  });

  it('allow the published status only', () => {
    expect(read('status=publish')).toMatchObject({ values: { status: ['publish'] } });
    expect(read('status=draft')).toMatchObject({
      data: { details: { status: { code: 'rest_forbidden_status' } } },
    });
  });

  it('drop subtypes of another type', () => {
    expect(read('subtype=page,category')).toMatchObject({ values: { subtype: ['page'] } });
    expect(read('subtype=any')).toMatchObject({ values: { subtype: ['any'] } });
    expect(read('subtype=page&type=other')).toMatchObject({
      data: { details: { subtype: { code: 'rest_search_invalid_type' } } },
    });
  });

  it('are repeated by paging links as they were understood', () => {
    const parameters = read('include=3, 4&x=%20y');
    if (!('query' in parameters)) throw new Error('Refused');
    expect(buildPhpQuery(parameters.query)).toBe('include%5B0%5D=3&include%5B1%5D=4&x=+y');
  });
});

it('lists, slugs and searches are read as PHP reads them', () => {
  expect(splitList('a, b  c,,')).toEqual(['a', 'b', 'c']);
  expect(idList([3, -4])).toEqual([3, 4]);
  expect(slugList(['Ünï x'])).toEqual(['%c3%bcn%c3%af-x']);
  expect(['', '0', 'a', undefined].map(isSearch)).toEqual([false, false, true, false]);
});
