import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { layOutTargetsSite, runEngine } from '../../helpers/targets-site.ts';

/** `agentsite build --drafts --base-url URL`: a build for those whom its address is sent. */
const folder = makeQuickFolder('preview-build');
const url = 'https://branch.example.org';
let root = '';

beforeAll(async () => {
  root = layOutTargetsSite(folder);
  const published = await runEngine(root, ['build'], { DEPLOY: 'netlify' });
  if (published.status !== 0) throw new Error(published.said);
  const { status, said } = await runEngine(root, ['build', '--drafts', '--base-url', url], {
    DEPLOY: 'netlify',
  });
  if (status !== 0) throw new Error(said);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pagesOf = (build: string) =>
  globSync('**/*.html', { cwd: join(root, build) }).map((file) =>
    readFileSync(join(root, build, file), 'utf8'),
  );

describe('a preview', () => {
  it('has drafts in it, and is in a folder of its own; what is published stays as it was', () => {
    expect(pagesOf('preview').join('')).toContain('draftcanary');
    expect(pagesOf('dist').join('')).not.toContain('draftcanary');
    expect(existsSync(join(root, 'dist/later/index.html'))).toBe(false);
  });

  it('says on every page what it is, and asks not to be indexed', () => {
    const pages = pagesOf('preview');
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) {
      expect(page).toContain('<meta name="robots" content="noindex">');
      expect(page).toContain('class="preview-banner"');
    }
    expect(readFileSync(join(root, 'preview/_headers'), 'utf8')).toMatch(
      /^\/\*\n(?: {2}.*\n)* {2}X-Robots-Tag: noindex\n/,
    );
    expect(pagesOf('dist').some((page) => page.includes('preview-banner'))).toBe(false);
  });

  it('has the address that it is given', () => {
    expect(readFileSync(join(root, 'preview/sitemap.xml'), 'utf8')).toContain(`<loc>${url}/`);
    expect(readFileSync(join(root, 'dist/sitemap.xml'), 'utf8')).not.toContain(url);
  });
});
