import { fullContext, id, type WpArguments } from './argument.ts';
import { documentItem, excerptedItem, media, plain } from './document-arguments.ts';
import { comments, languages } from './list-arguments.ts';

const named = (name: string): WpArguments => ({
  [name]: { description: 'Name of the object.', type: 'string' },
  context: fullContext,
});

const namespaceIndex = (namespace: string): WpArguments => ({
  namespace: { default: namespace },
  context: { default: 'view' },
});

/** Parameters of the routes, in WordPress's order; they also fill `/wp-json/` and answer OPTIONS. */
export const wpArguments = {
  plain,
  media,
  comments,
  languages,
  item: { id, context: fullContext },
  documentItem,
  excerptedItem,
  types: { context: fullContext },
  taxonomies: { context: fullContext, type: { description: 'Only of this post type.', type: 'string' } },
  statuses: { context: fullContext },
  type: named('type'),
  taxonomy: named('taxonomy'),
  status: named('status'),
  none: {},
  index: { context: { default: 'view' } },
  namespace: namespaceIndex('wp/v2'),
  mcpNamespace: namespaceIndex('agentsite/v1'),
  contactNamespace: namespaceIndex('site/v1'),
} satisfies Record<string, WpArguments>;
