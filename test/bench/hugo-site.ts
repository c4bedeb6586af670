import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePosts, renderPost } from './generate-site.ts';

/**
 * The same posts for Hugo, with the outputs that the comparison asks for: HTML, Markdown and JSON a post, archives
 * with paging, RSS, a sitemap, llms.txt and llms-full.txt; code coloured by classes (Chroma).
 */
export function layOutHugo(folder: string, count: number): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['content/posts', 'layouts/_default', 'layouts/partials'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  for (const post of generatePosts(count)) {
    writeFileSync(join(folder, 'content/posts', `${post.slug}.md`), renderPost(post));
  }
}

const files: Readonly<Record<string, string>> = {
  'config.toml': `
baseURL = "http://localhost:4321/"
title = "Agentsite"
languageCode = "en"
paginate = 10
disableKinds = ["404"]
[permalinks]
  posts = "/:slug/"
[markup.highlight]
  noClasses = false
[mediaTypes."text/markdown"]
  suffixes = ["md"]
[outputFormats.markdown]
  mediaType = "text/markdown"
  isPlainText = true
[outputFormats.llms]
  mediaType = "text/plain"
  baseName = "llms"
  isPlainText = true
[outputFormats.llmsfull]
  mediaType = "text/plain"
  baseName = "llms-full"
  isPlainText = true
[outputs]
  page = ["HTML", "markdown", "JSON"]
  home = ["HTML", "RSS", "llms", "llmsfull"]
  section = ["HTML"]
  taxonomy = ["HTML"]
  term = ["HTML"]
`,
  'layouts/_default/baseof.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="viewport" content="width=device-width"><meta name="description" content="{{ .Summary | plainify | truncate 160 }}"><link rel="canonical" href="{{ .Permalink }}"><link rel="stylesheet" href="/site.css"></head><body><header><nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/posts/">Writing</a></li></ul></nav></header><main>{{ block "main" . }}{{ end }}</main><footer><p>Footer</p></footer></body></html>`,
  'layouts/_default/single.html': `{{ define "main" }}<article><h1>{{ .Title }}</h1><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time><nav>{{ .TableOfContents }}</nav>{{ .Content }}<ul>{{ range .Params.tags }}<li><a href="/tags/{{ . }}/">{{ . }}</a></li>{{ end }}</ul>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</article>{{ end }}`,
  'layouts/_default/single.md': `---\ntitle: {{ .Title }}\nurl: {{ .Permalink }}\n---\n\n# {{ .Title }}\n\n{{ .RawContent }}`,
  'layouts/_default/single.json': `{{ dict "id" .File.UniqueID "date" (.Date.Format "2006-01-02T15:04:05") "slug" .File.ContentBaseName "link" .Permalink "title" (dict "rendered" .Title) "content" (dict "rendered" .Content) "excerpt" (dict "rendered" .Summary) "categories" .Params.categories "tags" .Params.tags | jsonify }}`,
  'layouts/_default/list.html': `{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range (.Paginate .RegularPages).Pages }}<li><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><time>{{ .Date.Format "2 January 2006" }}</time><p>{{ .Summary | plainify }}</p></li>{{ end }}</ul>{{ template "_internal/pagination.html" . }}{{ end }}`,
  'layouts/_default/terms.html': `{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}`,
  'layouts/index.html': `{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range first 10 .Site.RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><p>{{ .Summary | plainify }}</p></li>{{ end }}</ul>{{ end }}`,
  'layouts/index.llms.txt': `# {{ .Site.Title }}\n\n{{ range .Site.RegularPages }}- [{{ .Title }}]({{ .Permalink }}index.md): {{ .Summary | plainify | truncate 120 }}\n{{ end }}`,
  'layouts/index.llmsfull.txt': `{{ range .Site.RegularPages }}---\n{{ .Title }}\n{{ .Permalink }}\n\n{{ .RawContent }}\n{{ end }}`,
};
