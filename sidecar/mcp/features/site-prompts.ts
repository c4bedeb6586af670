import type { Site } from '../../../src/core/model/site.ts';
import type { PromptDefinition } from '../server-features.ts';

/** Two prompts that a person picks from a menu; they name the tools, so that the answer has its sources. */
export function createSitePrompts(site: Site): PromptDefinition[] {
  return [
    {
      description: {
        name: 'answer_from_site',
        title: `Answer from ${site.title}`,
        description: 'Answers a question from what the site has published, with links to the sources.',
        arguments: [{ name: 'question', description: 'What you want to know.', required: true }],
      },
      get: ({ question = '' }) => ({
        description: `An answer from ${site.title}`,
        messages: [
          user(
            `Answer this question from what ${site.title} (${site.url}) has published: ${question}\n\n` +
              'Find pages with the search tool, read them with get_content, and give the address of each page ' +
              'that the answer rests on. If the site does not answer it, say so.',
          ),
        ],
      }),
    },
    {
      description: {
        name: 'summarize_page',
        title: 'Summarize a page',
        description: 'Sums up one page of the site.',
        arguments: [{ name: 'slug', description: 'Slug or path of the page, or its id.', required: true }],
      },
      get: ({ slug = '' }) => ({
        description: 'A summary of one page',
        messages: [
          user(
            `Read the page "${slug}" of ${site.title} with get_content, through to its last part, and sum it up ` +
              'in a few sentences. Give its address.',
          ),
        ],
      }),
    },
  ];
}

function user(words: string) {
  return { role: 'user' as const, content: { type: 'text' as const, text: words } };
}
