import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
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
    mkdirSync(join(folder, '.service'));
    writeFileSync(join(folder, '.service/secrets.json'), '{"version": 1, "allowPaths": ["docs/**"]}');
    writeFileSync(join(folder, 'a.ts'), `const token = '${githubToken(41)}';\n`);
    const prompts = answering({ agree: () => Promise.resolve(true) });
    return fixture.run(['policy', command, join(folder, name)], { prompts });
  };
  return { run, text, fields };
}

/** A row of a command line without spaces in its words. */
const asked = (command: string, text: Row['text'], fields: Row['fields'], more: Partial<Row> = {}): Row => ({
  run: ({ run }) => run(command.split(' ')),
  text,
  fields,
  ...more,
});

/** A row of `config`. They run in this order, on one file. */
function config(args: readonly string[], text: RegExp, fields: readonly string[]): Row {
  return { run: ({ run }) => run(['config', ...args]), text, fields };
}

/** A row for each command, and one more where an answer without items is possible. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'analyze secrets': [
    asked('analyze secrets leak.txt', /^leak\.txt:1:/, ['file', 'line', 'column', 'rule', 'masked'], {
      exitCode: 51,
    }),
    asked('analyze secrets clean.ts', undefined, [], { said: /^No secrets in 1 file\.$/m }),
  ],
  // test/unit/cli/audit/audit.test.ts has the answers with secrets.
  'agents audit': [asked('agents audit', undefined, [], { said: /^0 secrets in 0 files\.$/m })],
  // test/unit/cli/agentsFix.test.ts has the prompt.
  'agents fix': [asked('agents fix --print', undefined, [], { said: /^The quality gate does not fail\./m })],
  'analyze agentic': [
    asked('analyze agentic --file clean.ts', /^clean\.ts:1: .*\(/, ['file', 'line', 'rule', 'message'], {
      exitCode: 51,
    }),
  ],
  'auth login': [
    {
      run: ({ run, platform }) => run(login, { stdin: platform.token }),
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
    {
      run: async ({ run, platform }) => {
        await run(login, { stdin: platform.token });
        return run(['auth', 'logout']);
      },
      text: /^Logged out of http:/,
      fields: ['state', 'wasLoggedIn'],
    },
  ],
  'config set': [config(['set', 'no-proxy', 'a.com'], /^no-proxy = a\.com$/, ['setting', 'value'])],
  'config get': [config(['get', 'no-proxy'], /^a\.com$/, ['setting', 'value', 'source'])],
  'config list': [config(['list'], /^no-proxy = a\.com from service-cli/, ['setting', 'value', 'source'])],
  'config unset': [config(['unset', 'no-proxy'], /^no-proxy was /, ['setting', 'wasSet'])],
  doctor: [asked('doctor', /^✓ service-cli 5/, ['version', 'ok', 'findings'])],
  'gate changed': [asked('gate changed', undefined, [], { said: /^The quality gate does not fail\.$/m })],
  'gate status': [
    asked('gate status', /^Quality gate of demo: passed$/, ['project', 'status', 'conditions']),
  ],
  'issues list': [asked('issues list', undefined, [], { said: /^Nothing found\.$/m })],
  'projects list': [asked('projects list --query demo', /^demo {2}demo$/, ['key', 'name'])],
  measures: [
    asked('measures', /^alert_status {14}OK$/m, ['metric', 'value']),
    asked('measures --metric new_coverage', undefined, [], {
      said: /^demo has no value for these metrics\.$/m,
    }),
  ],
  // test/unit/cli/run/run.e2e.test.ts has the answers with a place for secrets.
  'secret set': [
    {
      run: ({ run }) => run(['secret', 'set', 'TOKEN'], { stdin: 'a value' }),
      exitCode: 1,
      text: undefined,
      fields: [],
      said: /^✗ The secret was not stored\.$/m,
    },
  ],
  'secret list': [asked('secret list', undefined, [], { said: /^There are no secrets\.$/m })],
  'secret remove': [
    asked('secret remove TOKEN', undefined, [], { exitCode: 1, said: /^✗ There is no secret TOKEN\.$/m }),
  ],
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
  'webhooks listen': [
    {
      run: ({ start }) => start(['webhooks', 'listen', '--port', '0'], 'untilAnswer'),
      text: /^Listening on http:/,
      fields: ['url'],
    },
  ],
  'webhooks list': [
    asked('webhooks list -p demo', /^ci {2}http:/, ['key', 'name', 'url', 'hasSecret']),
    asked('webhooks list', undefined, [], { said: /^There are no global webhooks\.$/m }),
  ],
  'webhooks create': [
    {
      run: ({ run }) =>
        run(['webhooks', 'create', '--name', 'x', '--url', 'https://example.com', '-p', 'demo']),
      text: /^Created webhook x \(/,
      fields: ['key', 'name', 'url', 'hasSecret'],
    },
  ],
  'webhooks update': [
    {
      run: ({ run, webhook }) => run(['webhooks', 'update', webhook, '-p', 'demo', '--name', 'ci']),
      text: /^Changed\.$/,
      fields: ['key'],
    },
  ],
  'webhooks delete': [
    {
      run: async ({ run, newWebhook }) => run(['webhooks', 'delete', await newWebhook(), '--yes']),
      text: /^Deleted\.$/,
      fields: ['key', 'deleted'],
    },
  ],
  'webhooks deliveries': [
    {
      run: ({ run, webhook }) => run(['webhooks', 'deliveries', webhook]),
      text: /^\S+ {2}delivered \(200, /,
      fields: ['id', 'success', 'at'],
    },
    {
      run: async ({ run, newWebhook }) => run(['webhooks', 'deliveries', await newWebhook()]),
      text: undefined,
      fields: [],
      said: /^No deliveries/m,
    },
  ],
  'webhooks delivery': [
    {
      run: ({ run, delivery }) => run(['webhooks', 'delivery', delivery]),
      text: /^http:\S+: delivered \(200, /,
      fields: ['id', 'payload', 'url'],
    },
  ],
  'webhooks redeliver': [
    {
      run: ({ run, delivery }) => run(['webhooks', 'redeliver', delivery, '--unsigned', '--allow-private']),
      text: /^Delivered \(200\)\.$/,
      fields: ['delivery', 'success', 'httpStatus', 'signed'],
    },
  ],
  completion: [asked('completion bash', /^_service_cli\(\) \{$/m, ['shell', 'script'])],
  'platform start': [
    {
      run: ({ start }) => start(['platform', 'start'], 'untilAnswer'),
      text: /^The platform is ready: http:\S+$/,
      fields: ['url', 'token', 'pid'],
    },
  ],
  'platform analyze': [
    {
      run: ({ start, folder }) => start(['platform', 'analyze', folder, '--project', 'scanned']),
      text: /^1 file \(TypeScript 1\) · 1 issue · quality gate passed → http:\S+$/,
      fields: ['taskId', 'status', 'gate'],
    },
  ],
  'platform backup': [
    {
      run: ({ start, ownFolder }) => start(['platform', 'backup', join(ownFolder(), 'copy.db')]),
      text: /^The backup was written to \S*copy\.db\.$/,
      fields: ['file', 'format'],
    },
  ],
  'relay start': [
    {
      run: ({ start, ownFolder }) =>
        start(['relay', 'start', '--port', '0', '--data', ownFolder()], 'untilAnswer'),
      text: /^The relay is ready: http:\S+$/,
      fields: ['url', 'pid'],
    },
  ],
  'relay key create': [
    {
      run: ({ start, ownFolder }) =>
        start(['relay', 'key', 'create', '--project', 'demo', '--data', ownFolder()]),
      text: /^Key \S+ · for demo · created \S+Z$/,
      fields: ['key', 'id', 'projects', 'createdAt'],
    },
  ],
  // test/relay/pushLog.test.ts has the answer with a NATS server.
  'relay key copy': [
    {
      run: ({ start, ownFolder }) =>
        start(['relay', 'key', 'copy', '--data', ownFolder(), '--nats', 'nats://127.0.0.1:1']),
      exitCode: 1,
      text: undefined,
      fields: [],
      said: /^✗ NATS \(nats:\/\/127\.0\.0\.1:1\): connection refused$/m,
    },
  ],
  'relay key list': [
    {
      run: async ({ start, ownFolder }) => {
        const data = ownFolder();
        await createKey(data, 'demo');
        return start(['relay', 'key', 'list', '--data', data]);
      },
      text: /^\S+ \(test\) · for demo · created \S+Z$/,
      fields: ['id', 'name', 'projects', 'createdAt'],
    },
    {
      run: ({ start, ownFolder }) => start(['relay', 'key', 'list', '--data', ownFolder()]),
      text: undefined,
      fields: [],
      said: /^There are no relay keys\.$/m,
    },
  ],
  'relay key revoke': [
    {
      run: async ({ start, ownFolder }) => {
        const data = ownFolder();
        const { entry } = await createKey(data, 'demo');
        return start(['relay', 'key', 'revoke', entry.id, '--data', data]);
      },
      text: /^Revoked: \S+ \(test\) · .* · revoked \S+Z$/,
      fields: ['id', 'revokedAt'],
    },
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

describe('service-cli', function () {
  // Platforms, real processes, on a machine that may be busy.
  this.timeout(60_000);

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
