import { join } from 'node:path';
import { createCompiler } from 'agentsite/content';
import { kindsOf, type Site } from 'agentsite/model';
import express, { type RequestHandler } from 'express';
import { stringify } from 'yaml';
import type { PreviewAnswer, PreviewRequest } from '../form/page-preview.ts';
import { refuse } from './host-routes.ts';

/** Fields that hide the text, or that only a save decides. */
const left = new Set(['body', 'password', 'draft', 'share']);

/** Compiles a text as a build does, and writes nothing. */
export function previewText(root: string, site: Site): RequestHandler[] {
  const settings = { root, site, preview: true, images: new Map(), imageFolder: join(root, '.astro') };
  return [
    express.json({ limit: '2mb' }),
    async (request, response) => {
      const { kind, file, fields } = request.body as PreviewRequest;
      const folder = kindsOf(site).find(({ name }) => name === kind)?.folder;
      if (!folder || !file.startsWith(`content/${folder}/`) || file.includes('..'))
        return refuse(response, 422, `${file} is not a document.`);
      const shown = Object.entries(fields).filter(([name]) => !left.has(name) && !name.startsWith('_'));
      const text = `---\n${stringify(Object.fromEntries(shown))}---\n${fields.body ?? ''}\n`;
      const compiler = await createCompiler(settings);
      const outcome = await compiler.compile(compiler.parse({ kind, file, text, digest: '' }));
      const { document } = outcome.compiled ?? {};
      const answer: PreviewAnswer = {
        path: document?.path ?? null,
        title: document?.untitled ? '' : (document?.title ?? String(fields.title ?? '')),
        image: document?.image?.src ?? null,
        html: outcome.body?.html ?? '',
        problems: outcome.ok ? [] : outcome.problems.map(({ message }) => message),
      };
      response.json(answer);
    },
  ];
}
