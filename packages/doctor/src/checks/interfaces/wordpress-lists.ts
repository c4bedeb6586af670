import { asList, asObject, asText, type JsonObject, readJson } from '../../documents/json-value.ts';
import type { Answer } from '../../http/answer.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Problem } from '../check.ts';

export interface WordPress {
  readonly root: string;
  readonly posts: Answer;
  readonly list: readonly JsonObject[];
}

export function findWordPress(visit: Visit): Promise<WordPress | null> {
  return visit.once('wordpress', async () => {
    const home = await visit.home();
    const named = visit.linksOf(home).find(({ relations }) => relations.includes('https://api.w.org/'));
    const root = (named && visit.local(named.target, home.finalUrl)) ?? visit.below('wp-json/');
    const index = await visit.find(root);
    if (!index || !asList(asObject(readJson(index.answer.text)).namespaces).includes('wp/v2')) return null;
    const posts = await visit.ask(join(root, 'wp/v2/posts'));
    return { root, posts, list: asList(readJson(posts.text)).map(asObject) };
  });
}

export const join = (root: string, path: string) => root.replace(/\/?$/, '/') + path;
export const codeOf = (answer: Answer) => asText(asObject(readJson(answer.text)).code);

export const lists = ['posts', 'pages'] as const;

export async function eachList(
  wp: WordPress,
  visit: Visit,
  judge: (items: readonly JsonObject[], url: string) => readonly Problem[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const name of lists) {
    const answer = await visit.ask(join(wp.root, `wp/v2/${name}`));
    if (answer.status === 200)
      problems.push(...judge(asList(readJson(answer.text)).map(asObject), answer.url));
  }
  return problems;
}
