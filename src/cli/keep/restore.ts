import { readOptions, stop } from '../../terminal/options.ts';
import { counted } from '../../terminal/terminal.ts';
import { typed } from '../../terminal/typed.ts';
import { restore } from './archive.ts';

const usage = `Usage: ${typed('restore', 'FILE.tar.gz FOLDER')}

Unpacks a backup into a folder that is empty or not there. Then run "npm ci" and "npm run build" in it.

  -h, --help  shows this help`;

const { positionals } = readOptions(usage, {}, true);
const [file, folder, ...more] = positionals;
if (file === undefined || folder === undefined || more.length > 0) stop(usage);
const outcome = restore(file, folder);
if (!outcome.ok) stop(outcome.message, 1);
console.log(`${counted(outcome.files, 'file')} restored. Next:\n\ncd ${folder}\nnpm ci\nnpm run build`);
