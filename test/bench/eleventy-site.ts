import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePosts, renderPost } from './generate-site.ts';

/** The same posts for Eleventy with its highlighter: HTML, Markdown and JSON a post, archives, feed, sitemap, llms.txt. */
export function layOutEleventy(folder: string, count: number): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['posts', '_includes']) mkdirSync(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  for (const post of generatePosts(count))
    writeFileSync(join(folder, 'posts', `${post.slug}.md`), renderPost(post));
}

/** What a scratch folder installs to run it. */
export const eleventyPackages = ['@11ty/eleventy@3.1.7', '@11ty/eleventy-plugin-syntaxhighlight@5.0.2'];

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }',
  'eleventy.config.js': `
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import highlight from '@11ty/eleventy-plugin-syntaxhighlight';
export default function (config) {
  config.addPlugin(highlight);
  config.setQuietMode(true);
  config.addCollection('posts', (api) => api.getFilteredByGlob('posts/*.md').sort((a, b) => b.date - a.date));
  config.addCollection('terms', (api) => [...new Set(api.getFilteredByGlob('posts/*.md').flatMap((post) => [...post.data.categories, ...post.data.tags]))]);
  config.addFilter('having', (posts, term) => posts.filter((post) => post.data.categories.includes(term) || post.data.tags.includes(term)));
  config.on('eleventy.after', ({ results }) => {
    for (const { inputPath, outputPath, content } of results) {
      if (!inputPath.startsWith('./posts/')) continue;
      writeFileSync(outputPath.replace('index.html', 'index.md'), readFileSync(inputPath, 'utf8'));
      writeFileSync(outputPath.replace('index.html', 'index.json'), JSON.stringify({ content }));
    }
  });
}
`,
  'posts/posts.11tydata.js': `export default { layout: 'post.njk', permalink: (data) => '/' + data.page.fileSlug + '/' };`,
  '_includes/base.njk': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><link rel="stylesheet" href="/site.css"></head><body><header><nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/posts/">Writing</a></li></ul></nav></header><main>{{ content | safe }}</main><footer><p>Footer</p></footer></body></html>`,
  '_includes/post.njk': `---\nlayout: base.njk\n---\n<article><h1>{{ title }}</h1><time>{{ page.date.toISOString() }}</time>{{ content | safe }}<ul>{% for tag in tags %}<li>{{ tag }}</li>{% endfor %}</ul></article>`,
  'posts.njk': `---\nlayout: base.njk\ntitle: Writing\npagination:\n  data: collections.posts\n  size: 10\npermalink: /posts/{% if pagination.pageNumber > 0 %}page/{{ pagination.pageNumber + 1 }}/{% endif %}\n---\n<ul>{% for post in pagination.items %}<li><a href="{{ post.url }}">{{ post.data.title }}</a></li>{% endfor %}</ul>`,
  'term.njk': `---\nlayout: base.njk\npagination:\n  data: collections.terms\n  size: 1\n  alias: term\npermalink: /term/{{ term }}/\n---\n<h1>{{ term }}</h1><ul>{% for post in collections.posts | having(term) %}<li><a href="{{ post.url }}">{{ post.data.title }}</a></li>{% endfor %}</ul>`,
  'feed.njk': `---\npermalink: /feed.xml\n---\n<rss version="2.0"><channel>{% for post in collections.posts.slice(0, 20) %}<item><title>{{ post.data.title }}</title><link>{{ post.url }}</link></item>{% endfor %}</channel></rss>`,
  'sitemap.njk': `---\npermalink: /sitemap.xml\n---\n<urlset>{% for post in collections.posts %}<url><loc>{{ post.url }}</loc></url>{% endfor %}</urlset>`,
  'llms.njk': `---\npermalink: /llms.txt\n---\n{% for post in collections.posts %}- [{{ post.data.title }}]({{ post.url }})\n{% endfor %}`,
};
