export interface Answers {
  readonly title: string;
  readonly owner: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** IANA name. */
  readonly timezone: string;
  /** One of `looks`. */
  readonly look: string;
  /** One of `hosts`. */
  readonly host: string;
  readonly url: string;
  /** One of `origins`. */
  readonly import: string;
  /** File or folder with the content of the old site; empty if there is none, or not yet. */
  readonly export: string;
}

/** Where a site can be deployed: values of the setting `deploy`, and a container, which is a server. */
export const hostHints = {
  server: 'your own: pages, contact form, queries and MCP',
  static: 'any file server',
  'github-pages': 'files, deployed with each push',
  netlify: 'files, deployed with each push',
  cloudflare: 'files, deployed with each push',
  docker: 'a container with all features of a server',
};
export const hosts = Object.keys(hostHints) as (keyof typeof hostHints)[];

/** The looks of the theme: values of the setting `look`. */
export const lookHints = {
  classic: 'calm pages of text, in a book face',
  magazine: 'strong headings, images and cards',
  notebook: 'small, dense pages with lines between entries',
  poster: 'very large type on coloured paper',
};
export const looks = Object.keys(lookHints) as (keyof typeof lookHints)[];

/** Where the content of a new site comes from: `nothing`, or a system that `agentsite import` accepts. */
export const originHints = {
  nothing: 'a new site with three short documents',
  wordpress: 'its export: Tools > Export > All content',
  ghost: 'its export: Settings > Import/Export',
  blogger: 'its backup: Settings > Manage blog > Back up content',
  substack: 'its export: Settings > Exports',
  squarespace: 'its export: Settings > Import & Export Content',
  medium: 'its export: Settings > Security > Download your information',
  markdown: 'the folder of a site of Hugo, Jekyll, Eleventy or Astro',
  hexo: 'the folder of its site',
  obsidian: 'a vault',
};
export const origins = Object.keys(originHints) as (keyof typeof originHints)[];

export type Question = keyof Answers;

export const questions: readonly {
  readonly name: Question;
  readonly message: string;
  /** @returns a sentence if the value is invalid */
  readonly findProblem: (value: string) => string | undefined;
}[] = [
  { name: 'import', message: 'Do you want to import another site?', findProblem: oneOf(origins) },
  {
    name: 'export',
    message: 'Which file or folder contains its content? (you can decide later)',
    findProblem: () => undefined,
  },
  { name: 'title', message: 'Title of the site?', findProblem: findProblemInLine },
  { name: 'owner', message: 'Name of the author?', findProblem: findProblemInLine },
  {
    name: 'language',
    message: 'Language? (a tag such as en, de or pt-BR)',
    findProblem: (tag) =>
      isValid(() => Intl.getCanonicalLocales(tag).length === 1)
        ? undefined
        : `"${tag}" is not a language tag such as en or pt-BR.`,
  },
  {
    name: 'timezone',
    message: 'Time zone of its dates?',
    findProblem: (zone) =>
      isValid(() => new Intl.DateTimeFormat('en', { timeZone: zone }) !== null)
        ? undefined
        : `"${zone}" is not an IANA time zone such as Europe/Berlin.`,
  },
  { name: 'look', message: 'Which look? (you can change it later)', findProblem: oneOf(looks) },
  { name: 'host', message: 'Where will it be deployed?', findProblem: oneOf(hosts) },
  {
    name: 'url',
    message: 'Address of the site? (you can change it later)',
    findProblem: (url) =>
      /^https?:\/\/[^?#\s]+$/.test(url) && URL.canParse(url)
        ? undefined
        : `"${url}" is not an address such as https://example.org.`,
  },
];

function oneOf(known: readonly string[]): (value: string) => string | undefined {
  return (value) => (known.includes(value) ? undefined : `"${value}" is not one of ${known.join(', ')}.`);
}

function findProblemInLine(text: string): string | undefined {
  if (text.trim() === '') return 'It needs at least one letter.';
  return /\p{Cc}/u.test(text) ? 'It must be one line of text.' : undefined;
}

/** `Intl` throws on unknown names. */
function isValid(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

export interface Surroundings {
  /** Name of the new folder, without its parents. */
  readonly folder: string;
  readonly person: string | null;
  readonly language: string;
  readonly timezone: string;
  /** `server`, or a Git host, if the site has the editor. */
  readonly editor?: string | undefined;
}

export function guessAnswers({
  folder,
  person,
  language,
  timezone,
  editor = 'server',
}: Surroundings): Answers {
  const words = folder.replace(/[-_.\s]+/g, ' ').trim() || 'My site';
  return {
    title: words.charAt(0).toUpperCase() + words.slice(1),
    owner: person ?? 'The owner',
    language: language.split('-', 1)[0] ?? 'en',
    timezone,
    look: 'classic',
    host: { server: 'server', github: 'github-pages' }[editor] ?? 'static',
    url: 'http://localhost:4321',
    import: 'nothing',
    export: '',
  };
}
