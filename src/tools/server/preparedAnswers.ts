import type { Implementation, JSONRPCRequest } from '@modelcontextprotocol/server';
import { type Capabilities, declaredCapabilities } from './capabilities.ts';
import {
  hasNoParameters,
  onlyDescribesClient,
  handshakeVersionOf,
  plainRequestOf,
  selfContainedVersion,
  type PlainRequest,
} from './plainRequest.ts';

const serverKey = 'io.modelcontextprotocol/serverInfo';

/**
 * Answers the handshake and the lists as the SDK does, but without it: many agents start the tool server and call no
 * tool, and the SDK's schemas cost more time and memory than everything else until then. It answers only messages with
 * the usual fields. Once it leaves a message to the SDK, the SDK must answer all that follow, too.
 */
export class PreparedAnswers {
  readonly #lists: Readonly<Record<string, object>>;
  readonly #identity: Implementation;
  readonly #instructions: string;
  /** The kind of the protocol that the client uses: with a handshake, or with requests that describe the client. */
  #era: 'handshake' | 'self-contained' | undefined;
  #opening: JSONRPCRequest | undefined;

  constructor({ name, title, version, instructions, tools, prompts, resources }: Capabilities) {
    this.#identity = { name, title, version };
    this.#instructions = instructions;
    this.#lists = {
      'tools/list': { tools: tools.map(({ listed }) => listed) },
      'prompts/list': { prompts: prompts.map(({ listed }) => listed) },
      'resources/list': { resources: resources.listed },
      'resources/templates/list': { resourceTemplates: resources.templates },
    };
  }

  /** The answered request that the SDK must process before the next message, to be in the same state. */
  get opening(): JSONRPCRequest | undefined {
    return this.#opening;
  }

  /** Returns the answers to a message: none to a notification. Returns undefined if the SDK must answer. */
  answersTo(value: unknown): readonly object[] | undefined {
    const request = plainRequestOf(value);
    if (!request) return undefined;
    const { id, method, params } = request;
    // The SDK does nothing when the client has initialized.
    if (id === undefined)
      return this.#era === 'handshake' && method === 'notifications/initialized' ? [] : undefined;
    const result = onlyDescribesClient(params)
      ? this.#resultOfSelfContained(request)
      : this.#resultInSession(request);
    return result && [{ result, jsonrpc: '2.0', id }];
  }

  #resultInSession(request: PlainRequest): object | undefined {
    const { method, params } = request;
    if (method === 'initialize') return this.#resultOfHandshake(request);
    if (this.#era !== 'handshake' || !hasNoParameters(params)) return undefined;
    return method === 'ping' ? {} : this.#listOf(method);
  }

  #resultOfHandshake({ params, message }: PlainRequest): object | undefined {
    const protocolVersion = this.#era === undefined ? handshakeVersionOf(params) : undefined;
    if (protocolVersion === undefined) return undefined;
    this.#era = 'handshake';
    this.#opening = message;
    const [serverInfo, instructions] = [this.#identity, this.#instructions];
    return { protocolVersion, capabilities: declaredCapabilities, serverInfo, instructions };
  }

  #resultOfSelfContained({ method, message }: PlainRequest): object | undefined {
    const discovers = method === 'server/discover';
    const result = discovers ? this.#discovery() : this.#listOf(method);
    if (this.#era === 'handshake' || !result) return undefined;
    this.#era = 'self-contained';
    // A client that has only discovered may still begin with a handshake.
    if (this.#opening === undefined || !discovers) this.#opening = message;
    const _meta = { [serverKey]: this.#identity };
    return { ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta };
  }

  #discovery(): object {
    const instructions = this.#instructions;
    return { supportedVersions: [selfContainedVersion], capabilities: declaredCapabilities, instructions };
  }

  #listOf(method: string): object | undefined {
    return Object.hasOwn(this.#lists, method) ? this.#lists[method] : undefined;
  }
}
