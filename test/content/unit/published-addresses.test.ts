import { afterEach, expect, it } from 'vitest';
import { adviseOnAddresses } from '../../../src/content/check/advise-on-addresses.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const sitemapOf = (...paths: readonly string[]) =>
  paths.map((path) => `<url><loc>https://notes.example.org${path}</loc></url>`).join('\n');

it('says which published addresses are gone, and where the others redirect', async () => {
  project = new ContentProject({
    'content/posts/kept.md': post('Words', 'redirectFrom: [/old/]\n'),
    'content/posts/quiet.md': post('Words', 'visibility: unlisted\n'),
    'content/redirects.yaml':
      '- { from: "/wiki/{page}/", to: "/{page}/" }\n- { from: /over/, status: 410 }\n- { from: /über/, to: /kept/ }\n',
  });
  const { library, own, close } = await project.load();
  const sitemap = sitemapOf(
    '/',
    '/kept/',
    '/contact/',
    '/quiet/',
    '/old/',
    '/wiki/kept/',
    '/over/',
    '/%C3%BCber/',
    '/lost/',
  );
  const advice = adviseOnAddresses(library, own, sitemap);
  close();
  expect(advice.map(({ about, message }) => [about, message])).toEqual([
    ['moved', '/old/ was published, and redirects to /kept/ now.'],
    ['moved', '/wiki/kept/ was published, and redirects to /kept/ now.'],
    ['moved', '/über/ was published, and redirects to /kept/ now.'],
    [
      'gone',
      '/lost/ was published, and nothing is there now; redirect it with "redirectFrom" of what replaces it, or here.',
    ],
  ]);
});
