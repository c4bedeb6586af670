import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, run } from '../tools.ts';
import { type Attempts, generateClient, message, type Workshop, wrongAnswer } from './workshop.ts';

const fields = Object.entries(message)
  .map(([name, value]) => `${name}='${value}'`)
  .join(', ');

const generatorProgram = (url: string) => `import uuid
import openapi_client
client = openapi_client.ApiClient(openapi_client.Configuration(host='${url}'))
posts = openapi_client.ContentApi(client).list_posts(per_page=3)
contact = openapi_client.ContactApi(client)
token = contact.get_contact_contract().submit_token
message = openapi_client.ContactMessage(${fields}, submit_token=token)
key = str(uuid.uuid4())
answers = [contact.send_contact_message(message, idempotency_key=key) for _ in range(2)]
assert [(a.sent, a.replayed) for a in answers] == [(True, None), (True, True)], ('${wrongAnswer}', answers)
print(len(posts), 'posts, the first is', posts[0].title.rendered)
`;

const pythonClientProgram = (url: string) => `import uuid
from site_client import Client
from site_client.api.contact import get_contact_contract, send_contact_message
from site_client.api.content import list_posts
from site_client.models import ContactMessage
from site_client.types import UNSET
client = Client(base_url='${url}', raise_on_unexpected_status=True)
posts = list_posts.sync(client=client, per_page=3)
token = get_contact_contract.sync(client=client).submit_token
message = ContactMessage(${fields}, submit_token=token)
key = str(uuid.uuid4())
answers = [send_contact_message.sync(client=client, body=message, idempotency_key=key) for _ in range(2)]
assert [(a.sent, a.replayed) for a in answers] == [(True, UNSET), (True, True)], ('${wrongAnswer}', answers)
print(len(posts), 'posts, the first is', posts[0].title.rendered)
`;

const settings = 'project_name_override: site-client\npackage_name_override: site_client\npost_hooks: []\n';

export function pythonAttempts(workshop: Workshop): Attempts {
  const python = join(workshop.python, 'python');

  function openapiGenerator(): string {
    const output = generateClient(workshop, 'python');
    const requirements = join(output, 'requirements.txt');
    need(run(join(workshop.python, 'pip'), ['install', '--quiet', '-r', requirements]), 'pip install failed');
    need(run(python, ['-m', 'compileall', '-q', 'openapi_client'], output), 'The client does not compile');
    return need(run(python, ['-c', generatorProgram(workshop.url)], output), 'The client failed');
  }

  function openapiPythonClient(): string {
    const output = join(workshop.folder, 'site_client');
    const config = join(workshop.folder, 'settings.yaml');
    writeFileSync(config, settings);
    const given = ['generate', '--path', workshop.description, '--meta', 'none', '--config', config];
    const generator = join(workshop.python, 'openapi-python-client');
    const generated = run(generator, [...given, '--output-path', output]);
    need(generated, 'The generator failed');
    // It knows no XML, so the sitemap and two feeds come without a type.
    const skipped = [...generated.output.matchAll(/^WARNING parsing (.*) within (?!documents)/gm)].map(
      ([, what]) => what,
    );
    if (skipped.length > 0) throw new Error(`Parts were left out: ${skipped.join(', ')}`);
    need(run(python, ['-m', 'compileall', '-q', output]), 'The client does not compile');
    return need(run(python, ['-c', pythonClientProgram(workshop.url)], workshop.folder), 'The client failed');
  }

  return { 'openapi-generator, python': openapiGenerator, 'openapi-python-client': openapiPythonClient };
}
