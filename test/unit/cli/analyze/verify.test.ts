import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { writeFileSync } from 'node:fs';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { vendors, type Vendor } from '../../../../src/cli/analyze/verify/vendors.data.ts';
import { type VendorAnswer, verify } from '../../../../src/cli/analyze/verify/verifyFindings.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import { verified } from '../../../../src/cli/audit/auditAgents.ts';
import { openSession } from '../../../../src/cli/session.ts';
import { Terminal } from '../../../../src/cli/terminal.ts';
import type { Http } from '../../../../src/core/http.ts';
import { createHttp } from '../../../../src/node/http/createHttp.ts';
import { formatRules } from '../../../../src/secrets/rules/formatRules.ts';
import { answering, type CliOptions, type CliRun, inTempFolder, runCli } from '../../../support/cliRun.ts';
import { startServer } from '../../../support/httpServer.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

const token = githubToken(41);

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

/** Sends the requests for all vendors to a server on the loopback, which gives this answer. */
async function withVendors(
  answer: Answer,
  work: (http: Http, requests: readonly IncomingMessage[]) => Promise<void>,
): Promise<void> {
  const requests: IncomingMessage[] = [];
  await using server = await startServer((request, response) => {
    requests.push(request);
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    response.end(answer.body ?? '');
  });
  const http = createHttp();
  const toServer = (url: string): string => url.replace(/^https:\/\/[^/]+/, server.url);
  await work({ send: (request) => http.send({ ...request, url: toServer(request.url) }) }, requests);
}

/** Runs `analyze secrets --verify` in a folder with a token. */
const verifyFile = (more: Partial<CliOptions> = {}): Promise<CliRun> =>
  inTempFolder((folder) => {
    writeFileSync(join(folder, 'a.txt'), token);
    const env = { ...homeVariables(folder), ...more.env };
    const options = { rows: [analyzeCommand], cwd: folder, ...more, env };
    return runCli(['analyze', 'secrets', '--verify'], options);
  });

async function verdictOf(vendor: Vendor, answer: Answer): Promise<VendorAnswer['verdict']> {
  let verdict: VendorAnswer['verdict'] = 'unknown';
  await withVendors(answer, async (http) => {
    ({ verdict } = await verify(token, vendor, http));
  });
  return verdict;
}

const slack = vendors.filter(({ acceptedText }) => acceptedText !== undefined);

describe('the verification of a token', () => {
  for (const vendor of vendors)
    it(`sends it once, in a header and not in the address: ${vendor.name}`, () =>
      withVendors({ status: 401 }, async (http, requests) => {
        assert.deepEqual(await verify(token, vendor, http), { vendor: vendor.name, verdict: 'refused' });
        const [request, ...others] = requests;
        assert.deepEqual(others, []);
        assert(Object.values(request?.headers ?? {}).some((value) => String(value).includes(token)));
        assert(!request?.url?.includes(token));
        assert.match(vendor.url, /^https:\/\/[\w.-]+\/[\w./-]+$/);
      }));

  it('is live with an accepted status, and unknown with any other answer', async () => {
    for (const vendor of vendors.filter((other) => !slack.includes(other))) {
      assert.equal(await verdictOf(vendor, { status: 200, body: '{}' }), 'live', vendor.name);
      for (const status of [302, 404, 429, 500])
        assert.equal(
          await verdictOf(vendor, { status, location: 'http://127.0.0.1:1/' }),
          'unknown',
          vendor.name,
        );
    }
  });

  it('reads the body where the vendor always answers 200', async () => {
    // Recorded form: https://api.slack.com/methods/auth.test, sections "Example responses".
    const [vendor] = slack;
    assert(vendor);
    assert.equal(await verdictOf(vendor, { status: 200, body: '{"ok": true, "team": "T"}' }), 'live');
    assert.equal(
      await verdictOf(vendor, { status: 200, body: '{"ok":false,"error":"invalid_auth"}' }),
      'refused',
    );
  });

  it('is unknown when the vendor cannot be reached', async () => {
    const [vendor] = vendors;
    assert(vendor);
    const http = createHttp();
    const nowhere: Http = { send: (request) => http.send({ ...request, url: 'http://127.0.0.1:1/' }) };
    const { verdict, reason } = await verify(token, vendor, nowhere);
    assert.equal(verdict, 'unknown');
    assert.match(reason ?? '', /^https:\/\/api\.github\.com could not be reached\. Check the address/);
  });

  it('is sent once for several places, and reported for each: agents audit', async () => {
    for (const [status, verdict] of [
      [200, 'live'],
      [401, 'refused'],
    ] as const)
      await withVendors({ status, body: '{}' }, async (http, requests) =>
        inTempFolder(async (home) => {
          const env = homeVariables(home);
          const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
          const terminal = new Terminal({ env, cwd: home, stdin, stdout, stderr });
          const session = { ...openSession(terminal), http };
          const prompts = answering({ confirm: () => Promise.resolve(true) });
          const secret = (rule: string, value: string) => ({
            value,
            shown: { rule, agent: 'codex', sessions: [], first: '', last: '' },
          });
          const found = [
            secret('github-token', token),
            secret('github-token', token),
            secret('generic-password', 'x'),
          ];
          const verdicts = await verified({ terminal, session, prompts }, found);
          assert.deepEqual(
            verdicts.map((each) => each.verdict),
            [verdict, verdict, 'unknown'],
          );
          assert.equal(requests.length, 1);
        }),
      );
  });

  it('says that the proxy could not be reached, and what to do', async () => {
    const prompts = answering({ confirm: () => Promise.resolve(true) });
    const { stdout } = await verifyFile({ env: { HTTPS_PROXY: 'http://127.0.0.1:9' }, prompts, text: true });
    assert.match(
      stdout,
      /a\.txt:1 {2}The proxy http:\/\/127\.0\.0\.1:9 \(from HTTPS_PROXY\) could not be reached/,
    );
    assert.match(stdout, /service-cli doctor .*Treat the token as valid\./);
    assert.doesNotMatch(stdout, /gave no clear answer/);
  });

  it('names only rules that exist', () => {
    const known = new Set(formatRules.map(({ id }) => id));
    for (const rule of vendors.flatMap(({ rules }) => rules)) assert(known.has(rule), rule);
  });

  it('is refused without a terminal: analyze secrets --verify', async () => {
    const run = await verifyFile();
    assert.equal(run.exitCode, exitCodes.invalidOptions);
    assert.match(run.stderr, /--verify requires a terminal/);
  });

  it('sends nothing after a no: analyze secrets --verify', async () => {
    const questions: string[] = [];
    const confirm = (message: string): Promise<boolean> => {
      questions.push(message);
      return Promise.resolve(false);
    };
    const run = await verifyFile({ prompts: answering({ confirm }) });
    assert.deepEqual(questions, ['Send the token to api.github.com to check whether it still works?']);
    assert.match(run.stderr, /Nothing was sent/);
    assert.doesNotMatch(run.stdout, /verdict/);
  });
});
