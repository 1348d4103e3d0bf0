import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Command } from 'commander';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { mountToolServer } from '../../../src/tools/server/mountToolServer.ts';
import { platformProgram } from '../../../src/emulator/commands.ts';
import { relayProgram } from '../../../src/relay/commands.ts';
import { answering, runCli, type CliRun } from '../../support/cliRun.ts';
import { openCommandFixture, type CommandFixture } from '../../support/commandFixture.ts';
import { githubToken } from '../../support/madeSecrets.ts';
import { createKey } from '../../support/relayFixture.ts';
import { put } from '../../support/tempFolder.ts';

interface Row {
  readonly run: (fixture: CommandFixture) => Promise<CliRun>;
  /** A pattern for the first line of text; undefined if stdout stays empty. */
  readonly text: RegExp | undefined;
  /** Fields of each JSON line. */
  readonly fields: readonly string[];
  readonly exitCode?: number;
  /** A pattern for stderr in both modes. */
  readonly said?: RegExp;
}

const login = ['auth', 'login', '--with-token', '--insecure-storage'];

/** A row of `policy`, for a file in a new project with a policy, in the terminal of a user who agrees. */
function policy(command: string, name: string, text: RegExp, fields: readonly string[]): Row {
  const run: Row['run'] = (fixture) => {
    const folder = fixture.ownFolder();
    put(join(folder, '.service/secrets.json'), '{"version": 1, "allowPaths": ["docs/**"]}');
    put(join(folder, 'a.ts'), `const token = '${githubToken(41)}';\n`);
    const prompts = answering({ agree: () => Promise.resolve(true) });
    return fixture.run(['policy', command, join(folder, name)], { prompts });
  };
  return { run, text, fields };
}

type Line = string | ((fixture: CommandFixture) => string | Promise<string>);

/** A row of a command line without spaces in its words. Those that are no part of `commandTable` run in a process. */
const asked = (line: Line, text: Row['text'], fields: Row['fields'] = [], more: Partial<Row> = {}): Row => ({
  run: async (fixture) => {
    const command = typeof line === 'string' ? line : await line(fixture);
    const words = command.split(' ');
    if (!/^(?:platform|relay|webhooks listen) /.test(command)) return fixture.run(words);
    return fixture.start(words, / (?:start|listen)\b/.test(command) ? 'untilAnswer' : undefined);
  },
  text,
  fields,
  ...more,
});

/** A row of a command that prints nothing but a sentence on stderr. */
const silent = (line: Line, said: RegExp, exitCode = 0): Row =>
  asked(line, undefined, [], { said, exitCode });

const logIn = ({ run, platform }: CommandFixture): Promise<CliRun> => run(login, { stdin: platform.token });

/** The folder of a relay that has a key. */
async function withKey(fixture: CommandFixture): Promise<{ data: string; id: string }> {
  const data = fixture.ownFolder();
  const { entry } = await createKey(data, 'demo');
  return { data, id: entry.id };
}

/** A row for each command, and one more where an answer without items is possible. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'analyze secrets': [
    asked('analyze secrets leak.txt', /^leak\.txt:1:/, ['file', 'line', 'column', 'rule', 'masked'], {
      exitCode: 51,
    }),
    silent('analyze secrets clean.ts', /^No secrets in 1 file\.$/m),
  ],
  // test/unit/cli/audit/audit.test.ts has the answers with secrets.
  'agents audit': [silent('agents audit', /^0 secrets in 0 files\.$/m)],
  // test/unit/cli/agentsFix.test.ts has the prompt.
  'agents fix': [silent('agents fix --print', /^The quality gate does not fail\./m)],
  'analyze agentic': [
    asked('analyze agentic --file clean.ts', /^clean\.ts:1: .*\(/, ['file', 'line', 'rule', 'message'], {
      exitCode: 51,
    }),
  ],
  'auth login': [
    {
      run: logIn,
      text: /^Logged in to http:\S+ as admin$/,
      fields: ['state', 'url', 'storedIn', 'at', 'login'],
    },
  ],
  'auth status': [
    asked(
      'auth status',
      /^Connected to http:\S+ as admin, version 2026\.5\S*\. The token is in the environment\.$/,
      ['state', 'url', 'source', 'login', 'version'],
    ),
  ],
  'auth logout': [
    asked((fixture) => logIn(fixture).then(() => 'auth logout'), /^Logged out of http:/, [
      'state',
      'wasLoggedIn',
    ]),
  ],
  // They run in this order, on one file.
  'config set': [asked('config set no-proxy a.com', /^no-proxy = a\.com$/, ['setting', 'value'])],
  'config get': [asked('config get no-proxy', /^a\.com$/, ['setting', 'value', 'source'])],
  'config list': [
    asked('config list', /^no-proxy = a\.com from service-cli/, ['setting', 'value', 'source']),
  ],
  'config unset': [asked('config unset no-proxy', /^no-proxy was /, ['setting', 'wasSet'])],
  doctor: [asked('doctor', /^✓ service-cli 5/, ['version', 'ok', 'findings'])],
  'gate changed': [silent('gate changed', /^The quality gate does not fail\.$/m)],
  'gate status': [
    asked('gate status', /^Quality gate of demo: passed$/, ['project', 'status', 'conditions']),
  ],
  'issues list': [silent('issues list', /^Nothing found\.$/m)],
  'projects list': [asked('projects list --query demo', /^demo {2}demo$/, ['key', 'name'])],
  measures: [
    asked('measures', /^alert_status {14}OK$/m, ['metric', 'value']),
    silent('measures --metric new_coverage', /^demo has no value for these metrics\.$/m),
  ],
  // test/unit/cli/run/run.e2e.test.ts has the answers with a place for secrets.
  'secret set': [
    {
      ...silent('', /^✗ The secret was not stored\.$/m, 1),
      run: ({ run }) => run(['secret', 'set', 'TOKEN'], { stdin: 'a value' }),
    },
  ],
  'secret list': [silent('secret list', /^There are no secrets\.$/m)],
  'secret remove': [silent('secret remove TOKEN', /^✗ There is no secret TOKEN\.$/m, 1)],
  link: [
    asked('link --project demo --dry-run', /^Would write \S*connectedMode\.json: \{/, [
      'file',
      'project',
      'written',
    ]),
  ],
  integrate: [
    asked('integrate cursor --non-interactive --dry-run', /^Cursor, \S/, ['component', 'result', 'files']),
  ],
  'system status': [asked('system status', /^service-cli 5\./, ['version', 'home', 'auth', 'integrations'])],
  'policy show': [
    policy('show', '.', /secrets\.json lets AI agents read files/, ['file', 'folder', 'counts']),
  ],
  'policy allow': [policy('allow', 'a.ts:1', /^The value is allowed in/, ['file', 'line', 'policy'])],
  'policy trust': [policy('trust', '.', /^It is applied on this machine/, ['file', 'folder', 'counts'])],
  'policy revoke': [policy('revoke', '.', /^No policy of .* is applied\.$/, ['folder', 'counts'])],
  'webhooks listen': [asked('webhooks listen --port 0', /^Listening on http:/, ['url'])],
  'webhooks list': [
    asked('webhooks list -p demo', /^ci {2}http:/, ['key', 'name', 'url', 'hasSecret']),
    silent('webhooks list', /^There are no global webhooks\.$/m),
  ],
  'webhooks create': [
    asked('webhooks create --name x --url https://example.com -p demo', /^Created webhook x \(/, [
      'key',
      'name',
      'url',
      'hasSecret',
    ]),
  ],
  'webhooks update': [
    asked(({ webhook }) => `webhooks update ${webhook} -p demo --name ci`, /^Changed\.$/, ['key']),
  ],
  'webhooks delete': [
    asked(async ({ newWebhook }) => `webhooks delete ${await newWebhook()} --yes`, /^Deleted\.$/, [
      'key',
      'deleted',
    ]),
  ],
  'webhooks deliveries': [
    asked(({ webhook }) => `webhooks deliveries ${webhook}`, /^\S+ {2}delivered \(200, /, [
      'id',
      'success',
      'at',
    ]),
    silent(async ({ newWebhook }) => `webhooks deliveries ${await newWebhook()}`, /^No deliveries/m),
  ],
  'webhooks delivery': [
    asked(({ delivery }) => `webhooks delivery ${delivery}`, /^http:\S+: delivered \(200, /, [
      'id',
      'payload',
      'url',
    ]),
  ],
  'webhooks redeliver': [
    asked(
      ({ delivery }) => `webhooks redeliver ${delivery} --unsigned --allow-private`,
      /^Delivered \(200\)\.$/,
      ['delivery', 'success', 'httpStatus', 'signed'],
    ),
  ],
  completion: [asked('completion bash', /^_service_cli\(\) \{$/m, ['shell', 'script'])],
  'platform start': [asked('platform start', /^The platform is ready: http:\S+$/, ['url', 'token', 'pid'])],
  'platform analyze': [
    asked(
      ({ folder }) => `platform analyze ${folder} --project scanned`,
      /^1 file \(TypeScript 1\) · 1 issue · quality gate passed → http:\S+$/,
      ['taskId', 'status', 'gate'],
    ),
  ],
  'platform backup': [
    asked(
      ({ ownFolder }) => `platform backup ${join(ownFolder(), 'copy.db')}`,
      /^The backup was written to \S*copy\.db\.$/,
      ['file', 'format'],
    ),
  ],
  'relay start': [
    asked(({ ownFolder }) => `relay start --port 0 --data ${ownFolder()}`, /^The relay is ready: http:\S+$/, [
      'url',
      'pid',
    ]),
  ],
  'relay key create': [
    asked(
      ({ ownFolder }) => `relay key create --project demo --data ${ownFolder()}`,
      /^Key \S+ · for demo · created \S+Z$/,
      ['key', 'id', 'projects', 'createdAt'],
    ),
  ],
  // test/relay/pushLog.test.ts has the answer with a NATS server.
  'relay key copy': [
    silent(
      ({ ownFolder }) => `relay key copy --data ${ownFolder()} --nats nats://127.0.0.1:1`,
      /^✗ NATS \(nats:\/\/127\.0\.0\.1:1\): connection refused$/m,
      1,
    ),
  ],
  'relay key list': [
    asked(
      async (fixture) => `relay key list --data ${(await withKey(fixture)).data}`,
      /^\S+ \(test\) · for demo · created \S+Z$/,
      ['id', 'name', 'projects', 'createdAt'],
    ),
    silent(({ ownFolder }) => `relay key list --data ${ownFolder()}`, /^There are no relay keys\.$/m),
  ],
  'relay key revoke': [
    asked(
      async (fixture) => {
        const { data, id } = await withKey(fixture);
        return `relay key revoke ${id} --data ${data}`;
      },
      /^Revoked: \S+ \(test\) · .* · revoked \S+Z$/,
      ['id', 'revokedAt'],
    ),
  ],
};

/** They answer in a protocol, that of the agent's hooks and MCP, or print what another program prints. */
const protocols = ['hook', 'mcp', 'run'];

/** Every command that runs something, as it is typed. */
function commandsBelow(program: Command, path = ''): string[] {
  const children = program.commands.filter((child) => child.name() !== 'help');
  if (children.length === 0) return [path];
  return children.flatMap((child) =>
    commandsBelow(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
}

async function allCommands(): Promise<string[]> {
  const seen: string[] = [];
  const look = (program: Command): void => void seen.push(...commandsBelow(program));
  await runCli(['--version'], { cwd: '.', env: {}, rows: [...commandTable, look] });
  const elsewhere = ['platform', 'relay'];
  return [
    ...seen.filter((command) => !elsewhere.includes(command)),
    ...commandsBelow(platformProgram(mountToolServer), 'platform'),
    ...commandsBelow(relayProgram(), 'relay'),
  ];
}

describe('service-cli', () => {
  it('has a row below for each of its commands', async () => {
    assert.deepEqual((await allCommands()).sort(), [...Object.keys(rows), ...protocols].sort());
  });

  for (const json of [false, true])
    describe(json ? 'with --json' : 'without --json, into a pipe', () => {
      let fixture: CommandFixture;

      before(async () => {
        fixture = await openCommandFixture(json);
      });
      after(() => fixture.close());

      for (const [command, cases] of Object.entries(rows))
        for (const row of cases)
          it(`${command} prints ${row.text ? '' : 'nothing but a sentence on stderr, as it has no item to print as '}${json ? 'JSON' : 'text'}`, async () => {
            const { stdout, stderr, exitCode } = await row.run(fixture);
            const all = stdout + stderr;
            assert.equal(exitCode, row.exitCode ?? 0, all);
            if (row.said) assert.match(stderr, row.said);
            if (row.text === undefined) assert.equal(stdout, '');
            else if (json) assertJson(stdout, row.fields);
            else assert.match(stdout.split('\n')[0] ?? '', row.text);
          });
    });
});

/** Each line is a JSON object with these fields. */
function assertJson(stdout: string, fields: readonly string[]): void {
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) {
    const answer = JSON.parse(line) as Record<string, unknown>;
    const missing = fields.filter((field) => !(field in answer));
    assert.deepEqual(missing, [], line);
  }
}
