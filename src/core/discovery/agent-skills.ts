import type { Library } from '../model/document.ts';
import { absoluteUrl, skillPath } from '../model/urls.ts';

/** Clients stop at a schema that they do not know, so this is the exact address of version 0.2.0. */
const skillsSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/**
 * `/.well-known/agent-skills/index.json`: the skills of the site, each with the digest of the bytes of its
 * SKILL.md, so that a client can see whether it has the same.
 *
 * ```json
 * { "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
 *   "skills": [{ "name": "read-this-site", "type": "skill-md", "description": "…",
 *     "url": "https://example.org/.well-known/agent-skills/read-this-site/SKILL.md",
 *     "digest": "sha256:9f86d0…" }] }
 * ```
 */
export function renderSkillsIndex({ site, skills }: Library): string {
  const index = {
    $schema: skillsSchema,
    skills: skills.map(({ name, description, digest }) => ({
      name,
      type: 'skill-md',
      description,
      url: absoluteUrl(site, skillPath(name)),
      digest,
    })),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}
