import { defineMdastPlugin, type MdastContent, type MdastPluginDefinition } from 'satteri';
import { type FindEmbed, findEmbedService } from '../../../core/model/embeds.ts';
import { encodePath } from '../../../core/model/urls.ts';
import { embedsFile } from '../../read/embeds.ts';
import { type Findings, findingsOf } from '../text/text-findings.ts';
import { element, textNode } from './blocks.ts';
import { destination, rangeOf } from './markdown-edits.ts';

/** A line that is a link, in angle or square brackets or bare, and its address. */
export const lonelyLink = /^(?:<|\[.*\]\(<?)?(https?:\/\/[^\s<>]+?)[)>]*[ \t]*$/m;

/**
 * A link that is a paragraph of its own, to a service of `embeds.ts` or to a page that is described, as a card with
 * the markup of WordPress:
 *
 *   <figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube">
 *   <div class="wp-block-embed__wrapper"><a href="https://youtu.be/ID"><img src="/media/embeds/ID.jpg" alt="">A talk</a>
 *   <p>What it is about</p><p>Its author · YouTube</p></div></figure>
 *
 * It runs when links and images are resolved.
 */
export const linkCards: MdastPluginDefinition = defineMdastPlugin({
  name: 'agentsite-link-cards',
  options: { position: true },

  paragraph(node, context) {
    const [link, ...others] = node.children;
    if (link?.type !== 'link' || others.length > 0) return;
    if (!['root', 'containerDirective'].includes(context.parent(node).type)) return;
    const found = findingsOf(context);
    const service = findEmbedService(link.url);
    found.files.add(embedsFile);
    const known = found.input.embed?.(link.url) ?? null;
    if (!service && !known) return;
    const { title, description, author } = known?.embed ?? {};
    const host = new URL(link.url).host.replace(/^www\./, '');
    const written = context.textContent(link);
    const isBare = written === link.url || `https://${written}` === link.url;
    const words = isBare ? (title ?? link.url.replace(/^https?:\/\/(?:www\.)?/, '')) : written;
    const from = [author, service?.name ?? host].filter(Boolean).join(' · ');
    const below = [description, from].filter((line) => line !== undefined);
    const hasImage = link.children.some(({ type }) => type === 'image');
    const shown = isBare
      ? [textNode(words)]
      : [...link.children, ...(hasImage && title ? [textNode(title)] : [])];
    if (isBare) found.edits.push({ ...rangeOf(link), text: `[${escaped(words)}](${destination(link.url)})` });
    const { end } = rangeOf(link);
    found.edits.push({ start: end, end, text: below.map((line) => `\n\n${escaped(line)}`).join('') });
    const slug = service?.slug ?? host.replaceAll('.', '-');
    const type = /^(?:youtube|vimeo)$/.test(slug) ? 'video' : 'rich';
    const names = ['wp-block-embed', `is-type-${type}`, `is-provider-${slug}`, `wp-block-embed-${slug}`];
    const card = element('figure', names, [
      element(
        'div',
        ['wp-block-embed__wrapper'],
        [
          { ...link, children: [...(hasImage ? [] : imageOf(known, found)), ...shown] },
          ...below.map((line) => element('p', [], [textNode(line)])),
        ],
      ),
    ]);
    context.replaceNode(node, card as unknown as MdastContent);
  },
});

function imageOf(known: ReturnType<FindEmbed>, found: Findings): object[] {
  if (known?.embed.image === undefined) return [];
  const { references, path } = found.input;
  const resolved = references.resolve(known.embed.image, known.file, path, 'image');
  if (resolved.kind !== 'file') {
    const message = resolved.kind === 'broken' ? resolved.message : `"${known.embed.image}" is no image.`;
    found.problems.push({ file: known.file, line: 1, column: 1, field: 'embeds', message });
    return [];
  }
  found.files.add(resolved.source);
  if (resolved.contentFile) found.assets.add(resolved.contentFile);
  const { src, width, height } = found.addImage(resolved, '');
  const size = width && height ? { width, height } : {};
  const hProperties = { ...size, loading: 'lazy', decoding: 'async' };
  return [{ type: 'image', url: encodePath(src), alt: '', data: { hProperties } }];
}

const escaped = (line: string) => line.replace(/\s+/g, ' ').replace(/[[\]\\*_<`]/g, '\\$&');
