import type { LoadReport } from '../content/load-library.ts';

/** What a build tells while it runs; its caller decides what people see of that. */
export type BuildEvent =
  /** Progress of a step that may take long. */
  | { readonly step: 'working'; readonly on: LongStep; readonly done: number; readonly total: number }
  | { readonly step: 'texts'; readonly documents: number; readonly report: LoadReport }
  /** What pictures say that nobody sees, in sentences. */
  | { readonly step: 'pictures'; readonly remarks: readonly string[] }
  /** What the host of the site cannot do, in sentences. */
  | { readonly step: 'host'; readonly remarks: readonly string[] }
  | { readonly step: 'theme'; readonly compiled: boolean }
  | { readonly step: 'pages'; readonly rendered: number; readonly kept: number }
  | { readonly step: 'files'; readonly written: number; readonly removed: number };

export type LongStep = 'texts' | 'pages';

export type TellBuild = (event: BuildEvent) => void;
