import { z } from 'zod';
import { isTimezone } from '../core/model/dates.ts';
import { type Site, siteSchema } from '../core/model/site.ts';
import { site as written } from '../site.ts';

/**
 * The owner's settings, checked.
 * @param url overrides the base URL that `src/site.ts` names
 * @throws with a sentence for each setting that cannot be used.
 */
export function readSite(url: string | undefined): Site {
  const checked = siteSchema
    .refine(({ timezone }) => isTimezone(timezone), {
      path: ['timezone'],
      error: 'is no IANA time zone such as Europe/Berlin',
    })
    .safeParse({ ...written, ...(url ? { url } : {}) });
  if (checked.success) return checked.data;
  throw new Error(`src/site.ts cannot be used:\n${z.prettifyError(checked.error)}`);
}
