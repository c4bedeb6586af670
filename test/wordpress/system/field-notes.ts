import type { Library } from '../../../src/core/model/document.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';

/**
 * A small site with one of everything that the REST interface treats differently: four kinds, two taxonomies
 * with a hierarchy, pages below pages, a pinned, a locked and a formatted post, an image, scripts and signs.
 */
export function fieldNotes(): Library {
  const text = (words: string) => ({ html: `<p>${words}</p>\n`, markdown: `${words}\n`, text: words });
  const post = (
    id: number,
    day: number,
    fields: Partial<DocumentFields> & { title: string; words?: string },
  ): DocumentFields => {
    const { words = 'Nothing else is said here.', ...rest } = fields;
    const date = `2026-03-${String(day).padStart(2, '0')}T09:00:00`;
    const gmt = date.replace('T09', 'T08');
    return {
      id,
      date,
      dateGmt: gmt,
      modified: date,
      modifiedGmt: gmt,
      excerpt: words,
      description: null,
      ...text(words),
      ...rest,
    };
  };
  const documents: DocumentFields[] = [
    post(31, 28, {
      title: 'A talk on looms',
      kind: 'talk',
      facts: { event: 'LoomConf' },
    }),
    post(30, 27, { title: 'Abacus', kind: 'plugin', words: 'Counts beads.' }),
    post(12, 20, {
      title: 'Copper kettle',
      words: 'A kettle of copper sings.',
      categories: ['looms'],
      tags: ['brass'],
    }),
    post(11, 19, {
      title: 'Kettles',
      words: 'Copper first, much later a kettle.',
      categories: ['machines'],
      tags: ['brass', 'steam'],
    }),
    post(10, 18, { title: 'Tea time', words: 'On the stove sits a copper kettle.', tags: ['steam'] }),
    post(9, 17, { title: 'Pinned', sticky: true, format: 'aside', categories: ['machines'] }),
    post(8, 16, {
      title: 'Vault',
      locked: lockedBody,
      excerpt: '',
      categories: ['machines'],
      html: '',
      markdown: '',
      text: '',
    }),
    post(7, 15, {
      title: 'Über Café & Brücken',
      slug: 'über',
      words: 'Zürich, naïve façade, 100% of snake_case.',
    }),
    post(6, 14, {
      title: '東京から',
      slug: '東京',
      words: '新幹線で京都へ行きました。とても楽しかったです。',
    }),
    post(5, 13, {
      title: 'Raw',
      words: 'Bold words.',
      html: '<p><strong>Bold</strong> words.</p>\n',
      stored: '<!-- wp:paragraph -->\n<p><strong>Bold</strong> words.</p>\n',
    }),
    post(4, 12, {
      title: 'Rocket 🚀',
      words: 'Launched 🎈 it.',
      image: { src: '/media/plan.png', alt: 'A plan', width: 640, height: 480 },
    }),
    post(3, 11, { title: 'Same day, first', date: '2026-03-11T09:00:00' }),
    post(2, 11, { title: 'Same day, second', date: '2026-03-11T09:00:00' }),
    post(23, 4, { title: 'Cranks', kind: 'page', path: '/manual/cranks/', parent: '/manual/', order: 2 }),
    post(22, 3, { title: 'Wheels', kind: 'page', path: '/manual/wheels/', parent: '/manual/', order: 1 }),
    post(21, 2, { title: 'Manual', kind: 'page', path: '/manual/', words: 'How a kettle is used.' }),
    post(20, 1, {
      title: 'Below a draft',
      kind: 'page',
      path: '/draft/below/',
      parent: '/draft/',
      parentId: 900,
    }),
  ];
  const library = createLibrary({
    site: createSite({ title: 'Looms & Kettles' }),
    documents,
    categories: [
      { slug: 'machines', name: 'Machines', id: 101 },
      {
        slug: 'looms',
        name: 'Looms & Threads',
        id: 102,
        parent: 'machines',
        description: 'All <em>about</em> looms & <script>x</script>',
      },
      { slug: 'unused', name: 'Unused', id: 103 },
    ],
    tags: [
      { slug: 'brass', name: 'Brass', id: 201 },
      { slug: 'steam', name: 'steam', id: 202 },
    ],
    authors: [
      {
        id: 1,
        slug: 'keeper',
        name: 'The keeper',
        description: 'Keeps & tells.',
        url: '',
        path: '/author/keeper/',
      },
      { id: 2, slug: 'silent', name: 'Silent', description: '', url: '', path: '/author/silent/' },
    ],
  });
  return {
    ...library,
    media: [
      {
        id: 301,
        slug: 'plan',
        title: 'plan',
        alt: 'A "plan"',
        src: '/media/plan.png',
        mimeType: 'image/png',
        width: 640,
        height: 480,
        bytes: 1970,
        documentId: 4,
        date: '2026-03-12T09:00:00',
        dateGmt: '2026-03-12T08:00:00',
      },
    ],
  };
}
