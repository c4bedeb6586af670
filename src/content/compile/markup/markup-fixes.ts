import { defineHastPlugin } from 'satteri';
import type { Interface } from '../../../core/languages/words.ts';

/** A box of a task list, or what an author wrote as HTML and could be taken for a cell of Markdown. */
const needsPlugin = /\[[\sxX]\]|style="text-align: /;

/**
 * Gives aligned cells a class instead of an inline style, which the Content-Security-Policy refuses, and task list boxes a
 * name. A text that has only cells is fixed as HTML, since visiting elements doubles Satteri's time.
 */
export function createMarkupFixes(spoken: Interface) {
  const plugin = createPlugin(spoken);
  return (markdown: string) =>
    needsPlugin.test(markdown)
      ? { hastPlugins: [plugin], finish: (html: string) => html }
      : { hastPlugins: [], finish: alignByClass };
}

function alignByClass(html: string): string {
  return html.replace(/<(t[hd]) style="text-align: (left|center|right)">/g, '<$1 class="align-$2">');
}

function createPlugin({ words }: Interface) {
  return defineHastPlugin({
    name: 'agentsite-markup',
    element: [
      {
        filter: ['th', 'td'],
        visit(node, context) {
          const style = node.properties.style;
          if (typeof style !== 'string') return;
          context.setProperty(node, 'style', null);
          context.setProperty(node, 'className', [style.replace('text-align: ', 'align-')]);
        },
      },
      {
        filter: ['input'],
        visit(node, context) {
          context.setProperty(node, 'ariaLabel', node.properties.checked ? words.done : words.notDone);
        },
      },
    ],
  });
}
