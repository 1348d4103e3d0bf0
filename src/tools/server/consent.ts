import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { questionOf } from '../definition/confirmation.ts';
import { fixes } from '../definition/fixes.ts';
import type { ToolCapability } from './capabilities.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface CallToConfirm {
  readonly tool: Pick<ToolCapability, 'listed' | 'confirmation'>;
  readonly args: Arguments;
  readonly context: ServerContext;
  readonly canAsk: boolean;
}

/** The key of the question in the request to the client and in its answer. */
const consentKey = 'confirm';

/**
 * Returns the arguments of the call, or the result instead of a call: the question to the user, or the user's refusal.
 * If the client can ask, the user's answer replaces the argument `confirm`, which an agent can set without the user. An
 * answer is valid only for the tool and the arguments of its question; for others, the server asks the user again.
 */
export async function consentTo({
  tool: { listed, confirmation },
  args,
  context,
  canAsk,
}: CallToConfirm): Promise<
  { readonly args: Arguments } | { readonly result: CallToolResult | InputRequiredResult }
> {
  if (confirmation === undefined || !canAsk) return { args };
  const { mcpReq } = context;
  const question = questionOf(confirmation.question, args);
  // An argument is missing, so the call fails anyway.
  if (question === undefined) return { args: { ...args, confirm: false } };
  const requestState = await sealOf(listed.name, args, confirmation.tokenOf(context));
  const response = inputResponse(mcpReq.inputResponses, consentKey);
  if (response.kind !== 'elicit' || mcpReq.requestState() !== requestState) {
    // An empty form: the buttons of the client are the answer.
    const requestedSchema = { type: 'object' as const, properties: {} };
    const ask = inputRequired.elicit({ mode: 'form', message: question, requestedSchema });
    return { result: inputRequired({ inputRequests: { [consentKey]: ask }, requestState }) };
  }
  if (response.action === 'accept') return { args: { ...args, confirm: true } };
  return { result: { content: [{ type: 'text', text: fixes.declined }], isError: true } };
}

let ownKey: string | undefined;

/**
 * Returns the state that comes back with the answer: a keyed digest of the call. The key is the client's token, which all
 * servers behind one address see, or else random. Starts do not load the module, because few calls ask.
 */
async function sealOf(tool: string, args: Arguments, token: string | undefined): Promise<string> {
  const { createHmac, randomUUID } = await import('node:crypto');
  const key = token ?? (ownKey ??= randomUUID());
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify([tool, sorted]))
    .digest('base64url');
}
