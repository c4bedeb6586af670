import { z } from 'zod';

/** What a card says of the page behind a link: in the front matter, or stored by `agentsite embeds`. */
export const embedSchema = z.strictObject({
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

export type Embed = z.infer<typeof embedSchema>;
