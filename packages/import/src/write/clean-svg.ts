import { cutSvg } from 'agentsite/content';

/** Elements that run scripts or embed documents. */
const active = new Set('script handler listener foreignobject iframe object embed'.split(' '));
const plainEncoding =
  /^\s*(?:\ufeff|ï»¿)?<\?xml(?![^>]*\sencoding=)|^(?!\s*(?:ï»¿)?<\?xml)|encoding=["'](?:utf-8|us-ascii|iso-8859-1|windows-1252)["']/i;
const plainEntity = /<!ENTITY(?!\s+[\w.-]+\s+"[^"<&%]*"\s*>)/i;

/** Null if it cannot be checked: malformed XML, elements in entities, deep nesting, an unusual encoding. */
type CleanedSvg = { readonly bytes: Uint8Array; readonly isChanged: boolean } | null;

/** Removes scripts, handlers, foreign content and references to other sites: an SVG file is a page of its own. */
export function cleanSvg(bytes: Uint8Array): CleanedSvg {
  const text = Buffer.from(bytes).toString('latin1');
  if (isTooDeep(text) || plainEntity.test(text) || !plainEncoding.test(text.slice(0, 1000))) return null;
  try {
    const cleaned = cutSvg(bytes, {
      cutsElement: ({ uri, local, attributes }) =>
        uri === 'http://www.w3.org/1999/xhtml' ||
        active.has(local.toLowerCase()) ||
        changesAddress(local, attributes.attributeName?.value ?? ''),
      cutsAttribute: ({ prefix, local, value }, tag) => {
        const name = local.toLowerCase();
        if (name.startsWith('on') || (prefix === 'xml' && name === 'base')) return true;
        if (name === 'href' || name === 'src') return !isHarmless(value, tag.local === 'a');
        return prefix !== 'xmlns' && refersOut(value);
      },
      cutsStyle: refersOut,
      cutsInstruction: (target) => target.toLowerCase() !== 'xml',
    });
    return { bytes: cleaned, isChanged: cleaned !== bytes };
  } catch {
    return null;
  }
}

/** The namespace-aware parser takes quadratic time in the depth. */
const maxDepth = 1000;

function isTooDeep(svg: string): boolean {
  let depth = 0;
  for (const [, closing, , alone] of svg.matchAll(/<(\/?)([a-z])[^<>]*?(\/?)>/gi)) {
    if (alone) continue;
    depth += closing ? -1 : 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** `<set attributeName="href" to="javascript:…"/>` changes a harmless address. */
const changesAddress = (element: string, attribute: string): boolean =>
  /^(?:set$|animate)/i.test(element) && /^\s*(?:on|(?:[\w-]+:)?href\s*$|src\s*$|style\s*$)/i.test(attribute);

function isHarmless(written: string, isLink: boolean): boolean {
  const address = written.replace(/[\p{Cc}\s]/gu, '');
  if (/^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i.test(address)) return true;
  if (isLink && /^(?:https?|mailto|tel):/i.test(address)) return true;
  return !/^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(address);
}

/** Does CSS load something from another site? Escapes may hide it. */
function refersOut(css: string): boolean {
  if (!/url|@import|image|src|javascript|\\/i.test(css)) return false;
  if (/@import|image-set|\bsrc\(|javascript:/i.test(css) || /\\[0-9a-f]/i.test(css)) return true;
  return [...css.matchAll(/url\(\s*["']?([^"')]*)/gi)].some(
    ([, address = '']) => !isHarmless(address, false),
  );
}
