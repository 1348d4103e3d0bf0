import { lstat, rm, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, resolve } from 'node:path';
import { checkConnection } from '../../core/connections/check.ts';
import { likelyAddress } from '../../core/connections/serverAddress.ts';
import { redact } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import { relayPaths } from '../../core/push/pushEvents.ts';
import { type CliState, readState } from '../../node/credentials/cliState.ts';
import { apiOf, platformOf } from '../../node/credentials/credentials.ts';
import { makeFolder } from '../../node/files/textFile.ts';
import { openStream } from '../../node/http/openStream.ts';
import { readConfig } from '../../node/network/configFile.ts';
import { listSettings } from '../../node/network/resolveSettings.ts';
import { variable } from '../../node/environment.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { CommandRow, Context } from '../program.ts';
import { credentialOf, type Session, version } from '../session.ts';
import { inspectIntegrations, isIneffective } from '../systemStatus.ts';
import { signs, type Terminal } from '../terminal.ts';
import { wordsOfProblem, wordsOfState } from '../words.ts';
import {
  checkConnectionTo,
  checkPlatform,
  type CheckResult,
  failed,
  findingFrom,
  hasFailed,
  withCheckDeadline,
} from '../doctor/checkServer.ts';

/** Adds `doctor`. With `--url` it needs no login. */
export const doctorCommand: CommandRow = (program, run) =>
  program
    .command('doctor')
    .description(
      'Check versions, proxy, name, certificates, clock, platform, login and hooks, and name the fix of each failure. Exits with 1 if a check fails',
    )
    .option(
      '-s, --url <url>',
      'check the connection to this server instead of that of the login, without a token',
    )
    .option(
      '--relay <url>',
      'check the connection to this relay too, with the key in SERVICE_RELAY_KEY if it is set',
    )
    .option('--output <file>', 'write the report to a file, for a support request')
    .action(run(doctor));

interface DoctorOptions {
  readonly url?: string;
  readonly relay?: string;
  readonly output?: string;
}

const relayKeyVariable = 'SERVICE_RELAY_KEY';

/** Checks all that a connection needs, and changes nothing. Returns 1 if a check failed, and 0 also after warnings. */
async function doctor(context: Context, options: DoctorOptions): Promise<ExitCode> {
  const { terminal } = context;
  const url = addressOf('--url', options.url);
  const relay = addressOf('--relay', options.relay);
  const file = options.output === undefined ? undefined : resolve(terminal.host.cwd, options.output);
  const replaces = file !== undefined && (await mayReplace(context, file));
  const found = await terminal.during('Checking', collect(context.session, url, relay));
  const findings = found.map(withoutSecrets);
  const isFine = !findings.some(hasFailed);
  const report = { version, ok: isFine, findings };
  const text = (mark: Terminal['mark']): string =>
    findings.map((finding) => describe(finding, mark)).join('\n');
  if (file === undefined) terminal.answer(report, () => text((mark) => terminal.mark(mark)));
  else {
    const plain = text((mark) => signs[mark]);
    if (replaces) await rm(file);
    await makeFolder(dirname(file));
    // Only a new file: meanwhile a link may have been put in its place.
    const written = `${terminal.json ? JSON.stringify(report, undefined, 2) : plain}\n`;
    await writeFile(file, written, { flag: 'wx', mode: 0o600 });
    terminal.answer({ file, ok: isFine }, () => `Wrote ${file}.`);
    terminal.say(
      'It contains addresses, paths and names, but no tokens and passwords. Read it before you send it.',
    );
  }
  return isFine ? exitCodes.fine : exitCodes.failed;
}

/**
 * Returns whether the user agreed to replace the file; false if it does not exist.
 *
 * @throws {CliError} for a link, a device or a folder, and for a file that is to stay.
 */
async function mayReplace({ terminal, prompts }: Context, file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return false;
  if (!stats.isFile()) throw invalidOptions(`--output ${file} is not a file`);
  if (!terminal.isInteractive) throw invalidOptions(`--output ${file} exists; name a new file`);
  if (await prompts.confirm(`Replace ${file}?`, false)) return true;
  throw new CliError('Nothing was written.');
}

/** Messages and names may come from a platform, so they are searched for tokens. */
function withoutSecrets(finding: CheckResult): CheckResult {
  const { text, details } = finding;
  return { ...finding, text: redact(text), ...(details && { details: details.map(redact) }) };
}

function addressOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = likelyAddress(text);
  if (url === undefined)
    throw invalidOptions(`${option} must be an http or https address without credentials`);
  return url;
}

async function collect(
  session: Session,
  url: string | undefined,
  relay: string | undefined,
): Promise<CheckResult[]> {
  const { env } = session.terminal.host;
  const files = await checkFiles(session);
  const findings: CheckResult[] = [versions(), ...files];
  // The files hold the address to connect to.
  if (files.some(hasFailed)) return findings;
  const { state } = await readState(session.home.state);
  const platform = platformOf({ env, login: state.login });
  const address = url ?? ('problem' in platform ? undefined : platform.baseUrl);
  const network = address === undefined ? [] : await checkPlatform(session, address);
  const isReached = !network.some(hasFailed);
  findings.push(...network);
  // Another server than that of the login must not get its token.
  if (url === undefined && isReached) findings.push(await checkLogin(session, state));
  findings.push(await checkHooks(session, state));
  if (relay !== undefined) findings.push(...(await checkRelay(session, relay)));
  return findings;
}

function versions(): CheckResult {
  const { node, openssl } = process.versions;
  return {
    check: 'versions',
    status: 'ok',
    text: `service-cli ${version}, Node ${node}, OpenSSL ${openssl}, ${process.platform} ${process.arch} ${release()}.`,
  };
}

async function checkFiles({ home, terminal }: Session): Promise<CheckResult[]> {
  try {
    await readState(home.state);
    const rows = listSettings({ env: terminal.host.env, config: await readConfig(home.config) });
    const details = rows.map(
      ({ setting, value, source }) => `${setting} = ${value ?? '(secret)'} from ${source}`,
    );
    const text =
      rows.length === 0 ? 'No network settings are set.' : `Network settings that are set: ${rows.length}.`;
    return [
      { check: 'files', status: 'ok', text: `The files in ${home.directory} can be read.` },
      { check: 'settings', status: 'ok', text, details },
    ];
  } catch (error) {
    return [failed('files', error, undefined)];
  }
}

async function checkLogin(session: Session, { login }: CliState): Promise<CheckResult> {
  try {
    const credential = await withCheckDeadline('The keyring', () => credentialOf(session, login));
    if ('problem' in credential) {
      const status = credential.problem === 'notLoggedIn' ? 'warning' : 'failed';
      return findingFrom('login', status, wordsOfProblem(credential));
    }
    const { platform, token, source } = credential;
    const state = await withCheckDeadline(platform.baseUrl, (signal) =>
      checkConnection(platform.target, token, apiOf(credential, session).with({ signal })),
    );
    const status = state.state === 'connected' ? 'ok' : 'failed';
    return findingFrom('login', status, wordsOfState(state, platform, source));
  } catch (error) {
    return failed('login', error, undefined);
  }
}

async function checkHooks(session: Session, state: CliState): Promise<CheckResult> {
  try {
    const { rows } = await inspectIntegrations(session, state, false);
    const broken = rows.filter(isIneffective);
    const configured = rows.filter(({ status }) => status !== 'NOT CONFIGURED');
    const details = configured.map(({ editor, root, component, status, switchedOff = [] }) =>
      [`${editor}, ${root}: ${component}: ${status}`, ...switchedOff].join('. '),
    );
    if (broken.length > 0) {
      const message = `Installed components that do not work: ${broken.length} of ${configured.length}.`;
      const fix =
        'service-cli system status names the files and the repair, and with --check runs the hooks.';
      return { ...findingFrom('hooks', 'failed', { message, fix }), details };
    }
    const text =
      configured.length === 0
        ? 'No agent integration is installed.'
        : `Installed components that work: ${configured.length}.`;
    return { check: 'hooks', status: 'ok', text, details };
  } catch (error) {
    return failed('hooks', error, undefined);
  }
}

/** Opens the stream of a relay as an editor does. Some proxies hold back a stream until it ends. */
async function checkRelay(session: Session, address: string): Promise<CheckResult[]> {
  const steps = await checkConnectionTo(session, address);
  if (steps.some(hasFailed)) return steps;
  const key = variable(session.terminal.host.env, relayKeyVariable);
  const end = new AbortController();
  try {
    const status = await withCheckDeadline(`The stream of ${address}`, async (late) => {
      const stream = await openStream(
        {
          url: `${address}${relayPaths.pushEvents}`,
          headers: {
            Accept: 'text/event-stream',
            ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          },
          signal: AbortSignal.any([late, end.signal]),
        },
        session.network,
      );
      if (stream.status !== 200) return stream.status;
      if (stream.headers['content-type']?.startsWith('text/event-stream') !== true) return 'another page';
      // The relay sends the handshake at once.
      for await (const piece of stream.pieces) if (piece !== '') break;
      return stream.status;
    });
    return [...steps, relayFinding(address, status, key !== undefined)];
  } catch (error) {
    return [...steps, failed('relay', error, address)];
  } finally {
    end.abort();
  }
}

function relayFinding(address: string, status: number | string, hasKey: boolean): CheckResult {
  const check = 'relay';
  if (status === 200) return { check, status: 'ok', text: `${address} sends push events.` };
  if (status === 401 && !hasKey)
    return {
      check,
      status: 'ok',
      text: `${address} is a relay. Set ${relayKeyVariable} to check a key too.`,
    };
  if (status === 401 || status === 403)
    return findingFrom(check, 'failed', {
      message: `${address} does not accept the relay key.`,
      fix: 'Ask the administrator of the relay for a key: service-cli relay key create',
    });
  return findingFrom(check, 'failed', {
    message: `${address} answered with ${status}, not like a relay.`,
    fix: 'Check the address of the relay.',
  });
}

function describe({ status, text, fix, details = [] }: CheckResult, mark: Terminal['mark']): string {
  const lines = [
    `${mark(status)} ${printable(text)}`,
    ...(fix === undefined ? [] : [`  ${printable(fix)}`]),
    ...details.map((line) => `    ${printable(line)}`),
  ];
  return lines.join('\n');
}
