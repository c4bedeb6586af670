import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { describeFields } from '../../../../src/content/read/front-matter.ts';
import { languages } from '../../../../src/core/languages/words.ts';
import { kindsOf } from '../../../../src/core/model/kinds.ts';
import { type Site, siteSchema } from '../../../../src/core/model/site.ts';
import { describeEditor } from '../../src/form/config.ts';
import { editorPolicy, renderEditorPage } from '../../src/form/editor-page.ts';
import { editorWords } from '../../src/words/editor-words.ts';

const settings = {
  title: 'Notes',
  description: 'Notes.',
  url: 'https://notes.example',
  owner: { name: 'Zoë', slug: 'zoe' },
  editor: true,
  kinds: {
    recipe: {
      folder: 'recipes',
      hierarchical: true,
      fields: { servings: { type: 'number', label: 'Servings', required: true }, source: { type: 'url' } },
    },
  },
  taxonomies: { cuisine: { kinds: ['recipe', 'post'] } },
} as const;
const site = siteSchema.parse(settings);
const collectionOf = (name: string) => describeEditor(site).collections.find((one) => one.name === name);
const fieldOf = (kind: string, field: string) =>
  collectionOf(kind)?.fields?.find(({ name }) => name === field);

describe('the configuration of the editor', () => {
  it('has a widget for every field of every kind', () => {
    for (const kind of kindsOf(site)) {
      const fields = Object.keys(describeFields(kind, site).properties ?? {});
      const shown = collectionOf(kind.name)?.fields?.map(({ name }) => name) ?? [];
      expect(fields.length).toBeGreaterThan(12);
      // Values of any form stay in the file as they are.
      expect(fields.filter((field) => !shown.includes(field))).toEqual(['fields']);
    }
  });

  it('checks in the form what the build checks', () => {
    expect(fieldOf('recipe', 'servings')).toMatchObject({
      widget: 'number',
      required: true,
      label: 'Servings',
    });
    expect(fieldOf('post', 'date')).toMatchObject({
      required: true,
      input_timezone: 'UTC',
      default: '{{now}}',
    });
    expect(fieldOf('post', 'format')).toMatchObject({ widget: 'select' });
    const [pattern = ''] = (fieldOf('post', 'slug')?.pattern ?? []) as string[];
    const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(pattern) ?? [];
    expect(['hello', 'über', 'two words', 'a/b'].map((slug) => new RegExp(source, flags).test(slug))).toEqual(
      [true, true, false, false],
    );
  });

  it('offers the terms of each taxonomy, and its list', () => {
    expect(fieldOf('recipe', 'cuisine')).toMatchObject({
      widget: 'relation',
      file: 'cuisine',
      multiple: true,
    });
    const files = collectionOf('lists')?.files?.map(({ file }) => file);
    expect(files).toEqual(
      ['categories', 'tags', 'cuisine', 'authors', 'redirects'].map((name) => `content/${name}.yaml`),
    );
  });

  it('is valid by the schema of the package, for each host', () => {
    const file = createRequire(import.meta.url)
      .resolve('@sveltia/cms')
      .replace('npm/index.js', 'schema/sveltia-cms.json');
    const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    const hosts = [
      true,
      { host: 'github', repository: 'zoe/notes' },
      {
        host: 'gitlab',
        repository: 'a/b/notes',
        server: 'https://git.example',
        signIn: { appId: '1' },
      },
      { host: 'gitea', repository: 'zoe/notes', server: 'https://git.example' },
    ];
    for (const editor of hosts) {
      validate(
        describeEditor(
          siteSchema.parse({ ...settings, deploy: editor === true ? 'server' : 'static', editor }),
        ),
      );
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it('names the addresses of a GitHub server of one’s own', () => {
    const editor = { host: 'github', repository: 'zoe/notes', server: 'https://git.example' };
    const { backend } = describeEditor(siteSchema.parse({ ...settings, deploy: 'static', editor }));
    expect(backend).toMatchObject({
      api_root: 'https://git.example/api/v3',
      graphql_api_root: 'https://git.example/api/graphql',
    });
  });

  it('signs in by OAuth: in the browser alone, or at GitHub through a client of its own', () => {
    const parse = (editor: object) =>
      siteSchema.safeParse({
        ...settings,
        deploy: 'static',
        editor: { repository: 'zoe/notes', server: 'https://git.example', ...editor },
      });
    const backendOf = (editor: object) => describeEditor(parse(editor).data as Site).backend;
    const inBrowser = { base_url: 'https://git.example', app_id: '1' };
    expect(backendOf({ host: 'gitlab', signIn: { appId: '1' } })).toMatchObject({
      ...inBrowser,
      auth_type: 'pkce',
    });
    expect(backendOf({ host: 'gitea', signIn: { appId: '1' } })).toMatchObject(inBrowser);
    const url = 'https://auth.example';
    const github = backendOf({ host: 'github', signIn: { url } });
    expect([github.base_url, github.auth_methods]).toEqual([url, undefined]);
    for (const editor of [
      { host: 'github', signIn: { appId: '1' } },
      { host: 'gitea', signIn: { url } },
    ])
      expect(parse(editor).error?.issues).toMatchObject([
        { message: `must be set for host: '${editor.host}'` },
      ]);
  });

  it('speaks the language of the site', () => {
    for (const language of languages) {
      const title = describeEditor({ ...site, language }).collections[0]?.fields?.[0];
      expect(title?.label).toBe(editorWords({ language, words: {} }).fields.title);
    }
    expect(fieldOf('post', 'slug')?.hint).toBe('the last part of the URL');
    const unnamed = (fields: unknown): string[] =>
      ((fields ?? []) as readonly Record<string, unknown>[]).flatMap(({ name, label, fields: inner }) => [
        ...(label === name ? [String(name)] : []),
        ...unnamed(inner),
      ]);
    for (const { fields, files = [] } of describeEditor(site).collections)
      expect([fields, ...files.map((file) => file.fields)].flatMap(unnamed)).toEqual([]);
  });

  it('has an owner’s words, and refuses those that it does not know', () => {
    const title = 'Desk';
    expect(editorWords({ language: 'de', words: { 'editor.title': title } }).title).toBe(title);
    expect(() => editorWords({ language: 'de', words: { 'editor.titel': title } })).toThrow(
      'words.editor.titel: the editor has no such word',
    );
  });

  it('has the values of the English words in each language', () => {
    const marks = (words: object): unknown =>
      Object.fromEntries(
        Object.entries(words).map(([key, word]) => [
          key,
          typeof word === 'string' ? (word.match(/\{\w+\}/g) ?? []).sort() : marks(word),
        ]),
      );
    const english = marks(editorWords({ language: 'en', words: {} }));
    for (const language of languages)
      expect(marks(editorWords({ language, words: {} })), language).toEqual(english);
  });

  it('says in its hints what the manual says', () => {
    const page = new URL('../../../../content/pages/manual/writing/front-matter.md', import.meta.url);
    const manual = readFileSync(page, 'utf8');
    const hints = Object.values(editorWords({ language: 'en', words: {} }).hints);
    expect(hints.filter((hint) => !manual.includes(hint))).toEqual([]);
  });
});

describe('the page of the editor', () => {
  it('contacts the Git host of the settings alone', () => {
    expect(editorPolicy(site)).not.toContain('http');
    const github = siteSchema.parse({
      ...settings,
      deploy: 'static',
      editor: { host: 'github', repository: 'zoe/notes' },
    });
    expect(editorPolicy(github)).toContain("connect-src 'self' blob: data: https://api.github.com;");
    const own = siteSchema.parse({
      ...settings,
      deploy: 'static',
      editor: { host: 'gitea', repository: 'a/b', server: 'https://git.example' },
    });
    expect(editorPolicy(own).match(/https?:[^ ;]+/g)).toEqual(['https://git.example', 'https://git.example']);
  });

  it('is refused in builds for hosts that send their own policy with it', () => {
    const editor = { host: 'github', repository: 'zoe/notes' };
    const messageOf = (deploy: string) =>
      siteSchema.safeParse({ ...settings, deploy, editor }).error?.issues.map(({ message }) => message);
    expect(messageOf('github-pages')).toBeUndefined();
    expect(messageOf('server')).toEqual([expect.stringMatching(/^must be true: with deploy: 'server'/)]);
    expect(messageOf('netlify')).toEqual([expect.stringMatching(/^must be false: /)]);
  });

  it('is not indexed, and has no markup of the settings', () => {
    const page = renderEditorPage({ ...site, title: '</script><b>' });
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toContain('<b>');
  });
});
