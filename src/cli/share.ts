import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitSource } from '../content/read/front-matter.ts';
import { absoluteUrl, sharedPath } from '../core/model/urls.ts';
import { readOptions, stop } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './site/own-site.ts';
import { shareDraft } from './site/share-draft.ts';

const usage = `Usage: ${typed('share', 'content/posts/a-draft.md [--days 14]')}

Gives a draft a secret URL, for people whom you send it to, and writes it into the file as "share". The next build
publishes the draft there, and nowhere else; the first build after the last day removes it. Sharing again makes a new
URL and ends the old one.

  --days      days until the URL ends; default: 14
  -h, --help  shows this help`;

const { values, positionals } = readOptions(usage, { days: { type: 'string', default: '14' } }, true);
const [file = ''] = positionals;
const days = Number(values.days);
if (!file || !existsSync(join(process.cwd(), file))) stop(file ? `There is no file ${file}.` : usage, 1);
if (!Number.isInteger(days) || days < 1 || days > 365) stop('--days is a number from 1 to 365.', 1);
const site = await readOwnSite();
const text = readFileSync(file, 'utf8');
if (!/^draft:\s*true\s*$/m.test(splitSource(text).yaml))
  stop(`${file} is not a draft: its front matter has no line "draft: true".`, 1);
const key = randomBytes(18).toString('base64url');
const until = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
writeFileSync(file, shareDraft(text, key, until));
console.log(
  `${absoluteUrl(site, sharedPath(key))}\nBuild and deploy the site: the draft is there until ${until}.`,
);
