import { readOptions, stop } from '../../terminal/options.ts';
import { counted } from '../../terminal/terminal.ts';
import { typed } from '../../terminal/typed.ts';
import { backUp } from './archive.ts';

const usage = `Usage: ${typed('backup', 'FILE.tar.gz [--state]')}

Writes the site into one file: content, settings, package files, vendor/, theme/, src/, public/, and the history in
.git/ if there is one, and the list of changes. What a build or npm install makes again is left out. ${typed('restore', 'FILE.tar.gz FOLDER')} unpacks it;
so does tar. A build of the restored folder has the same bytes in dist/.

  --state     also .data/ (contact state, secrets, keys and sessions of the editor) and .env: keep such a file secret
  -h, --help  shows this help`;

const { values, positionals } = readOptions(usage, { state: { type: 'boolean', default: false } }, true);
const [file, ...more] = positionals;
if (file === undefined || more.length > 0) stop(usage);
if (!/\.(?:tar\.gz|tgz)$/.test(file)) stop(`"${file}" needs the ending .tar.gz.`);
const outcome = backUp(process.cwd(), file, values.state);
if (!outcome.ok) stop(outcome.message, 1);
for (const name of outcome.leftOut) console.log(`${name} is a symbolic link, and left out.`);
console.log(`${file}: ${counted(outcome.files, 'file')}`);
