import { hasCatalog, languages } from '../../core/languages/words.ts';
import type { Library, OwnFile } from '../../core/model/document.ts';
import { languagesOf, withoutLanguage } from '../../core/model/languages.ts';
import { describeLocalUrl, isLocalUrl } from '../../core/model/local-host.ts';
import type { Site } from '../../core/model/site.ts';
import type { Reference } from '../compile/text/text-findings.ts';
import type { Problem } from '../read/problems.ts';
import { type Advice, toAdvice } from './advice.ts';
import { adviseOnLinks } from './advise-on-links.ts';
import { adviseOnTranslations } from './translations.ts';

interface AdvisedContent {
  readonly library: Library;
  /** The links of each document, by its source file. */
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  /** Files of `content/` that no document shows or links to. */
  readonly unused: readonly string[];
  readonly own: readonly OwnFile[];
  readonly warnings: readonly Problem[];
}

/** Remarks for a careful author: images without alternative text, orphans, missing descriptions, unused files. */
export function advise({ library, references, unused, own, warnings }: AdvisedContent): Advice[] {
  const linked = new Set([...references.values()].flat().map(({ path }) => path));
  for (const view of languagesOf(library.site)) for (const { path } of view.navigation) linked.add(path);
  const documents = library.documents.flatMap((document): Advice[] => {
    const { source: file, path, image } = document;
    const found: Advice[] = [];
    const add = (about: string, message: string) => found.push({ file, about, message });
    for (const { src, alt } of document.images)
      if (alt.trim() === '')
        add('alt', `the image ${src} has no text for those who do not see it; write it between ![ and ].`);
    if (image?.alt.trim() === '') add('alt', 'image: has no imageAlt; say what it shows.');
    const isOnTop = document.kind === 'page' && document.parent === null;
    if (isOnTop && withoutLanguage(library.site, path) !== '/' && !linked.has(path))
      add(
        'unlinked',
        `nothing links to ${path}; link it from a page, or put it into the navigation of site.ts.`,
      );
    if (document.description === null && document.locked === null && !document.untitled)
      add('description', 'description: is missing, so lists show the first sentences of the text.');
    return found;
  });
  return [
    ...(isLocalUrl(library.site.url)
      ? [{ file: 'site.ts', about: 'settings', message: describeLocalUrl(library.site.url) }]
      : []),
    ...languagesOf(library.site).flatMap(adviseOnLanguage),
    ...adviseOnPodcasts(library),
    ...adviseOnLinks(library, references, own),
    ...warnings.map(toAdvice),
    ...adviseOnTranslations(library.site, library.documents),
    ...documents,
    ...unused.map((file) => ({
      file,
      about: 'unused',
      message: 'is not published: no text shows it or links to it.',
    })),
  ];
}

/** Settings of a podcast whose series has no episode: a misspelt name publishes a podcast feed without them. */
function adviseOnPodcasts({ site, documents }: Library): Advice[] {
  const series = new Set(documents.flatMap(({ series, audio }) => (series && audio ? [series] : [])));
  return Object.keys(site.podcasts)
    .filter((name) => !series.has(name))
    .map((name) => {
      const known = [...series].map((one) => `"${one}"`).join(', ');
      const found = known === '' ? 'no post with audio has a series' : `the series with audio are ${known}`;
      return {
        file: 'site.ts',
        about: 'settings',
        message: `podcasts: "${name}" is no series with episodes; ${found}.`,
      };
    });
}

/** A site in a language that the interface does not speak. */
function adviseOnLanguage({ language }: Site): Advice[] {
  if (hasCatalog(language)) return [];
  return [
    {
      file: 'site.ts',
      about: 'settings',
      message: `language: the interface has no words in "${language}", so readers meet English ones; it speaks ${languages.join(', ')}. Single words can be set in "words".`,
    },
  ];
}
