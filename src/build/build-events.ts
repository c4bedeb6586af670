import type { LoadReport } from '../content/library/load-library.ts';
import type { Problem } from '../content/read/problems.ts';

/** Events of a build, for its caller to report. */
export type BuildEvent =
  /** Progress of a step that may take long. */
  | { readonly step: 'working'; readonly on: LongStep; readonly done: number; readonly total: number }
  /** `included`: drafts and scheduled documents are part of the build. */
  | {
      readonly step: 'documents';
      readonly documents: number;
      readonly report: LoadReport;
      readonly included: boolean;
    }
  /** What documents hold that does not do what their authors may expect. */
  | { readonly step: 'warnings'; readonly warnings: readonly Problem[] }
  /** What images and other files reveal besides what readers see, in sentences. */
  | { readonly step: 'images'; readonly remarks: readonly string[] }
  /** What the host of the site cannot do, in sentences. */
  | { readonly step: 'host'; readonly remarks: readonly string[] }
  | { readonly step: 'theme'; readonly compiled: boolean }
  | { readonly step: 'pages'; readonly rendered: number; readonly kept: number }
  | { readonly step: 'files'; readonly written: number; readonly removed: number };

/** `images` are read and converted; `copies` are their smaller forms, and social cards. */
export type LongStep = 'documents' | 'images' | 'pages' | 'copies';

export type OnBuildEvent = (event: BuildEvent) => void;
