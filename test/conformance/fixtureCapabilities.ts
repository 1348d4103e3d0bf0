import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { setTimeout as wait } from 'node:timers/promises';
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
const done = (words: string): CallToolResult => ({ content: [text(words)] });
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

type Answer = CallToolResult | InputRequiredResult;

function tool(
  name: string,
  call: (context: ServerContext) => Answer | Promise<Answer>,
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
  Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
};

/** Signs the state that a client carries between two rounds. */
const states = createRequestStateCodec<{ readonly step: string }>({
  key: 'conformance fixtures, 32 bytes!!',
});

const question = (
  message: string,
  field: string,
  property: { type: 'string' } | { type: 'boolean' } = { type: 'string' },
) =>
  inputRequired.elicit({
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [field]: property }, required: [field] },
  });

const completion = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });

function accepted({ mcpReq }: ServerContext, key: string, field: string): string | undefined {
  const value = acceptedContent(mcpReq.inputResponses, key)?.[field];
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the step that the client brought back, or undefined on the first round. Throws for a state that we did not sign. */
async function stepOf(context: ServerContext): Promise<string | undefined> {
  const state = context.mcpReq.requestState<string>();
  if (state === undefined) return undefined;
  try {
    return (await states.verify(state, context)).step;
  } catch (cause) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid requestState: ${String(cause)}`);
  }
}

/** Asks one question, with a signed state, and says `words` once the client brings back its answer and the state. */
function withState(name: string, words: string): ToolCapability {
  return tool(name, async (context) => {
    const step = await stepOf(context);
    if (step !== undefined && accepted(context, 'confirm', 'ok') !== undefined) return done(words);
    return inputRequired({
      inputRequests: { confirm: question('Please confirm', 'ok', { type: 'boolean' }) },
      requestState: await states.mint({ step: 'asked' }, context),
    });
  });
}

/** The capabilities that the request declares. */
function declares({ mcpReq }: ServerContext, name: string): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  return typeof capabilities === 'object' && capabilities !== null && name in capabilities;
}

/** Tools that ask the client, and tools that show how the server treats capabilities and logging. */
const askingTools: readonly ToolCapability[] = [
  tool('test_input_required_result_elicitation', (context) => {
    const name = accepted(context, 'user_name', 'name');
    if (name !== undefined) return done(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
  }),
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const response = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (response.kind === 'sampling') return done(JSON.stringify(response.result.content));
    return inputRequired({
      inputRequests: { capital_question: completion('What is the capital of France?', 100) },
    });
  }),
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const response = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (response.kind === 'roots') return done(response.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }),
  withState('test_input_required_result_request_state', 'state-ok'),
  withState('test_input_required_result_tampered_state', 'done'),
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const { mcpReq } = context;
    await stepOf(context);
    const name = accepted(context, 'user_name', 'name');
    const greeting = inputResponse(mcpReq.inputResponses, 'greeting');
    const roots = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (name !== undefined && greeting.kind === 'sampling' && roots.kind === 'roots')
      return done(`${JSON.stringify(greeting.result.content)} ${name} ${roots.roots.length}`);
    return inputRequired({
      inputRequests: {
        user_name: question('What is your name?', 'name'),
        greeting: completion('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ step: 'asked' }, context),
    });
  }),
  tool('test_input_required_result_multi_round', async (context) => {
    const step = await stepOf(context);
    if (step === 'second' && accepted(context, 'step2', 'color') !== undefined) return done('both steps');
    if (step === 'first' && accepted(context, 'step1', 'name') !== undefined)
      return inputRequired({
        inputRequests: { step2: question('Step 2: What is your favorite color?', 'color') },
        requestState: await states.mint({ step: 'second' }, context),
      });
    return inputRequired({
      inputRequests: { step1: question('Step 1: What is your name?', 'name') },
      requestState: await states.mint({ step: 'first' }, context),
    });
  }),
  tool('test_input_required_result_capabilities', (context) => {
    const { inputResponses = {} } = context.mcpReq;
    if (Object.keys(inputResponses).length > 0) return done('answered');
    return inputRequired({
      inputRequests: {
        ...(declares(context, 'sampling') && { greeting: completion('Generate a greeting', 50) }),
        ...(declares(context, 'elicitation') && { user_name: question('What is your name?', 'name') }),
        ...(declares(context, 'roots') && { client_roots: inputRequired.listRoots() }),
      },
    });
  }),
  tool('test_missing_capability', (context) => {
    if (declares(context, 'sampling')) return done('The client can complete texts.');
    throw new MissingRequiredClientCapabilityError(
      { requiredCapabilities: { sampling: {} } },
      'sampling is required',
    );
  }),
  tool('test_streaming_elicitation', (context) => {
    if (accepted(context, 'user_name', 'name') !== undefined) return done('answered');
    return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
  }),
  // The product declares no logging, so this tool has nothing to send, whatever level the request asks for.
  tool('test_logging_tool', () => done('nothing was logged')),
];

/** A prompt that asks before it answers. */
const askingPrompt: PromptCapability = {
  listed: { name: 'test_input_required_result_prompt', description: 'Fixture that asks' },
  get: (_, context) => {
    const words = accepted(context, 'user_context', 'context');
    return Promise.resolve(
      words === undefined
        ? inputRequired({
            inputRequests: { user_context: question('What context should the prompt use?', 'context') },
          })
        : { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: words } }] },
    );
  },
};

/** The capabilities that the official suite calls by name, on the product's server and transport. */
export const fixtureCapabilities: Capabilities = {
  name: 'conformance-fixtures',
  title: 'Fixtures',
  version: '1',
  instructions: 'Fixtures of the conformance suite.',
  tools: [
    tool('test_simple_text', () => done('This is a simple text response for testing.')),
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
      ...done('This tool intentionally returns an error for testing'),
    })),
    tool('test_tool_with_progress', async (context) => {
      const progress = progressOf(context);
      for (const done of [0, 50, 100]) {
        progress.report(done, 100);
        // The suite wants them apart.
        await wait(50);
      }
      return done('done');
    }),
    ...askingTools,
    tool('json_schema_2020_12_tool', () => done('ok'), schema2020),
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
      if (content) return Promise.resolve({ contents: [{ uri, ...content }] });
      if (id === undefined) return Promise.resolve(undefined);
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return Promise.resolve({ contents: [{ uri, mimeType: 'application/json', text: data }] });
    },
  },
  complete: ({ value }) =>
    Promise.resolve({ values: ['paris', 'park', 'party'].filter((city) => city.startsWith(value)) }),
};
