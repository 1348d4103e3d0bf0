import { mkdirSync, mkdtempSync, rmSync, existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neutralBrand, type Brand } from '../core/brand.ts';
import { printableLines } from '../core/printable.ts';
import type { MountContext } from '../node/http/server/mountContext.ts';
import type { HttpServer } from '../node/http/server/httpServer.ts';
import { ownHosts, isLoopbackAddress } from '../node/http/server/requestGuard.ts';
import { dialectOf, newestVersion, type Dialect } from './dialect.ts';
import { endpoints } from './endpoints/table.ts';
import { Router } from './http/router.ts';
import { createExchangeServer, refuseForeign, jsonReply, type Exchange, type Reply } from './http/server.ts';
import { Site } from './page/site.ts';
import { createStartToken, ensureAdministrator, seed } from './seed.ts';
import type { ControlState, Edition, Plan, ServerContext } from './serverContext.ts';
import { Database } from './store/database.ts';
import { type SenderOptions, WebhookSender } from './webhooks/sender.ts';
import * as z from 'zod/mini';
import { messageOf } from '../core/failures.ts';
import { parse, parseJson } from '../core/parsing.ts';
import { realPathInside } from '../node/files/realPath.ts';
import { authenticate } from './auth/credentials.ts';
import { RateQuota } from '../node/http/server/rateQuota.ts';
import { AnalysisEngine } from './analysis/engine.ts';
import { AnalyzerPool } from './scanner/analyzerPool.ts';
import { setting } from './store/settings.ts';

export interface EmulatorOptions {
  /** 0 (default) selects a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Names for the platform beyond those of the loopback and of `sonar.core.serverBaseURL`. */
  readonly allowedHosts?: readonly string[];
  /** Folder of the data; absent: a temporary folder that `stop` removes. */
  readonly data?: string;
  readonly cloud?: boolean;
  /** Version that the platform imitates: `9.9.0`, `25.12.0`, `26.9.0` or four parts. */
  readonly serverVersion?: string;
  /** Edition that the server reports; the community edition has neither branches nor pull requests. */
  readonly edition?: Edition;
  readonly plan?: Plan;
  readonly brand?: Brand;
  readonly webhooks?: SenderOptions;
  readonly mountHandlers?: MountHandlers;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called with every unexpected error, which is reported nowhere else. */
  readonly onError?: (error: unknown) => void;
}

/** Creates the handlers that are mounted beside a platform's own paths, by path. The platform knows nothing else about them. */
export type MountHandlers = (context: MountContext) => Readonly<Record<string, RequestListener>>;

export interface Emulator {
  /** `http://host:port`, without trailing slash. */
  readonly url: string;
  /** User token of the administrator, new at every start. */
  readonly token: string;
  /** Password of the user `admin` when this start created it; the platform stores only its hash. */
  readonly adminPassword: string | undefined;
  /** Imitates a server that is updated, or that starts. */
  control(state: Partial<ControlState>): void;
  /** Resolves when every submitted analysis has ended and every webhook delivery is finished. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves once the platform listens. @throws {Failure} `busy` when another process uses the data or the port */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = '127.0.0.1', onError = printError, brand = neutralBrand, now = Date.now } = options;
  const { edition = 'community', plan = 'free', webhooks = {} } = options;
  const dialect = requireDialect(options.serverVersion ?? newestVersion, options.cloud ?? false);
  const folder = options.data ?? mkdtempSync(join(tmpdir(), 'service-platform-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new Database(join(folder, 'platform.db'));
  seed(db, dialect, brand, now());
  const adminPassword = ensureAdministrator(db);
  const fixed = { db, folder, brand, edition, plan, now, onError };
  const context = createContext(fixed, { dialect, host, webhooks });
  const mounted = new Map<string, RequestListener>();
  const isNamed = ownHosts([host, ...(options.allowedHosts ?? [])]);
  const isOwnHost = (name: string): boolean => isNamed(name) || name === new URL(context.url).hostname;
  const server = createServer(context, mounted, isOwnHost);
  const { port } = await server.listen(options.port ?? 0, host).catch((error: unknown) => {
    db.close();
    throw error;
  });
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const mountContext: MountContext = {
    address,
    isCloud: dialect.isCloud,
    isOwnHost,
    bodies: server.bodies,
    onAuthenticated: (request) => server.confirm(request),
    onError,
  };
  for (const [path, handler] of Object.entries(options.mountHandlers?.(mountContext) ?? {}))
    mounted.set(path, handler);
  context.start(address);
  return {
    url: address,
    token: createStartToken(db, now()),
    adminPassword,
    control: context.control,
    idle: context.idle,
    async stop() {
      await server.close();
      await context.close();
      if (options.data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createServer(
  context: ServerContext,
  mounted: ReadonlyMap<string, RequestListener>,
  isOwnHost: (name: string) => boolean,
): HttpServer {
  const router = new Router(endpoints, context);
  const site = new Site(context, router);
  return createExchangeServer({
    respond: (exchange) => {
      if (exchange.url.startsWith('/_platform/')) return answerBackup(context, exchange);
      return router.owns(exchange.url) ? router.answer(exchange) : site.answer(exchange);
    },
    onError: context.onError,
    refuse: (headers, method) => refuseForeign(headers, method, isOwnHost),
    handlerAt: (path) => mounted.get(path),
  });
}

function printError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${printableLines(text)}\n`);
}

function requireDialect(version: string, cloud: boolean): Dialect {
  const dialect = dialectOf(version, cloud);
  if (!dialect)
    throw new RangeError(
      `${version} is not a server version: name three or four numbers, such as 9.9.0, 2026.5.0 or ${newestVersion}`,
    );
  return dialect;
}

const backupOrder = z.object({ file: z.string() });

/**
 * Answers `POST /_platform/backup` with `{"file"}`, in every server state: an administrator on this machine lets the
 * platform write a copy of the data to a new file below the data folder.
 */
function answerBackup(server: ServerContext, exchange: Exchange): Reply {
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(exchange.remote ?? ''))
    return refuse(403, 'Only clients on this machine may use this path');
  // Every version accepts Basic authentication.
  const who = authenticate(server, exchange);
  if (typeof who === 'string' || !who.hasGlobal('admin'))
    return refuse(403, 'Only administrators may use this path');
  if (exchange.method !== 'POST') return refuse(405, 'HTTP method POST is required');
  if (exchange.url !== '/_platform/backup') return refuse(404, 'Unknown control path');
  const { db, folder } = server;
  try {
    const text = Buffer.from(exchange.body).toString('utf8');
    const file = realPathInside(folder, parse(backupOrder, parseJson(text, 'body'), 'body').file);
    if (existsSync(file)) return refuse(400, `${file} already exists; a backup does not replace a file`);
    db.backup(file);
    return jsonReply(200, { file, format: db.formatVersion });
  } catch (error) {
    return refuse(400, messageOf(error));
  }
}

const refuse = (status: number, message: string): Reply => jsonReply(status, { errors: [{ msg: message }] });

/** Passwords that an address may try. Clients use tokens, and users mistype only a few times. */
const passwordsPerMinute = 60;
const passwordsAtOnce = 30;

/** Creates the context of a running platform, with the analyses and the webhook deliveries that it starts. */
function createContext(
  fixed: Pick<ServerContext, 'db' | 'folder' | 'brand' | 'edition' | 'plan' | 'now' | 'onError'>,
  options: { readonly dialect: Dialect; readonly host: string; readonly webhooks: SenderOptions },
) {
  const { db, edition, now } = fixed;
  const state: ControlState = { dialect: options.dialect, status: 'UP' };
  let ownAddress = '';
  const context: ServerContext = {
    ...fixed,
    hasBranches: edition !== 'community' || options.dialect.isCloud,
    passwordTries: new RateQuota(passwordsPerMinute, now, passwordsAtOnce),
    get dialect() {
      return state.dialect;
    },
    get status() {
      return state.status;
    },
    get url() {
      return setting(db, 'sonar.core.serverBaseURL') ?? ownAddress;
    },
    get forcesAuthentication() {
      return setting(db, 'sonar.forceAuthentication') !== 'false';
    },
    get allowsPrivateTargets() {
      // Callers of a platform on the loopback can reach this machine anyway. A platform that other machines reach must
      // not give them access to the network.
      const validates = setting(db, 'sonar.validateWebhooks');
      return validates === undefined ? isLoopbackAddress(options.host) : validates !== 'true';
    },
    get hasAgentFeatures() {
      const { isCloud, agentFeatures } = state.dialect;
      return isCloud || (agentFeatures && (edition === 'enterprise' || edition === 'datacenter'));
    },
    submitReport: (project, report) => engine.submit(project, report),
    analyzeFile: (file) => analyzers.analyze(file),
    onGateChange: (change) => webhooks.gateChanged(change),
  };
  const analyzers = new AnalyzerPool(1);
  const webhooks = new WebhookSender(context, options.webhooks);
  const engine = new AnalysisEngine(context, (task) => webhooks.analyzed(task));
  return Object.assign(context, {
    control: (change: Partial<ControlState>) => void Object.assign(state, change),
    /** Resumes the analyses that an earlier process did not finish. */
    start: (address: string) => {
      ownAddress = address;
      engine.start();
    },
    idle: async () => {
      await engine.idle();
      await webhooks.idle();
    },
    close: async () => {
      await engine.stop();
      await webhooks.idle();
      await analyzers.close();
      db.close();
    },
  });
}
