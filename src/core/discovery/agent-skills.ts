import type { Library } from '../model/document.ts';
import { absoluteUrl, skillPath } from '../model/urls.ts';

/** Clients stop at a schema that they do not know, so this is the exact address of version 0.2.0. */
const skillsSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** `/.well-known/agent-skills/index.json`: the skills of the site with the digests of their SKILL.md files. */
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
