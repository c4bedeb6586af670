import { z } from 'zod';
import { checkRedirect } from '../../core/front/redirect-target.ts';
import type { Redirect } from '../../core/model/document.ts';
import { type Listed, readYamlList } from './yaml/yaml-list.ts';

const redirectSchema = z
  .strictObject({
    /** The old path (`{name}` is one part, `{name:number}` digits, `{name*}` the rest), or a query: `/?p=137`. */
    from: z
      .string()
      .regex(/^\/(?!\/)[^\s#]*$/, 'must be an old path on this site, such as "/2019/05/hello/"'),
    /** A path of this site or a URL, with the names that `from` gave; needed unless the address is gone. */
    to: z
      .string()
      .regex(
        /^(?:https?:\/\/\S*|\/(?!\/)(?:\S| \S)*)$/,
        'must be a path on this site (/…) or a URL (https://…)',
      )
      .optional(),
    status: z
      .union([z.literal(301), z.literal(302), z.literal(307), z.literal(308), z.literal(410)])
      .default(301),
  })
  .refine(({ to, status }) => (to === undefined) === (status === 410), {
    path: ['to'],
    error: 'must say where the address leads; only status 410 (gone) goes without it',
  })
  .superRefine(({ from, to }, context) => {
    const problem = checkRedirect(from, to ?? null);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });

export const describeRedirect = () => z.toJSONSchema(redirectSchema, { io: 'input' });

/** The owner's list of old addresses; without a file it is empty. */
export function readRedirects(root: string): Listed<Redirect> {
  const { items, ...read } = readYamlList(
    root,
    'content/redirects.yaml',
    redirectSchema,
    'redirects',
    'from',
  );
  const places = new Map(items.map(({ from }, index) => [from, read.locate(index, 'to')]));
  const redirects = items.map(({ from, to, status }) => ({ from, to: to ?? null, status }));
  return { ...read, items: redirects, places };
}
