import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { advise } from '../content/advise.ts';
import { digestCompiler, loadLibrary } from '../content/load-library.ts';
import { ContentError, formatProblem } from '../content/problems.ts';
import { readSite } from '../content/read-site.ts';

/**
 * `npm run check`: everything that a build would refuse, and what a careful author would like to know;
 * builds nothing. Status 1 when a build would fail. `--json` prints one object.
 */
const root = process.cwd();
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const today = new Date().toISOString();
const { problems, advice, documents } = await inspect();
if (values.json) console.log(JSON.stringify({ documents, problems, advice }));
else {
  for (const line of problems) console.log(line);
  for (const { file, message } of advice) console.log(`${file}: ${message}`);
  console.log(`${documents} documents, ${problems.length} problems, ${advice.length} remarks`);
}
process.exitCode = problems.length > 0 ? 1 : 0;

async function inspect() {
  try {
    const loaded = await loadLibrary({
      root,
      site: readSite(process.env.SITE_URL),
      compilerDigest: digestCompiler(root),
      cacheFile: join(root, 'node_modules/.cache/agentsite/compiled.sqlite'),
      nowGmt: today.slice(0, 19),
    });
    const advice = [...advise(loaded.library, loaded.references), ...adviseOnSecurityTxt()];
    loaded.close();
    return { problems: [], advice, documents: loaded.library.documents.length };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { problems: error.problems.map(formatProblem), advice: [], documents: 0 };
  }
}

/** Each build renews the date, so an old one means that the site was not built for long. */
function adviseOnSecurityTxt(): { file: string; message: string }[] {
  const file = 'dist/client/.well-known/security.txt';
  if (!existsSync(join(root, file))) return [];
  const expires = /^Expires: (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
  const days = Math.floor((Date.parse(expires) - Date.parse(today)) / 86_400_000);
  return days >= 30 ? [] : [{ file, message: `expires in ${days} days; build and publish the site again.` }];
}
