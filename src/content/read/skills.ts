import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Skill } from '../../core/model/document.ts';
import { splitSource } from './front-matter.ts';
import type { Problem } from './problems.ts';
import { decodeText } from './read-text.ts';
import { parseYaml } from './yaml/checked-yaml.ts';
import type { Listed } from './yaml/yaml-list.ts';

/** Front matter of a SKILL.md, by the rules of agentskills.io. */
const skillSchema = z.strictObject({
  /** The folder's name: small letters, digits, single hyphens. */
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens'),
  /** What the skill does and when to use it. */
  description: z.string().trim().min(1).max(1024),
  license: z.string().optional(),
  compatibility: z.string().max(500).optional(),
  /** `queries` is ours: what people ask for when they need the skill, two to five, with a semicolon between them. */
  metadata: z.record(z.string(), z.string()).optional(),
  'allowed-tools': z.string().optional(),
});

/** Reads every `content/skills/<name>/SKILL.md`. */
export function readSkills(root: string): Listed<Skill> {
  const folder = join(root, 'content/skills');
  if (!existsSync(folder)) return { items: [], problems: [] };
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const skills: Skill[] = [];
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  for (const folderName of names) {
    const file = `content/skills/${folderName}/SKILL.md`;
    if (!existsSync(join(root, file))) {
      const message = 'is missing; a skill is a folder with a SKILL.md.';
      problems.push({ file, line: 1, column: 1, field: 'file', message });
      continue;
    }
    const decoded = decodeText(readFileSync(join(root, file)), file);
    if (!decoded.ok) {
      problems.push(decoded.problem);
      continue;
    }
    const { text } = decoded;
    const read = parseYaml(splitSource(text).yaml, skillSchema, 'skills', { file, lineOffset: 1 });
    if (!read.ok) {
      problems.push(...read.problems);
      continue;
    }
    warnings.push(...read.warnings);
    const { name, description, metadata } = read.value;
    if (name !== folderName) {
      const message = `must be "${folderName}", as the folder is called.`;
      problems.push({ ...read.locate(['name']), field: 'name', message });
    }
    const queries = (metadata?.queries ?? '').split(';').flatMap((query) => query.trim() || []);
    skills.push({ name, description, queries, text, digest: `sha256:${hash('sha256', text, 'hex')}` });
  }
  return { items: skills, problems, warnings };
}
