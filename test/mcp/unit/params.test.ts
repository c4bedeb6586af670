import { expect, test } from 'vitest';
import { findParamsProblem, withReadParams } from '../../../sidecar/mcp/params.ts';
import { describeUnknownName } from '../../../sidecar/mcp/validation-sentences.ts';

test.each([
  ['tools/call', undefined, 'The parameter "name" is missing.'],
  ['tools/call', { name: 5 }, 'The parameter "name" must be a string.'],
  ['tools/call', { name: 'search', arguments: 'x' }, 'The parameter "arguments" must be an object.'],
  ['tools/list', { cursor: 5 }, 'The parameter "cursor" must be a string.'],
  ['resources/read', {}, 'The parameter "uri" is missing.'],
  ['prompts/get', { name: 'x', arguments: { y: [] } }, 'The parameter "arguments.y" must be a string.'],
  ['tools/list', {}, undefined],
  ['tools/list', undefined, undefined],
  ['prompts/get', { name: 'x', arguments: { y: 5 } }, undefined],
  ['constructor', {}, undefined],
])('the parameters of %s are explained in a sentence: %j', (method, params, problem) => {
  expect(findParamsProblem(method, params)).toBe(problem);
});

test('null in parameters and their members is absent; elsewhere it stays', () => {
  expect(withReadParams({ id: 1, method: 'x', params: null })).toEqual({ id: 1, method: 'x' });
  const params = { name: 'x', cursor: null, arguments: { a: null, b: [null], c: { d: null } } };
  expect(withReadParams({ id: null, method: 'tools/call', params })).toEqual({
    id: null,
    method: 'tools/call',
    params: { name: 'x', arguments: { b: [null], c: { d: null } } },
  });
  for (const other of [null, 5, 'x', [null], { params: [null] }])
    expect(withReadParams(other)).toEqual(other);
});

test('a value that is nested without end costs nothing', () => {
  let deep: unknown = null;
  for (let depth = 0; depth < 50_000; depth++) deep = { a: deep };
  expect(() => withReadParams({ method: 'initialize', params: { capabilities: deep } })).not.toThrow();
  expect(() => withReadParams({ params: deep })).not.toThrow();
});

test('an unknown name is reported with the nearest one, however long it is', () => {
  expect(describeUnknownName('tool', 'get_contents', ['fetch', 'get_content'])).toBe(
    'There is no tool named "get_contents". Did you mean "get_content"? The tools are fetch and get_content.',
  );
  expect(describeUnknownName('prompt', 'zzz', ['answer'])).toBe(
    'There is no prompt named "zzz". The prompts are answer.',
  );
  expect(describeUnknownName('tool', 'x'.repeat(200_000), ['fetch']).length).toBeLessThan(300);
});
