import type { Request, Response } from 'express';
import type { Site } from '../core/model/site.ts';

/** The default export of a plugin's module in the sidecar. It runs once for each build that is served. */
export type SidecarPlugin = (context: SidecarContext) => SidecarParts | Promise<SidecarParts>;

/** What a plugin gets. */
export interface SidecarContext {
  readonly site: Site;
  /** Those of `site.ts`, checked: `options as z.output<typeof schema>`. */
  readonly options: unknown;
  /** Absolute URL of a path below the plugin's own: `urlOf('entries')`. */
  readonly urlOf: (path: string) => string;
  /** The text of a published file, such as a document of the plugin's own: `read('/books.json')`. */
  readonly read: (path: string) => string | null;
  /** What `sidecar.data` returned for this build; an empty text without it. Each call reads it again. */
  readonly data: () => string;
  readonly store: PluginStore;
  /** Sends a mail, to the owner unless it says to whom. */
  readonly mail: (mail: PluginMail) => Promise<MailResult>;
  /** Log lines with the plugin's name. Don't log personal data. */
  readonly log: Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A keyed hash that no one else can make: of tokens in links and forms. 43 characters of base64url. Equal on all sidecars of a site. */
  readonly sign: (text: string) => string;
  /** A setting of the environment, or of a file of systemd's credentials: `setting('SMTP_URL')`. */
  readonly setting: (name: string) => string | undefined;
  /** Aborts when the build is no longer served: what takes long ends after the step that it is in. */
  readonly signal: AbortSignal;
}

/** The same for a command of the plugin, which reads the library instead of a build. */
export type CommandContext = Omit<SidecarContext, 'read' | 'data'> & AsyncDisposable;

/** `refused`: not sent, and won't be if tried again. `later`: not sent now. `unknown`: it may have been sent. */
export type MailResult = 'sent' | 'refused' | 'later' | 'unknown';

export interface PluginMail {
  /** Equal mails with equal IDs are sent once, where the mailer recognizes them. */
  readonly id: string;
  /** An address, for mails to others than the owner, whose subject is not prefixed with the site's title. */
  readonly to?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Further headers, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly replyTo?: { readonly name: string; readonly address: string };
}

/**
 * Keys of one plugin, in the state of the site: SQLite, or Redis for several sidecars. Each call is atomic.
 * @throws an error with the status 503 while the store can't be used
 */
export interface PluginStore {
  get(key: string): Promise<string | null>;
  /** @param lifetime milliseconds; without it the value stays */
  set(key: string, value: string, lifetime?: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Sets the value if it is the expected one; `null` is no value. @returns was it? */
  replace(key: string, expected: string | null, value: string | null, lifetime?: number): Promise<boolean>;
  /** Adds to the end of a value. */
  append(key: string, text: string): Promise<void>;
  /** Keys that begin with a text, and their values, in order. It may read all keys of the site: for jobs and commands. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: string])[]>;
}

export interface SidecarParts {
  readonly routes?: readonly PluginRoute[];
  /**
   * Answers requests for pages whose `Accept` prefers a type of `sidecar.pageTypes`.
   * @returns `false` to leave the page to the site
   */
  readonly page?: (path: string, request: Request, response: Response) => unknown;
  readonly mcp?: {
    /** By name: those that the plugin declares in `sidecar.tools`. What they return is text, or an object. */
    readonly tools?: Readonly<Record<string, (input: never) => string | object | Promise<string | object>>>;
    readonly resources?: readonly PluginResource[];
    readonly prompts?: readonly PluginPrompt[];
  };
  readonly jobs?: readonly PluginJob[];
}

export interface PluginRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the plugin's own path, as Express writes it: `entries`, `entries/:id`; or one of `sidecar.addresses`. */
  readonly path: string;
  /** Bytes of the largest body, at most 1,048,576. Default: 65,536. */
  readonly maxBytes?: number;
  /** Requests of one caller. Default: 600 for GET, 20 for others. */
  readonly perMinute?: number;
  /** With `bytes`, `request.body` is a Buffer of what was sent, for signatures; otherwise it is UTF-8 as text. */
  readonly body?: 'bytes' | 'text';
  readonly handle: (request: Request, response: Response) => unknown;
}

export interface PluginResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly read: () => string;
}

export interface PluginPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  readonly get: (given: Readonly<Record<string, string>>) => string;
}

/** Runs in one of all sidecars. */
export interface PluginJob {
  readonly name: string;
  /** Milliseconds between two beginnings, a second at least. */
  readonly every: number;
  readonly run: () => Promise<void>;
}
