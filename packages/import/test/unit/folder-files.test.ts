import { describe, expect, it } from 'vitest';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

const post = (title: string, body = 'Words.', fields = '') =>
  `---\ntitle: ${title}\ndate: 2024-01-02\n${fields}---\n${body}\n`;
/** What lies around in the folder of a project. */
const secrets = {
  'server.key': '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n',
  'credentials.json': '{"token":"s3cret"}',
  'private/notes.txt': 'Nobody reads this.',
  '.env': 'TOKEN=s3cret',
  '.env.txt': 'TOKEN=s3cret',
  '.git/config.txt': 'x',
  'node_modules/pkg/readme.txt': 'x',
};

/** The files below public/ after an import, and what the report lists. */
async function importFolder(files: Parameters<FolderImport['write']>[0]) {
  using old = new FolderImport();
  old.write(files);
  const report = await old.run();
  return {
    files: old.filesIn('.').flatMap((file) => (file.startsWith('public/') ? [file.slice(7)] : [])),
    documents: old.filesIn('content').filter((file) => file.endsWith('.md')),
    unpublished: lossesOf(report, 'file-unpublished'),
    refused: lossesOf(report, 'file-refused'),
    parts: lossesOf(report, 'site-part-dropped'),
    read: old.filesIn('.').includes('site.ts'),
  };
}

describe('Eleventy', () => {
  it('gives files that its settings copy and that documents refer to; the rest is listed', async () => {
    const { files, unpublished } = await importFolder({
      ...secrets,
      'eleventy.config.js':
        'export default (c) => {\n// c.addPassthroughCopy("private");\nconst to = "pics";\nc.addPassthroughCopy("docs/**/*.pdf");\nc.addPassthroughCopy({ "./assets/img/": `/\u0024{to}/`, "logo.png": "brand/mark.png" });\nc.setTemplateFormats(["md", "gif"]); };',
      'docs/a/plan.pdf': '%PDF',
      'docs/a/plan.txt': 'x',
      'assets/img/deep/leaf.png': '',
      'logo.png': '',
      'anim.gif': 'GIF8',
      'posts/one.md': post(
        'One',
        '![a](my%20photo.png) [text](/files/a.csv) `credentials.json`\n\n```\n![](private/notes.txt)\n```',
      ),
      'posts/my photo.png': '',
      'posts/unseen.png': '',
      'files/a.csv': 'a,b',
      'posts/draft.md': post('Draft', '![d](draft.png)', 'draft: true\n'),
      'posts/draft.png': '',
    });
    expect(files).toEqual([
      'anim.gif',
      'brand/mark.png',
      'docs/a/plan.pdf',
      'files/a.csv',
      'pics/deep/leaf.png',
      'posts/my photo.png',
    ]);
    expect(unpublished).toEqual([
      '.env',
      '.env.txt',
      'credentials.json',
      'docs/a/plan.txt',
      'posts/draft.png',
      'posts/unseen.png',
      'private/notes.txt',
      'server.key',
    ]);
  });

  it('names copies that its settings compute, and documents that it ignores', async () => {
    const { documents, unpublished, parts } = await importFolder({
      '.eleventy.js':
        'module.exports = (c) => { for (const d of dirs) c.addPassthroughCopy(`\u0024{d}/x`); c.ignores.add("wip/**"); return { dir: { input: "src" } }; };',
      '.eleventyignore': 'src/secret/\n',
      '.gitignore': '*.local.md\n',
      'src/secret/a.md': post('Secret'),
      'src/b.local.md': post('Local'),
      'src/hidden/hidden.11tydata.js': 'module.exports = { permalink: false };',
      'src/hidden/c.md': post('Hidden'),
      'src/one.md': post('One'),
      'wip/two.md': post('Two'),
    });
    expect(documents).toEqual(['posts/2024-01-02-c.md', 'posts/2024-01-02-one.md']);
    expect(unpublished).toEqual(['src/b.local.md', 'src/secret/a.md', 'wip/two.md']);
    expect(parts[0]).toBe('`\u0024{d}/x`');
  });
});

describe('Hugo', () => {
  it('gives its static folders and the bundles of published documents', async () => {
    const { files, documents, unpublished, refused } = await importFolder({
      ...secrets,
      'hugo.toml': 'title = "G"\nstaticDir = ["static", "extra"]\nignoreFiles = ["(?i)\\\\.Bak\\\\.md$"]\n',
      'static/a.txt': 'x',
      'static/vendor/b.txt': 'x',
      'static/id.key': '-----BEGIN RSA PRIVATE KEY-----\n',
      'static/.hidden.txt': 'x',
      'static/talk.key': 'PK\u0003\u0004',
      'static/outside.txt': { link: '/etc/hostname' },
      'extra/c.txt': 'x',
      'content/posts/open/index.md': post('Open'),
      'content/posts/open/data.csv': 'a,b',
      'content/posts/draft/index.md': post('Draft', 'x', 'draft: true\n'),
      'content/posts/draft/plan.csv': 'secret',
      'content/posts/headless/index.md': post('H', 'x', 'headless: true\n'),
      'content/posts/headless/deep/plan.csv': 'secret',
      'content/posts/old.bak.md': post('Bak'),
      'content/.trash/gone.md': post('Gone'),
      'content/resources/kept.md': post('Kept'),
      'assets/unused.png': '',
      'assets/used.png': '',
      'content/posts/shows.md': post('Shows', '![u](/used.png)'),
      'public/old/index.txt': 'generated',
    });
    expect(files).toEqual(['a.txt', 'c.txt', 'posts/open/data.csv', 'talk.key', 'used.png', 'vendor/b.txt']);
    expect(documents).toContain('posts/2024-01-02-kept.md');
    expect(documents.join()).not.toMatch(/bak|gone/);
    expect(unpublished).toEqual([
      'assets/unused.png',
      'content/posts/draft/plan.csv',
      'content/posts/headless/deep/plan.csv',
      'content/posts/old.bak.md',
      'credentials.json',
      'private/notes.txt',
      'server.key',
    ]);
    expect(refused).toEqual(['static/.hidden.txt', 'static/id.key', 'static/outside.txt']);
  });

  it('shows a document from its publishDate on', async () => {
    using old = new FolderImport();
    old.write({
      'hugo.toml': 'title = "G"\n',
      'content/posts/later.md': post('Later', 'x', 'publishDate: 2099-05-06\n'),
    });
    await old.run();
    expect(old.read('content/posts/2099-05-06-later.md')).toContain('date: 2099-05-06T00:00:00');
  });
});

describe('Jekyll', () => {
  it('gives what it neither hides nor excludes, and what it includes by name', async () => {
    const { files, documents, unpublished } = await importFolder({
      ...secrets,
      '_config.yml':
        'title: H\ninclude: [_pages, _downloads]\nexclude: [private, "*.bak.txt", credentials.json]\ncollections:\n  notes: { output: true }\n  hidden: {}\n',
      'vendor/font.woff': 'x',
      'vendor/bundle/gem.txt': 'x',
      'a.txt': 'x',
      'b.bak.txt': 'x',
      'deep/c.bak.txt': 'x',
      '_pages/about.md': '---\ntitle: About\npermalink: /about/\n---\nx\n',
      '_downloads/d.txt': 'x',
      '_old/_posts/2020-01-01-gone.md': '---\ntitle: Gone\n---\nx\n',
      'blog/_posts/2020-01-01-kept.md': '---\ntitle: Kept\n---\nx\n',
      '_notes/n.md': '---\ntitle: N\n---\nx\n',
      '_notes/n.csv': 'a',
      '_hidden/h.csv': 'a',
      '_site/e.txt': 'x',
    });
    expect(files).toEqual(['_downloads/d.txt', 'a.txt', 'notes/n.csv', 'vendor/font.woff']);
    expect(documents).toEqual(['pages/about.md', 'pages/n.md', 'posts/2020-01-01-kept.md']);
    expect(unpublished).toEqual([
      '.env',
      '.env.txt',
      '_hidden/h.csv',
      '_old/_posts/2020-01-01-gone.md',
      'b.bak.txt',
      'credentials.json',
      'deep/c.bak.txt',
      'private/notes.txt',
      'vendor/bundle/gem.txt',
    ]);
  });
});

describe('Astro', () => {
  it('gives public/ and the images of src/ that documents show', async () => {
    const { files, documents, unpublished } = await importFolder({
      ...secrets,
      'astro.config.mjs': "export default defineConfig({ site: 'https://kiln.example' });",
      'public/a.txt': 'x',
      'src/content/blog/one.md': post('One', '![k](../../assets/kiln.png)\n\n<img src="./near.png">'),
      'src/content/blog/near.png': '',
      'src/content/blog/_wip.md': post('Wip'),
      'src/content/blog/_wip.png': '',
      'src/assets/kiln.png': '',
      'src/assets/unused.png': '',
    });
    expect(files).toEqual(['a.txt', 'images/blog/near.png', 'images/kiln.png']);
    expect(documents).toEqual(['posts/2024-01-02-one.md']);
    expect(unpublished).toEqual([
      'credentials.json',
      'private/notes.txt',
      'server.key',
      'src/assets/unused.png',
      'src/content/blog/_wip.md',
      'src/content/blog/_wip.png',
    ]);
  });
});
