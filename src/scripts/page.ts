import { addCopyButtons } from './copy-buttons.ts';
import { openSearchByKey } from './search/search-key.ts';
import { followContents } from './table-of-contents.ts';
import { offerThemes } from './theme-choice.ts';
import type { ModelContext } from './web-mcp.ts';

offerThemes();
addCopyButtons();
followContents();
openSearchByKey();

// Few posts have footnotes.
if (document.querySelector('.page-post .footnotes'))
  import('./margin-notes.ts').then(({ placeMarginNotes }) => placeMarginNotes());

declare global {
  interface Document {
    /** Where browsers have WebMCP. */
    readonly modelContext?: ModelContext;
  }
}
const { modelContext } = document;
// Without the tools the page is complete: whatever fails here stays silent.
if (modelContext) import('./web-mcp.ts').then(({ offerTools }) => offerTools(modelContext)).catch(() => {});

if (import.meta.env.DEV) {
  import('./look-switch.ts').then(({ offerLooks }) => offerLooks());
}
