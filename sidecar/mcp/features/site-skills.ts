import type { DatabaseSync } from 'node:sqlite';
import { type Skill as SkillEntry, skillEntry } from '@modelcontextprotocol/server/ext/skills';

/** A skill of the site, as the extension for skills (SEP-2640) describes it, with the text of its only file. */
export interface PublishedSkill {
  readonly entry: SkillEntry;
  readonly text: string;
}

/** The skills of a build: the same bytes and digests as below `/.well-known/agent-skills/`. */
export async function loadSkills(index: Pick<DatabaseSync, 'prepare'>): Promise<readonly PublishedSkill[]> {
  const row = index.prepare("SELECT value FROM meta WHERE key = 'skills'").get();
  const skills: readonly (readonly [name: string, text: string])[] = JSON.parse(String(row?.value ?? '[]'));
  return Promise.all(
    skills.map(async ([name, text]) => ({ entry: await skillEntry(name, { 'SKILL.md': text }), text })),
  );
}
