import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, run } from '../tools.ts';
import { type Attempts, generateClient, message, type Workshop, wrongAnswer } from './workshop.ts';

const fields = JSON.stringify(message).slice(1, -1);

const check = `if (!first?.sent || first.replayed !== undefined || !second?.sent || second.replayed !== true) throw new Error('${wrongAnswer}');`;

const inMain = (imports: string, body: string) => `${imports}
declare const process: { exit(status: number): never };
async function main() {
  ${body}
  ${check}
  console.log(posts?.length + ' posts, the first is ' + posts?.[0]?.title.rendered);
}
main().catch((error) => { console.error(error); process.exit(1); });
`;

const generatorProgram = (url: string) =>
  inMain(
    "import { Configuration, ContactApi, ContentApi } from './index';",
    `const configuration = new Configuration({ basePath: '${url}' });
  const contact = new ContactApi(configuration);
  const posts = await new ContentApi(configuration).listPosts({ perPage: 3 });
  const { submitToken } = await contact.getContactContract();
  const sent = { contactMessage: { ${fields}, submitToken }, idempotencyKey: crypto.randomUUID() };
  const first = await contact.sendContactMessage(sent);
  const second = await contact.sendContactMessage(sent);`,
  );

const openapiFetchProgram = (url: string) =>
  inMain(
    "import createClient from 'openapi-fetch';\nimport type { paths } from './schema';",
    `const client = createClient<paths>({ baseUrl: '${url}' });
  const { data: posts } = await client.GET('/wp-json/wp/v2/posts', { params: { query: { per_page: 3 } } });
  const { data: contract } = await client.GET('/wp-json/site/v1/contact');
  const body = { ${fields}, submit_token: contract?.submit_token ?? '' };
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
  const { data: first } = await client.POST('/wp-json/site/v1/contact', { params, body });
  const { data: second } = await client.POST('/wp-json/site/v1/contact', { params, body });`,
  );

const heyApiProgram = (url: string) =>
  inMain(
    "import { client } from './client.gen';\nimport { getContactContract, listPosts, sendContactMessage } from './sdk.gen';",
    `client.setConfig({ baseUrl: '${url}' });
  const { data: posts } = await listPosts({ query: { per_page: 3 } });
  const { data: contract } = await getContactContract();
  const body = { ${fields}, submit_token: contract?.submit_token ?? '' };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { data: first } = await sendContactMessage({ body, headers });
  const { data: second } = await sendContactMessage({ body, headers });`,
  );

const packages = [
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
];
const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

export function typescriptAttempts(workshop: Workshop): Attempts {
  const { url, description } = workshop;
  const installed = join(workshop.folder, 'typescript');

  /** Compiles a program next to its generated client, and runs it. */
  function runProgram(folder: string, program: string): string {
    writeFileSync(join(folder, 'send.ts'), program);
    writeFileSync(join(folder, 'package.json'), '{}');
    const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--strict', '--skipLibCheck'];
    const modules = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--typeRoots', folder];
    const given = [...target, ...modules, '--outDir', join(folder, 'js'), join(folder, 'send.ts')];
    need(run(compiler, given, folder), 'The client does not compile');
    return need(run(process.execPath, [join(folder, 'js/send.js')]), 'The client failed');
  }

  /** Generates with a program of one of the {@link packages}, in a folder below theirs. */
  function runInstalled(program: string, given: readonly string[], text: string): string {
    const folder = join(installed, program);
    mkdirSync(folder, { recursive: true });
    const install = ['install', '--no-audit', '--no-fund', '--prefix', installed, ...packages];
    need(run('npm', install, installed), 'npm install failed');
    need(run(join(installed, 'node_modules/.bin', program), given, folder), 'The generator failed');
    return runProgram(folder, text);
  }

  return {
    'openapi-generator, typescript-fetch': () =>
      runProgram(generateClient(workshop, 'typescript-fetch'), generatorProgram(url)),
    'openapi-typescript and openapi-fetch': () =>
      runInstalled('openapi-typescript', [description, '-o', 'schema.ts'], openapiFetchProgram(url)),
    '@hey-api/openapi-ts': () =>
      runInstalled('openapi-ts', ['-i', description, '-o', '.'], heyApiProgram(url)),
  };
}
