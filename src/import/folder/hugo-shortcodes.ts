import {
  asComment,
  fenced,
  figure,
  lineAt,
  player,
  readParameters,
  type TemplateContext,
} from './templates.ts';

const shortcode = /\{\{([<%])\s*(\/?)\s*([\w.-][\w./-]*)([\s\S]*?)\s*\/?\s*[>%]\}\}/g;

/** Hugo's own shortcodes as Markdown; others stay as comments, and what they enclose stays. One that is commented out is text. */
export function replaceShortcodes(body: string, context: TemplateContext): string {
  const code = body.replace(
    /\{\{[<%]\s*highlight\s+(\S+)[^>%]*[>%]\}\}([\s\S]*?)\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
    (_, language: string, text: string) => fenced(language.replace(/^["']|["']$/g, ''), text),
  );
  return code
    .replace(
      shortcode,
      (whole, _mark, closing: string, name: string, written: string, at: number, all: string) => {
        if (closing !== '') return asComment(whole);
        const said = say(name, readParameters(written), context);
        if (said !== null) return said;
        context.lose(whole, lineAt(all, at));
        return asComment(whole);
      },
    )
    .replace(/\{\{(<|%)\/\*\s*([\s\S]*?)\s*\*\/(>|%)\}\}/g, '{{$1 $2 $3}}');
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
