import { type FrontTable, isInternal, lockedTwinFile } from '../../src/core/front/front-table.ts';
import type { PageForm } from '../../src/core/front/negotiation.ts';
import { pagePathOfTwin, twinPath } from '../../src/core/model/urls.ts';
import type { PublishedFile, PublishedFiles } from './published-files.ts';

/** Meaning of a path, before any file is read. */
export type Resolution =
  /** A page in the form that the client asked for; `page` is its path. */
  | {
      readonly kind: 'page';
      readonly file: PublishedFile;
      readonly page: string;
      readonly form: PageForm;
      readonly negotiated: boolean;
    }
  | { readonly kind: 'file'; readonly file: PublishedFile }
  | { readonly kind: 'locked'; readonly file: PublishedFile; readonly page: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'missing' };

export interface Release {
  readonly files: PublishedFiles;
  readonly table: FrontTable;
  readonly lockedTwins: ReadonlySet<string>;
}

/** @param path decoded and checked; @param form that the client prefers for a page */
export function resolvePath(path: string, form: PageForm, release: Release): Resolution {
  const { files, table, lockedTwins } = release;
  const redirect = Object.hasOwn(table.redirects, path) ? table.redirects[path] : undefined;
  if (redirect !== undefined) return { kind: 'redirect', location: redirect };
  if (isInternal(path)) return { kind: 'missing' };
  if (path.endsWith('/')) return resolvePage(path, form, release);
  if (lockedTwins.has(path)) return resolveLocked(path, release);

  const file = files.find(path);
  const page = path.endsWith('.md') ? pagePathOfTwin(path) : null;
  if (file && page !== null && files.find(`${page}index.html`)) {
    return { kind: 'page', file, page, form: 'markdown', negotiated: false };
  }
  if (file && path.endsWith('/index.html')) {
    return { kind: 'redirect', location: encodeURI(path.slice(0, -'index.html'.length)) };
  }
  if (file) return { kind: 'file', file };
  if (files.find(`${path}/index.html`)) return { kind: 'redirect', location: encodeURI(`${path}/`) };
  return { kind: 'missing' };
}

function resolvePage(path: string, form: PageForm, release: Release): Resolution {
  const { files, lockedTwins } = release;
  const html = files.find(`${path}index.html`);
  const twin = twinPath(path);
  if (form === 'markdown' && lockedTwins.has(twin)) return resolveLocked(twin, release);
  // A page that is rendered on demand has a twin among the files and no HTML.
  const markdown = form === 'markdown' ? files.find(twin) : undefined;
  if (markdown) return { kind: 'page', file: markdown, page: path, form: 'markdown', negotiated: true };
  if (!html) return { kind: 'missing' };
  return { kind: 'page', file: html, page: path, form: 'html', negotiated: false };
}

function resolveLocked(twin: string, { files }: Release): Resolution {
  const file = files.find(`/${lockedTwinFile(twin)}`);
  return file ? { kind: 'locked', file, page: pagePathOfTwin(twin) } : { kind: 'missing' };
}
