import { defineHastPlugin } from 'satteri';
import type { Interface } from '../core/languages/words.ts';

/** Aligned cells carry a class instead of the inline style that the content security policy refuses; boxes of task lists get a name. */
export function createMarkupFixes({ words }: Interface) {
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
      {
        filter: ['table'],
        visit(node, context) {
          context.wrapNode(node, {
            type: 'element',
            tagName: 'div',
            properties: { className: ['table-scroll'], tabIndex: 0 },
            children: [],
          });
        },
      },
    ],
  });
}
