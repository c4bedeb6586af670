import { z } from 'zod';
import type { SidecarParts } from '../../src/plugins/sidecar-plugin.ts';

const ownFunction = z.custom((value) => typeof value === 'function', 'must be a function');
const count = z.int().min(1).optional();

const schema = z.strictObject({
  routes: z
    .array(
      z.strictObject({
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
        path: z.string(),
        maxBytes: count,
        perMinute: count,
        body: z.enum(['bytes', 'text']).optional(),
        handle: ownFunction,
      }),
    )
    .optional(),
  page: ownFunction.optional(),
  mcp: z
    .strictObject({
      tools: z.record(z.string(), ownFunction).optional(),
      resources: z
        .array(z.looseObject({ uri: z.string(), name: z.string(), mimeType: z.string(), read: ownFunction }))
        .optional(),
      prompts: z
        .array(z.looseObject({ name: z.string(), description: z.string(), get: ownFunction }))
        .optional(),
    })
    .optional(),
  jobs: z
    .array(z.strictObject({ name: z.string().min(1), every: z.number().min(1), run: ownFunction }))
    .optional(),
});

/** What the module of a plugin returned. @throws Error that says what is wrong with it */
export function checkParts(returned: unknown, addresses: readonly string[]): SidecarParts {
  const checked = schema.safeParse(returned);
  if (!checked.success)
    throw new Error(`what its module returns can't be used:\n${z.prettifyError(checked.error)}`);
  const strange = checked.data.routes?.find(({ path }) => path.startsWith('/') && !addresses.includes(path));
  if (strange)
    throw new Error(`the route ${strange.path} is not in "addresses"; others have no slash at the front`);
  return returned as SidecarParts;
}
