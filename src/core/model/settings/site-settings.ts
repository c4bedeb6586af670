import type { z } from 'zod';
import type { siteSchema } from '../site.ts';

/** What an owner writes in `site.ts`. The package declares it with the comments of its fields instead. */
export type SiteSettings = z.input<typeof siteSchema>;
