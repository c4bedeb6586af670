import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/server';
import type {
  PromptDefinition,
  ServerFeatures,
  ToolDefinition,
} from '../../../sidecar/mcp/server-features.ts';

/**
 * The tools, resources and prompts that the conformance suite calls by name, behind the engine of the site.
 * For tests alone: the site never offers them. What the site's engine does not do (sampling, elicitation,
 * logging, progress, tasks, subscriptions) has no fixture here either.
 */

/** One red pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV header without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

const tool = (name: string, result: CallToolResult): ToolDefinition => ({
  description: { name, description: `Fixture ${name}.`, inputSchema: { type: 'object' } },
  call: () => result,
});

/** Every keyword of JSON Schema 2020-12 that the suite looks for in a listed tool. */
const schemaTool: ToolDefinition = {
  description: {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in data that no one awaits
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
  call: () => ({ content: [text('Read.')] }),
};

const prompt = (
  name: string,
  args: string[],
  messages: (given: Readonly<Record<string, string>>) => PromptContent[],
) => ({
  description: {
    name,
    description: `Fixture ${name}.`,
    arguments: args.map((each) => ({ name: each, description: `Fixture ${each}.`, required: true })),
  },
  get: (given: Readonly<Record<string, string>>) => ({
    messages: messages(given).map((content) => ({ role: 'user' as const, content })),
  }),
});

type PromptContent = ReturnType<PromptDefinition['get']>['messages'][number]['content'];

const readable: Readonly<Record<string, ReadResourceResult['contents'][number]>> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: png },
};

function readTemplate(uri: string): ReadResourceResult['contents'][number] | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

export const judgeFeatures: ServerFeatures = {
  info: { name: 'judge', version: '1.0.0' },
  instructions: 'Fixtures of the conformance suite.',
  tools: [
    tool('test_simple_text', { content: [text('This is a simple text response for testing.')] }),
    tool('test_image_content', { content: [image] }),
    tool('test_audio_content', { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
    tool('test_embedded_resource', {
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
    tool('test_multiple_content_types', {
      content: [
        text('Multiple content types test:'),
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
    tool('test_error_handling', {
      isError: true,
      content: [text('This tool intentionally returns an error for testing')],
    }),
    schemaTool,
  ],
  resources: {
    templates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'template',
        description: 'Fixture template.',
        mimeType: 'application/json',
      },
    ],
    list: (cursor) =>
      cursor === undefined
        ? { items: Object.keys(readable).map((uri) => ({ uri, name: uri, description: 'Fixture.' })) }
        : undefined,
    read: (uri) => {
      const found = readable[uri] ?? readTemplate(uri);
      return found && { contents: [found] };
    },
  },
  prompts: [
    prompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
    prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
      text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ]),
    prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ]),
    prompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
  ],
  complete: ({ typed }) => {
    const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(typed));
    return { values, total: values.length, hasMore: false };
  },
};
