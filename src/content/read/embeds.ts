import { z } from 'zod';
import type { Embed } from '../../core/model/embeds.ts';
import { type Listed, readYamlList } from './yaml-list.ts';

/** What cards of links show, stored by `agentsite embeds` for all documents. */
export const embedsFile = 'content/embeds.yaml';

/** What a card shows of the page behind a link, in the list of all or in the front matter of a document. */
export const embedSchema = z.strictObject({
  /** As in the text. */
  url: z.url({ protocol: /^https?$/, error: 'must be a URL (https://…)' }),
  title: z.string().trim().min(1).optional(),
  description: z.string().trim().min(1).optional(),
  author: z.string().trim().min(1).optional(),
  /** A file next to the list or the document, or a path in `public/`. */
  image: z
    .string()
    .regex(/^(?!https?:|\/\/)\S/, 'must be a file, so that readers request nothing from another host')
    .optional(),
});

export function readEmbeds(root: string): Listed<Embed> {
  return readYamlList(root, embedsFile, embedSchema, 'embeds', 'url');
}
