import type { Request, Response } from 'express';
import type { ContactPage } from '../../src/core/contact/page.ts';
import type { Site } from '../../src/core/model/site.ts';
import type { SearchPage } from '../../src/core/pages/page.ts';

/** Astro's handler: renders the page of a request on demand, with what `Astro.locals` shall hold. */
export type PageRenderer = (
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
  locals: { readonly site: Site } & ({ readonly contact: ContactPage } | { readonly page: SearchPage }),
) => unknown;
