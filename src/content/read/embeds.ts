import { type Embed, embedSchema } from '../../core/model/embed.ts';
import { type Listed, readYamlList } from './yaml/yaml-list.ts';

/** What cards of links show, stored by `agentsite embeds` for all documents. */
export const embedsFile = 'content/embeds.yaml';

export function readEmbeds(root: string): Listed<Embed> {
  return readYamlList(root, embedsFile, embedSchema, 'embeds', 'url');
}
