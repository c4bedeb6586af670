import type { Library, Skill } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import type { Surface } from '../model/surface.ts';
import { surfacesOf } from '../model/surfaces.ts';
import { absoluteUrl, skillPath } from '../model/urls.ts';

/**
 * `/.well-known/ard.json`: servers, agents and skills in the format of Agentic Resource Discovery (0.91 draft), and the
 * same at `/.well-known/ai-catalog.json` for earlier drafts. Unsigned: a key on the same origin would prove nothing.
 */
export function renderAiCatalog({ site, skills }: Pick<Library, 'site' | 'skills'>): string {
  const entries = [
    ...surfacesOf(site).flatMap((surface) => describeSurface(site, surface)),
    ...skills.map((skill) => describeSkill(site, skill)),
  ];
  const host = { displayName: site.title, identifier: site.url };
  return `${JSON.stringify({ specVersion: '1.0', host, entries }, null, 2)}\n`;
}

interface CatalogEntry {
  readonly identifier: string;
  readonly displayName: string;
  readonly type: string;
  readonly mediaType: string;
  readonly url: string;
  readonly description: string;
  /** Two to five, where there are any. */
  readonly representativeQueries?: readonly string[];
}

const skillType = 'text/markdown; profile="urn:air:agent-skills"';

function describeSurface(site: Site, { path, title, description, aiCatalog }: Surface): CatalogEntry[] {
  if (!aiCatalog) return [];
  return [
    {
      identifier: `urn:air:${publisherOf(site)}:${aiCatalog.name}`,
      displayName: title,
      type: aiCatalog.type,
      mediaType: aiCatalog.type,
      url: absoluteUrl(site, path),
      description,
      representativeQueries: aiCatalog.queries,
    },
  ];
}

function describeSkill(site: Site, { name, description, queries }: Skill): CatalogEntry {
  return {
    identifier: `urn:air:${publisherOf(site)}:skills:${name}`,
    displayName: `Skill: ${name}`,
    type: skillType,
    mediaType: skillType,
    url: absoluteUrl(site, skillPath(name)),
    description,
    ...(queries && queries.length > 0 ? { representativeQueries: queries } : {}),
  };
}

function publisherOf({ url }: Site): string {
  return new URL(url).hostname.replace(/[^a-z0-9.-]+/g, '-').replace(/^-|-$/g, '');
}
