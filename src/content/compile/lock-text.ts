import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { addBasePath } from '../../core/html/base-path.ts';
import { renderFacts } from '../../core/html/facts.ts';
import type { Document } from '../../core/model/document.ts';
import { mimeTypes } from '../../core/model/media-types.ts';
import { absoluteUrl, basePath, encodePath, mediaPath } from '../../core/model/urls.ts';
import { rewriteAddresses } from '../../core/text/html-addresses.ts';
import { publishedBytes } from '../images/other-files.ts';
import { lockBody } from '../read/protection.ts';
import type { CompiledText } from './compile-markdown.ts';
import type { CompilerSettings } from './compiler-settings.ts';

/** Encrypts a document. Title, date and terms stay readable; summary, headings, images and kind fields do not. */
export function lockText(
  document: Document,
  { html, assets }: CompiledText,
  password: string,
  settings: CompilerSettings,
): Document {
  const { site } = settings;
  const opened = renderFacts(document, site) + inlineImages(html, assets, settings);
  // It is put into the page when that is published already.
  const base = basePath(site);
  const text = base === '' ? opened : addBasePath(opened, base);
  return {
    ...document,
    locked: lockBody(text, password, absoluteUrl(site, document.path)),
    description: null,
    facts: {},
  };
}

/** Images of a protected text travel inside it: as files they would be open to everybody. */
function inlineImages(
  html: string,
  assets: readonly string[],
  { root, images, imageFolder }: CompilerSettings,
): string {
  const byAddress = new Map(assets.map((asset) => [encodePath(mediaPath(asset)), asset]));
  return rewriteAddresses(html, (address) => {
    const asset = byAddress.get(address);
    if (asset === undefined) return null;
    const type = mimeTypes[extname(mediaPath(asset)).toLowerCase()] ?? 'application/octet-stream';
    const image = images.get(`content/${asset}`);
    const cached = image?.ok && !image.later ? image.cached : null;
    const file = cached === null ? join(root, 'content', asset) : join(imageFolder, cached);
    const bytes = cached === null ? publishedBytes(asset, readFileSync(file)) : readFileSync(file);
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  });
}
