import { ClosingTags } from '../../model/closing-tags.ts';
import {
  asComment,
  createLineCounter,
  fenced,
  figure,
  player,
  readParameters,
  replaceTags,
  type TemplateContext,
} from '../rules/templates.ts';

/** `{{< name … >}}` and `{{% name … %}}`, up to the next of them. */
const shortcode = /\{\{[<%]((?:(?!\{\{|[>%]\}\})[\s\S])*)[>%]\}\}/g;

/** Converts Hugo's own shortcodes. Others become comments; the content between their tags is kept. */
export function replaceShortcodes(body: string, context: TemplateContext): string {
  const lineAt = createLineCounter(body);
  const closings = new ClosingTags(body, /\{\{[<%]\s*\/\s*(highlight|comment)\s*[>%]\}\}/g);
  return replaceTags(body, shortcode, ({ written, inside, at, end }) => {
    const plain = inside.trim();
    if (plain.startsWith('/*') && plain.endsWith('*/'))
      return `${written.slice(0, 3)} ${plain.slice(2, -2).trim()} ${written.slice(-3)}`;
    const [, closing = '', name = '', rest = ''] = /^(\/?)\s*([\w.-][\w./-]*)([\s\S]*)$/.exec(plain) ?? [];
    if (name === '') return written;
    if (closing !== '') return asComment(written);
    const close = name === 'highlight' || name === 'comment' ? closings.after(name, end) : undefined;
    if (close && name === 'comment') {
      return { text: body.slice(at, close.end).replace(/[^\n]+/g, ''), end: close.end };
    }
    if (close) {
      const language = readParameters(rest)[0] ?? '';
      return { text: fenced(language, body.slice(end, close.at)), end: close.end };
    }
    const said = say(name, readParameters(rest.replace(/\/$/, '')), context);
    if (said !== null) return said;
    context.lose(written, lineAt(at));
    return asComment(written);
  });
}

function say(
  name: string,
  parameters: Readonly<Record<string, string>>,
  context: TemplateContext,
): string | null {
  const first = parameters[0] ?? '';
  switch (name) {
    case 'figure':
      return figure(parameters);
    case 'youtube':
      return player(`https://www.youtube.com/embed/${(parameters.id ?? first).replace(/[^\w-]/g, '')}`);
    case 'vimeo':
      return player(`https://player.vimeo.com/video/${(parameters.id ?? first).replace(/\D/g, '')}`);
    case 'ref':
    case 'relref':
      return context.addressOf(parameters.path ?? first);
    case 'gist':
      return link(`https://gist.github.com/${first}/${parameters[1] ?? ''}`);
    case 'tweet':
    case 'twitter':
    case 'x':
      return parameters.id ? link(`https://x.com/${parameters.user ?? 'i'}/status/${parameters.id}`) : null;
    case 'instagram':
      return first === '' ? null : link(`https://www.instagram.com/p/${first}/`);
    default:
      return null;
  }
}

const link = (url: string): string => `[${url}](<${url}>)`;
