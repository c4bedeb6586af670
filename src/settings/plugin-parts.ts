import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { kindFields, ownKinds, ownTaxonomies } from '../core/model/settings/own-kinds.ts';
import { type ThemeComponent, themeComponents } from '../core/model/settings/theme-components.ts';
import { explainMissing } from '../plugins/locate-module.ts';
import type { PluginParts } from '../plugins/plugin.ts';

const componentNames = Object.keys(themeComponents) as ThemeComponent[];
const slotNames = componentNames.filter((name) => themeComponents[name].endsWith('/place.astro'));

const isTreePlugin = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null);
const treePlugin = z.custom(isTreePlugin, 'must be a plugin: an object or a function');
const unifiedPlugin = z.custom(
  (value) => typeof value === 'string' || isTreePlugin(value),
  'must be a function, a list of one and its options, or the name of a module',
);
const ownFunction = <Type>() => z.custom<Type>((value) => typeof value === 'function', 'must be a function');
/** A path without `..`, which would lead out of the site. */
const path = z
  .string()
  .regex(/^(?!.*\/\.{1,2}(?:\/|$))\/[\w./-]*$/, 'must be a path such as /reading-list.json');
const mediaType = z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:;.*)?$/, 'must be a media type');
const surface = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  relation: z.string().optional(),
  inHeader: z.literal(true).optional(),
  catalog: z
    .array(
      z.strictObject({ anchor: z.enum(['catalog', 'site', 'wp', 'mcp', 'contact']), relation: z.string() }),
    )
    .optional(),
  aiCatalog: z.strictObject({ name: z.string(), type: z.string(), queries: z.array(z.string()) }).optional(),
  onNotFound: z.literal(true).optional(),
  inLlms: z.literal(true).optional(),
  asFile: z.looseObject({}).optional(),
});
/** Header fields that HTTP, the content or the site's front decide. */
const ownHeaders =
  /^(?:connection|content-(?:encoding|length|range|security-policy|type)|date|etag|keep-alive|last-modified|server|transfer-encoding|vary)$/i;
const headers = z.record(
  z
    .string()
    .regex(/^[\w-]+$/)
    .refine((name) => !ownHeaders.test(name), 'is a header that the server sets'),
  z.string().regex(/^[^\r\n]*$/, 'must be one line'),
);
/** Operations of an OpenAPI path. */
const pathItem = z.partialRecord(
  z.enum(['get', 'head', 'post', 'put', 'patch', 'delete']),
  z.looseObject({}),
);
const origin = z
  .url({ protocol: /^(?:https?|wss?)$/ })
  .regex(/^[^\s;,']*$/, 'must be an address such as https://example.org');

const tool = z.strictObject({
  title: z.string(),
  description: z.string(),
  annotations: z
    .strictObject({
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  input: z.custom<z.ZodObject>((value) => value instanceof z.ZodObject, 'must be z.strictObject({ … })'),
});

/** The parts that a `setup` may return. @param root folder of the site, below which module URLs are written */
export const createPartsSchema = (root: string) => {
  const module = z
    .union([z.string(), z.instanceof(URL)])
    .transform((name) => nameModule(name, root))
    .check(({ value, issues }) => {
      const message = explainMissing(value, root);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    });
  const sources = z.partialRecord(
    z.enum(['script-src', 'connect-src', 'style-src', 'form-action']),
    z.array(origin),
  );
  const [components, slots] = [z.enum(componentNames), z.enum(slotNames)];
  return z.strictObject({
    remarkPlugins: z.array(unifiedPlugin).optional(),
    rehypePlugins: z.array(unifiedPlugin).optional(),
    markdown: z
      .strictObject({
        mdastPlugins: z.array(treePlugin).optional(),
        hastPlugins: z.array(treePlugin).optional(),
      })
      .optional(),
    kinds: ownKinds,
    taxonomies: ownTaxonomies,
    fields: z.record(z.string(), kindFields).default({}),
    publications: z
      .array(
        z.strictObject({
          path,
          type: mediaType,
          headers: headers.optional(),
          surface: surface.optional(),
          render: ownFunction(),
        }),
      )
      .default([]),
    checks: ownFunction<PluginParts['checks']>().optional(),
    html: z
      .strictObject({
        head: z.array(z.looseObject({})).default([]),
        components: z.partialRecord(components, module).default({}),
        slots: z.partialRecord(slots, module).default({}),
        styles: z.array(module).default([]),
        scripts: z.array(module).default([]),
        sources: sources.default({}),
      })
      .prefault({}),
    words: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    commands: z
      .record(z.string().regex(/^[a-z][a-z-]*$/), z.strictObject({ summary: z.string(), module }))
      .default({}),
    afterPublish: module.optional(),
    mount: z.strictObject({ path: path.endsWith('/'), module }).optional(),
    secrets: z.array(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be a name such as HUM_TOKEN')).default([]),
    sidecar: z
      .strictObject({
        module,
        surfaces: z.array(surface.extend({ path, type: mediaType })).default([]),
        addresses: z.array(path).default([]),
        pageTypes: z
          .array(
            z
              .string()
              .regex(
                /^(?!text\/(?:html|markdown)$)[a-z]+\/[a-z0-9.+-]+$/,
                'must be a media type that pages do not have',
              ),
          )
          .default([]),
        data: ownFunction().optional(),
        tools: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), tool).default({}),
        openapi: z.record(z.string().startsWith('/'), pathItem).default({}),
      })
      .optional(),
  });
};

/** What a plugin returned, with its defaults and with names instead of URLs. */
export type CheckedParts = z.output<ReturnType<typeof createPartsSchema>>;

/** From the site's folder where it is in there, so that it is right on other machines. */
function nameModule(name: URL | string, root: string): string {
  if (typeof name === 'string') return name;
  // A published package has compiled files where its sources name TypeScript.
  const url = existsSync(name) ? name : new URL(name.href.replace(/\.ts$/, '.js'));
  const path = relative(root, fileURLToPath(url)).replaceAll(sep, '/');
  return path.startsWith('..') ? url.href : `./${path}`;
}
