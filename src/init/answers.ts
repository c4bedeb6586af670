/** What decides the files of a new site. */
export interface Answers {
  readonly title: string;
  readonly owner: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** IANA name. */
  readonly timezone: string;
  /** One of `hosts`. */
  readonly host: string;
  /** Base URL. */
  readonly url: string;
  /** One of `origins`. */
  readonly import: string;
  /** File or folder with the content of the old site; empty where there is none, or not yet. */
  readonly export: string;
}

/** Where a site can be published: values of `deploy` in its settings, and a container, which is a server. */
export const hosts = ['server', 'static', 'github-pages', 'netlify', 'cloudflare', 'docker'] as const;

/** What each of them is, for those who choose. */
export const hostHints: Readonly<Record<(typeof hosts)[number], string>> = {
  server: 'your own: pages, contact form, queries and MCP',
  static: 'any server of files',
  'github-pages': 'files, published with each push',
  netlify: 'files, published with each push',
  cloudflare: 'files, published with each push',
  docker: 'a container with all that a server has',
};

/** Where the content of a new site comes from: `nothing`, and what the command `agentsite import` takes. */
export const origins = ['nothing', 'wordpress', 'ghost', 'markdown'] as const;

/** What each of them is, for those who choose. */
export const originHints: Readonly<Record<(typeof origins)[number], string>> = {
  nothing: 'a new site, with three short texts to begin with',
  wordpress: 'its export: Tools > Export > All content',
  ghost: 'its export: Settings > Import/Export',
  markdown: 'a folder of Hugo, Jekyll, Eleventy or Astro',
};

export type Question = keyof Answers;

/** One thing that `init` asks for. */
export interface Asked {
  readonly name: Question;
  readonly message: string;
  /** @returns a sentence when the value cannot be used. */
  readonly findFault: (value: string) => string | undefined;
}

export const questions: readonly Asked[] = [
  {
    name: 'import',
    message: 'Do you move in from another site?',
    findFault: (origin) =>
      origins.some((known) => known === origin)
        ? undefined
        : `"${origin}" is not one of ${origins.join(', ')}.`,
  },
  {
    name: 'export',
    message: 'Which file or folder holds what you bring? (you can say it later)',
    findFault: () => undefined,
  },
  { name: 'title', message: 'What is the site called?', findFault: findFaultInLine },
  { name: 'owner', message: 'Who writes it?', findFault: findFaultInLine },
  {
    name: 'language',
    message: 'In which language? (a tag such as en, de or pt-BR)',
    findFault: (tag) =>
      isKnownTo(() => Intl.getCanonicalLocales(tag).length === 1)
        ? undefined
        : `"${tag}" is not a language tag such as en or pt-BR.`,
  },
  {
    name: 'timezone',
    message: 'In which time zone are its dates?',
    findFault: (zone) =>
      isKnownTo(() => new Intl.DateTimeFormat('en', { timeZone: zone }) !== null)
        ? undefined
        : `"${zone}" is not an IANA time zone such as Europe/Berlin.`,
  },
  {
    name: 'host',
    message: 'Where will it be published?',
    findFault: (host) =>
      hosts.some((known) => known === host) ? undefined : `"${host}" is not one of ${hosts.join(', ')}.`,
  },
  {
    name: 'url',
    message: 'At which address will it live? (you can change it later)',
    findFault: (url) =>
      /^https?:\/\/[^?#\s]+$/.test(url) && URL.canParse(url)
        ? undefined
        : `"${url}" is not an address such as https://example.org.`,
  },
];

function findFaultInLine(text: string): string | undefined {
  if (text.trim() === '') return 'It needs at least one letter.';
  return /\p{Cc}/u.test(text) ? 'It must be one line of text.' : undefined;
}

/** Intl throws at what it does not know. */
function isKnownTo(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

/** What is taken where nothing is said. */
export interface Surroundings {
  /** Name of the new folder, without those above it. */
  readonly folder: string;
  /** The name that the person uses elsewhere, or none. */
  readonly person: string | null;
  /** Locale and time zone of the machine. */
  readonly language: string;
  readonly timezone: string;
}

export function guessAnswers({ folder, person, language, timezone }: Surroundings): Answers {
  const words = folder.replace(/[-_.\s]+/g, ' ').trim() || 'My site';
  return {
    title: words.charAt(0).toUpperCase() + words.slice(1),
    owner: person ?? 'The owner',
    language: language.split('-', 1)[0] ?? 'en',
    timezone,
    host: 'server',
    url: 'http://localhost:4321',
    import: 'nothing',
    export: '',
  };
}
