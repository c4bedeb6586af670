import { asList, asObject, asText } from '../../documents/json-value.ts';
import { readMarkdown } from '../../documents/markdown-text.ts';
import { type Check, checksOf, type Problem, problemIf } from '../check.ts';
import { documentAt, findGone, followed, type JsonDocument } from './json-document.ts';

/** The index of skills, and what it names. */

const skillSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const skillsIn = ({ value }: JsonDocument) => asList(asObject(value).skills).map(asObject);

export const skillChecks: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/agent-skills/index.json',
  documentAt('/.well-known/agent-skills/index.json'),
  [
    {
      id: 'skills-schema',
      severity: 'error',
      title: 'The index of skills names its schema',
      source: 'Agent Skills discovery 0.2.0',
      fix: `"$schema": "${skillSchema}"`,
      wrong: ({ value }) =>
        asObject(value).$schema !== skillSchema &&
        `$schema is ${asText(asObject(value).$schema) || 'missing'}`,
    },
    {
      id: 'skills-entries',
      severity: 'error',
      title: 'Each skill has name, type, description, url and digest',
      source: 'Agent Skills discovery 0.2.0',
      fix: '{"name":"read","type":"skill-md","description":"…","url":"…/SKILL.md","digest":"sha256:…"}',
      find: (document) =>
        skillsIn(document).flatMap((skill) => {
          const wrong = [
            /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(asText(skill.name)) && asText(skill.name).length <= 64
              ? null
              : 'name',
            ['skill-md', 'archive'].includes(asText(skill.type)) ? null : 'type',
            asText(skill.description) && asText(skill.description).length <= 1024 ? null : 'description',
            asText(skill.url) ? null : 'url',
            /^sha256:[0-9a-f]{64}$/.test(asText(skill.digest)) ? null : 'digest',
          ].filter((name) => name !== null);
          return problemIf(
            wrong.length > 0,
            document.found.url,
            `${wrong.join(', ')} of the skill ${asText(skill.name) || 'without a name'}`,
          );
        }),
    },
    {
      id: 'skills-there',
      severity: 'error',
      title: 'Skills that the index names are there',
      source: 'Agent Skills discovery 0.2.0',
      fix: 'Publish the SKILL.md, or remove it from the index.',
      find: (document, visit) =>
        findGone(
          skillsIn(document).map(({ url }) => asText(url)),
          document.found.url,
          visit,
        ),
    },
    {
      id: 'skills-digest',
      severity: 'error',
      title: 'The digest of a skill is that of the bytes that are sent',
      source: 'Agent Skills discovery 0.2.0: clients refuse others',
      fix: 'Compute the digest when the site is built, and let nothing change the file on its way.',
      find: async (document, visit) => {
        const problems: Problem[] = [];
        for (const { url, digest } of skillsIn(document).slice(0, followed)) {
          const answer = await visit.follow(asText(url), document.found.url);
          if (
            answer?.status === 200 &&
            /^sha256:[0-9a-f]{64}$/.test(asText(digest)) &&
            digest !== `sha256:${answer.sha256}`
          )
            problems.push([answer.url, `sha256:${answer.sha256}, the index says ${asText(digest)}`]);
        }
        return problems;
      },
    },
    {
      id: 'skills-text',
      severity: 'warning',
      title: 'A skill says its name and description as the index does',
      source: 'Agent Skills specification',
      fix: 'Make the index from the front matter of each SKILL.md.',
      find: async (document, visit) => {
        const problems: Problem[] = [];
        for (const { url, name, description, type } of skillsIn(document).slice(0, followed)) {
          const answer = type === 'skill-md' ? await visit.follow(asText(url), document.found.url) : null;
          if (answer?.status !== 200) continue;
          const { frontMatter } = readMarkdown(answer.text);
          const data = frontMatter?.kind === 'data' ? frontMatter.data : {};
          const says =
            data.name === name && String(data.description ?? '').trim() === asText(description).trim();
          if (!says)
            problems.push([
              answer.url,
              `name: ${String(data.name)}, description: ${String(data.description).slice(0, 80)}`,
            ]);
        }
        return problems;
      },
    },
  ],
);
