import type { SSRResult } from 'astro';
import type { FetchState } from 'astro/fetch';

/**
 * Renders many pages of one route with one result object of Astro's renderer, in a third of the time of one request
 * each. This uses undocumented parts of the renderer; `src/build/README.md` lists every such reliance. The state that a page
 * leaves in the result is reset before the next. `src/build/fast/shared-pages.ts` compares pages with those of Astro's
 * documented way, and goes that way where they differ or where this file fails. Imports are dynamic, so that a missing
 * export is a failure of the first call, not of the theme.
 */

/** Modules of Astro's renderer; `virtual-theme.ts` leaves this file out where one of them is missing. */
export const rendererModules = ['astro/fetch', 'astro/runtime/server/index.js'] as const;

/** Renders one page after the other, never two at once. Rejects where the page needs a request of its own. */
export type RenderShared = (locals: App.Locals) => Promise<string>;

/** Properties of `Astro` that belong to one request, which here is that of another page. */
const ofRequest = [
  'url',
  'request',
  'params',
  'originPathname',
  'routePattern',
  'cookies',
  'session',
  'csp',
  'clientAddress',
  'currentLocale',
  'preferredLocale',
  'preferredLocaleList',
] as const;

/** @returns null where each page needs a request of its own: for a middleware, or a policy of contents */
export async function openShared(address: string): Promise<RenderShared | null> {
  const [{ FetchState }, { renderToString }] = await Promise.all([
    import('astro/fetch'),
    import('astro/runtime/server/index.js'),
  ]);
  const state = new FetchState(new Request(address));
  if (state.manifest.csp || !(await passesOn(state))) return null;
  const locals: Record<string, unknown> = {};
  state.locals = locals as unknown as App.Locals;
  const page = await state.loadComponentInstance();
  const result = await state.createResult(page, state.getActionAPIContext());
  const Page = page.default as Parameters<typeof renderToString>[1];
  const metadata = result.componentMetadata.get(Page.moduleId ?? '');
  result._metadata.headInTree = metadata?.containsHead ?? false;
  result._metadata.routeHasPropagation = (metadata?.propagation ?? 'none') !== 'none';
  refuseRequest(result);
  rememberAddresses(result);
  const resets = [result, result._metadata].map(rememberState);
  return async (given) => {
    for (const reset of resets) reset();
    for (const name in locals) if (!Object.hasOwn(given, name)) delete locals[name];
    Object.assign(locals, given);
    const html = await renderToString(result, Page, {}, {}, true, state.routeData);
    if (typeof html !== 'string' || result.response.status !== 200) {
      throw new Error('The page answers with more than a text.');
    }
    return html;
  };
}

/** Does the middleware of the site pass each request on without reading it? */
async function passesOn({ manifest }: FetchState): Promise<boolean> {
  const { onRequest } = (await manifest.middleware?.()) ?? {};
  if (!onRequest) return true;
  const untouchable = new Proxy({}, { get: (_, name) => refuse(String(name)) });
  const answer = new Response();
  try {
    return (await onRequest(untouchable as never, async () => answer)) === answer;
  } catch {
    return false;
  }
}

/** All `Astro` objects of a result share a prototype with the properties of the request. */
function refuseRequest(result: SSRResult): void {
  const shared = Object.getPrototypeOf(result.createAstro({}, null));
  for (const name of ofRequest) Object.defineProperty(shared, name, { get: () => refuse(`Astro.${name}`) });
}

function refuse(name: string): never {
  throw new Error(`${name} is read.`);
}

/** Each page asks for the addresses of the same scripts and styles, which Astro makes by parsing. */
function rememberAddresses(result: SSRResult): void {
  const { resolve } = result;
  const known = new Map<string, Promise<string>>();
  result.resolve = (file) => {
    const address = known.get(file) ?? resolve(file);
    known.set(file, address);
    return address;
  };
}

/** @returns a function that gives the object the values that it has at this moment */
function rememberState(object: object): () => void {
  const values = object as Record<string, unknown>;
  const initial = Object.entries(values).map(([name, value]) => [name, copyOf(value)] as const);
  const names = new Set(Object.keys(values));
  return () => {
    for (const [name, value] of initial) if (!isCopy(values[name], value)) values[name] = copyOf(value);
    for (const name in values) if (!names.has(name)) delete values[name];
  };
}

function copyOf(value: unknown): unknown {
  if (value instanceof Set) return new Set(value);
  return Array.isArray(value) ? [...value] : value;
}

/** Is a value still as its copy? Most are, and a page is rendered in less time than all are copied in. */
function isCopy(value: unknown, copy: unknown): boolean {
  if (copy instanceof Set) return value instanceof Set && hasSame([...value], [...copy]);
  if (Array.isArray(copy)) return Array.isArray(value) && hasSame(value, copy);
  return value === copy;
}

function hasSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
