import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
import { askingPrompt, askingTools } from './askingFixtures.ts';
import {
  type Capabilities,
  type PromptCapability,
  type ToolCapability,
  progressOf,
} from '../../src/tools/server/capabilities.ts';

/** One red pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A header without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

function tool(
  name: string,
  call: (context: ServerContext) => CallToolResult | Promise<CallToolResult>,
  inputSchema: ToolCapability['listed']['inputSchema'] = { type: 'object' },
): ToolCapability {
  const description = `Fixture ${name}`;
  return { listed: { name, description, inputSchema }, call: async (_, context) => call(context) };
}

function prompt(
  name: string,
  argumentNames: readonly string[],
  messages: (
    args: Readonly<Record<string, string>>,
  ) => readonly (ReturnType<typeof text> | typeof image | ReturnType<typeof resource>)[],
): PromptCapability {
  return {
    listed: {
      name,
      description: `Fixture ${name}`,
      arguments: argumentNames.map((argument) => ({ name: argument, description: argument, required: true })),
    },
    get: (args) =>
      Promise.resolve({ messages: messages(args).map((content) => ({ role: 'user', content })) }),
  };
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
} as const;

const fixed: Readonly<
  Record<string, { readonly mimeType: string; readonly text?: string; readonly blob?: string }>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
};

/** The capabilities that the official suite calls by name, on the product's server and transport. */
export const fixtureCapabilities: Capabilities = {
  name: 'conformance-fixtures',
  title: 'Fixtures',
  version: '1',
  instructions: 'Fixtures of the conformance suite.',
  tools: [
    tool('test_simple_text', () => ({ content: [text('This is a simple text response for testing.')] })),
    tool('test_image_content', () => ({ content: [image] })),
    tool('test_audio_content', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] })),
    tool('test_embedded_resource', () => ({
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    })),
    tool('test_multiple_content_types', () => ({
      content: [
        text('Multiple content types test:'),
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    })),
    tool('test_error_handling', () => ({
      isError: true,
      content: [text('This tool intentionally returns an error for testing')],
    })),
    tool('test_tool_with_progress', async (context) => {
      const progress = progressOf(context);
      for (const done of [0, 50, 100]) {
        progress.report(done, 100);
        // The suite wants them apart.
        await wait(50);
      }
      return { content: [text('done')] };
    }),
    ...askingTools,
    tool('json_schema_2020_12_tool', () => ({ content: [text('ok')] }), schema2020),
  ],
  prompts: [
    prompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
    prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1 = '', arg2 = '' }) => [
      text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ]),
    prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ]),
    askingPrompt,
    prompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
  ],
  resources: {
    listed: Object.entries(fixed).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
    templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    read(uri) {
      const content = fixed[uri];
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (content?.text !== undefined)
        return Promise.resolve({ contents: [{ uri, mimeType: content.mimeType, text: content.text }] });
      if (content?.blob !== undefined)
        return Promise.resolve({ contents: [{ uri, mimeType: content.mimeType, blob: content.blob }] });
      if (id === undefined) return Promise.resolve(undefined);
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return Promise.resolve({ contents: [{ uri, mimeType: 'application/json', text: data }] });
    },
  },
  complete: ({ value }) =>
    Promise.resolve({ values: ['paris', 'park', 'party'].filter((city) => city.startsWith(value)) }),
};
