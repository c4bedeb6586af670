import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { need, pythonEnvironment, requirePrograms, run, runAll, siteUrl } from './tools.ts';

/**
 * Clients that generators make from `/openapi.json` of a running site: each must compile and list posts.
 *
 *     npm run test:generators -- http://localhost:4321
 *
 * It needs python3 with venv, java 11 or newer, and go; the generators come from PyPI.
 */
const url = siteUrl();
requirePrograms(['python3', 'java', 'go'], 'apt-get install python3-venv default-jre-headless golang-go');
const programs = pythonEnvironment('generators', 'openapi-python-client', 'openapi-generator-cli');
const python = join(programs, 'python');
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const description = join(folder, 'openapi.json');

const typescriptProgram = `import { Configuration, ContentApi } from './index';
new ContentApi(new Configuration({ basePath: '${url}' })).listPosts({ perPage: 3 }).then((posts) => {
  const first: string | undefined = posts[0]?.title.rendered;
  console.log(posts.length + ' posts, the first is ' + first);
});
`;
const goProgram = `package main

import (
	"context"
	"fmt"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: "${url}"}}
	posts, _, err := client.NewAPIClient(config).ContentAPI.ListPosts(context.Background()).PerPage(3).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d posts, the first is %s\\n", len(posts), posts[0].Title.Rendered)
}
`;
const pythonProgram = `import openapi_client
configuration = openapi_client.Configuration(host='${url}')
posts = openapi_client.ContentApi(openapi_client.ApiClient(configuration)).list_posts(per_page=3)
print(len(posts), 'posts, the first is', posts[0].title.rendered)
`;
const pythonClientProgram = `from site_client import Client
from site_client.api.content import list_posts
posts = list_posts.sync(client=Client(base_url='${url}'), per_page=3)
print(len(posts), 'posts, the first is', posts[0].title.rendered)
`;

try {
  writeFileSync(description, await (await fetch(`${url}/openapi.json`)).text());
  runAll({
    'openapi-python-client': listWithPythonClient,
    'openapi-generator, python': listWithPython,
    'openapi-generator, go': listWithGo,
    'openapi-generator, typescript-fetch': listWithTypescript,
  });
} finally {
  rmSync(folder, { recursive: true });
}

function generate(language: string): string {
  const output = join(folder, language);
  const given = ['generate', '-i', description, '-g', language, '-o', output];
  need(run(join(programs, 'openapi-generator-cli'), given), 'The generator failed');
  return output;
}

function listWithPythonClient(): string {
  const output = join(folder, 'site_client');
  const settings = join(folder, 'settings.yaml');
  writeFileSync(
    settings,
    'project_name_override: site-client\npackage_name_override: site_client\npost_hooks: []\n',
  );
  const given = [
    'generate',
    '--path',
    description,
    '--meta',
    'none',
    '--output-path',
    output,
    '--config',
    settings,
  ];
  const generated = run(join(programs, 'openapi-python-client'), given);
  need(generated, 'The generator failed');
  // It knows no XML, so the sitemap and two feeds come without a type.
  const skipped = [...generated.output.matchAll(/^WARNING parsing (.*) within (?!documents)/gm)].map(
    ([, what]) => what,
  );
  if (skipped.length > 0) throw new Error(`Parts were left out: ${skipped.join(', ')}`);
  need(run(python, ['-m', 'compileall', '-q', output]), 'The client does not compile');
  return need(run(python, ['-c', pythonClientProgram], folder), 'Posts could not be listed');
}

function listWithPython(): string {
  const output = generate('python');
  const requirements = join(output, 'requirements.txt');
  need(run(join(programs, 'pip'), ['install', '--quiet', '-r', requirements]), 'pip install failed');
  need(run(python, ['-m', 'compileall', '-q', 'openapi_client'], output), 'The client does not compile');
  return need(run(python, ['-c', pythonProgram], output), 'Posts could not be listed');
}

function listWithGo(): string {
  const output = generate('go');
  mkdirSync(join(output, 'list'));
  writeFileSync(join(output, 'list/main.go'), goProgram);
  need(run('go', ['mod', 'tidy'], output), 'go mod tidy failed');
  need(run('go', ['build', './...'], output), 'The client does not compile');
  return need(run('go', ['run', './list'], output), 'Posts could not be listed');
}

function listWithTypescript(): string {
  const output = generate('typescript-fetch');
  writeFileSync(join(output, 'list.ts'), typescriptProgram);
  const target = [
    '--target',
    'es2022',
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom',
  ];
  const given = [
    ...target,
    '--strict',
    '--typeRoots',
    output,
    '--outDir',
    join(output, 'js'),
    join(output, 'list.ts'),
  ];
  need(run(compiler, given, output), 'The client does not compile');
  return need(run(process.execPath, [join(output, 'js/list.js')]), 'Posts could not be listed');
}
