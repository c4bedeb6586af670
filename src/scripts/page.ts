import { addCopyButtons } from './copy-buttons.ts';
import { openSearchByKey } from './search-key.ts';
import { followContents } from './table-of-contents.ts';
import { offerThemes } from './theme-choice.ts';

offerThemes();
addCopyButtons();
followContents();
openSearchByKey();
