import { afterEach, describe, expect, it } from 'vitest';
import { type FrontMatter, parseFrontMatter, splitSource } from '../../../src/content/read/front-matter.ts';
import { kindsOf } from '../../../src/core/model/kinds.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

const site = checkSettings(
  {
    title: 'Notes',
    description: 'Notes.',
    url: 'https://example.org',
    owner: { name: 'Zoë', slug: 'zoe' },
    kinds: {
      recipe: {
        fields: {
          minutes: { type: 'number' },
          vegan: { type: 'boolean' },
          source: { type: 'url' },
          sheet: { type: 'address' },
          cook: { type: 'text', required: true },
        },
      },
    },
  },
  {},
  'site.ts',
);

const read = (kind: (typeof kinds)[number], yaml: string) =>
  parseFrontMatter(kind, splitSource(`---\n${yaml}---\n`), 'content/a.md', site);
const kinds = kindsOf(site);
/** What each kind needs. */
const least = 'title: A\ndate: 2026-01-01\n';
const empty = ['', 'null', '~', '""', "''", '"  "', '[]', '{}', '[""]', '[null, " "]'];

function fieldsOf(yaml: string, kind = kinds[0]): FrontMatter {
  if (!kind) throw new Error('There is no kind.');
  const front = read(kind, yaml);
  if (!front.ok) throw new Error(front.problems.map(({ message }) => message).join('\n'));
  return front.fields;
}

describe('what a form leaves empty', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))('is absent in every field of %s', (_, kind) => {
    const own = kind.fields.some(({ required }) => required) ? `${least}cook: Ada\n` : least;
    const absent = fieldsOf(own, kind);
    const front = read(kind, 'qqqqqqqq: 1\n');
    const names = front.ok ? '' : (front.problems.find(({ field }) => field === 'qqqqqqqq')?.message ?? '');
    const fields = names.replace(/^.*the fields are |\.$/g, '').split(', ');
    expect(fields.length).toBeGreaterThan(15);
    for (const field of fields.filter((one) => !/^(?:title|date|cook)$/.test(one)))
      for (const value of empty)
        expect([field, value, fieldsOf(`${own}${field}: ${value}\n`, kind)]).toEqual([field, value, absent]);
  });

  it('is absent as a mapping of nothing', () => {
    expect(fieldsOf(`${least}audio: { file: "", bytes: }\nshare: { key: "", until: null }\n`)).toEqual(
      fieldsOf(least),
    );
  });

  it('leaves the items of a list that are something, at their places', async () => {
    const project = new ContentProject({
      'content/tags.yaml': '- slug: garden\n  name: Garden\n',
      'content/posts/a.md': post('Words.', 'tags:\n  - ""\n  -\n  - garden\n  - gardn\n'),
    });
    expect(await project.problems()).toEqual([
      'content/posts/a.md:8:5 tags: "gardn" is not in content/tags.yaml; did you mean "garden"?',
    ]);
    project.remove();
  });

  it('is an error where a value is needed, which says that it is empty, and where', () => {
    const kind = kinds.find(({ name }) => name === 'recipe');
    if (!kind) throw new Error('The site has recipes.');
    const front = read(kind, 'title:\ndate: 2026-01-01\ncook: ""\n');
    expect(front).toMatchObject({
      ok: false,
      problems: [
        { line: 2, field: 'title', message: 'is empty; give it a value.' },
        { line: 4, field: 'cook', message: 'is empty; give it a value.' },
      ],
    });
  });

  it('keeps an empty title, and the values in `fields`', () => {
    expect(
      fieldsOf('title: ""\ndate: 2026-01-01\nfields: { mood: "", place: null, list: [""] }\n'),
    ).toMatchObject({
      title: '',
      fields: { mood: '', place: null, list: [''] },
    });
  });
});

describe('in lists', () => {
  let project: ContentProject;
  afterEach(() => project.remove());

  it('empty fields and entries are absent, in translations too', async () => {
    project = new ContentProject({
      'content/tags.yaml':
        '- slug: garden\n  name: Garden\n  description:\n  parent: ""\n  id:\n  lang: ""\n  translations: { de: { name: "" } }\n-\n',
      'content/categories.yaml': '- slug: notes\n  name: Notes\n  parent:\n  description: ""\n',
      'content/authors.yaml':
        '- slug: owner\n  name: Ada\n  url: ""\n  image:\n  links: [""]\n  description:\n',
      'content/redirects.yaml': '- from: /old/\n  to: ""\n  status: 410\n',
      'content/embeds.yaml': '- url: https://example.org/x\n  title: ""\n  image:\n',
      'content/media.yaml':
        '- file: posts/a.txt\n  caption:\n  date: ""\n  author: ""\n  redirectFrom: [""]\n',
      'content/posts/a.txt': 'Words.',
      'content/posts/a.md': post('Words.', 'id: 7\ntags: [garden]\n'),
      'content/comments/7.yaml':
        '- id: 1\n  parent:\n  url: ""\n  author: ""\n  date: 2026-01-03T08:00:00\n  text: Yes.\n',
    });
    const loaded = await project.load();
    expect(loaded.library.terms.find(({ slug }) => slug === 'garden')).toMatchObject({ description: '' });
    expect(loaded.library.documents[0]?.comments?.[0]).toMatchObject({ url: '', author: null });
    expect(loaded.library.redirects).toContainEqual({ from: '/old/', to: null, status: 410 });
    loaded.close();
  });

  it('an entry without its name says so', async () => {
    project = new ContentProject({ 'content/tags.yaml': '- slug: garden\n  name: ""\n- slug:\n  name: B\n' });
    expect(await project.problems()).toEqual([
      'content/tags.yaml:2:3 0.name: is empty; give it a value.',
      'content/tags.yaml:3:3 1.slug: is empty; give it a value.',
    ]);
  });
});
