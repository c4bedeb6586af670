import { asObject, isObject, type JsonObject, readJson } from '../documents/json-value.ts';
import type { Found, Visit } from './visit.ts';

/** The OpenAPI description of a site. */
export interface Description {
  readonly found: Found;
  readonly value: JsonObject;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** Where clients look for a description. */
export const usualPaths = ['/openapi.json', '/.well-known/openapi.json'];
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function findDescription(visit: Visit): Promise<Description | null> {
  return visit.once('openapi', async () => {
    const home = await visit.home();
    const named = visit
      .linksOf(home)
      .filter(({ relations }) => relations.includes('service-desc'))
      .map(({ target }) => visit.local(target, home.finalUrl));
    const found = await visit.findFirst([
      ...named,
      ...usualPaths.map((path) => visit.atRoot(path)),
      visit.below('openapi.json'),
    ]);
    const value = found ? readJson(found.answer.text) : null;
    if (!found || !isObject(value) || (value.openapi === undefined && value.swagger === undefined))
      return null;
    const operations = Object.entries(asObject(value.paths)).flatMap(([path, item]) =>
      Object.entries(asObject(item))
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => ({ path, method, operation: asObject(operation) })),
    );
    return { found, value, operations };
  });
}
