import { z } from 'zod';

const passage = z.object({
  text: z.string().describe('Exactly as in the Markdown of the page.'),
  header: z.string().describe('Of a row: the header of its table.').optional(),
  header_start: z.int().optional(),
  title: z.string(),
  anchor: z.string().optional(),
  url: z.string().describe('Shows and highlights the passage.'),
  markdown_url: z.string(),
  start: z.int().describe('First byte in the Markdown.'),
  end: z.int().describe('Byte behind the last.'),
  date: z.string().describe('RFC 3339, UTC.'),
  language: z.string(),
  digest: z.string().describe('Of the Markdown, as in Repr-Digest (RFC 9530).'),
});

/** What `quote` and the REST route of passages return. */
export const passageAnswer = z.object({
  found: z.boolean(),
  passages: z.array(passage).describe('Best first; absent if nothing was found.').optional(),
  message: z.string().optional(),
  missing: z.array(z.string()).describe('Words that are nowhere on the site.').optional(),
  nearest: z
    .array(z.object({ title: z.string(), url: z.string() }))
    .describe('Pages about the other words.')
    .optional(),
});
