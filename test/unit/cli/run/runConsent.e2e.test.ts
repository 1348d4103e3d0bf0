import assert from 'node:assert/strict';
import { fakeAgents } from '../../../fakeAgents/fakeAgents.ts';
import { expectSuccess, answering } from '../../../support/cliRun.ts';
import { type HookedAgent, withHookedAgent } from '../../../support/hookedAgent.ts';

const claude = fakeAgents.find(({ id }) => id === 'claude') ?? assert.fail();
const line = 'service-cli run --with DATABASE_URL -- npm run migrate';

describe('service-cli run by an agent', () => {
  const deniedFor = async ({ ask, project }: HookedAgent, command: string): Promise<string | undefined> => {
    const { passes, message } = await ask(claude.cases.shell?.(project, command) ?? assert.fail());
    return passes ? undefined : (message ?? '');
  };
  const allow = ({ run }: HookedAgent, command: string, answer = true) =>
    run(command.replace('service-cli run', 'run --allow'), {
      prompts: answering({ agree: () => Promise.resolve(answer) }),
      text: true,
    });

  it('is denied until the user has allowed exactly this command line, and says how [A11]', () =>
    withHookedAgent(claude, async (agent) => {
      agent.write('package.json', '{"scripts":{"migrate":"prisma migrate deploy"}}');
      const denial = (await deniedFor(agent, line)) ?? '';
      assert.match(denial, /the user has not allowed exactly this command line/);
      assert.match(denial, /service-cli run --allow --with NAME -- COMMAND/);
      assert.equal((await allow(agent, line, false)).exitCode, 1);
      assert.ok(await deniedFor(agent, line));
      const allowed = expectSuccess(await allow(agent, line));
      assert.match(allowed.stderr, /npm run migrate[\s\S]*with DATABASE_URL/);
      assert.equal(await deniedFor(agent, line), undefined);
      for (const other of [
        line.replace('migrate', 'seed'),
        line.replace('DATABASE_URL', 'API_KEY'),
        line.replace('DATABASE_URL', 'DATABASE_URL API_KEY'),
        `${line} > out.txt`,
        `${line} | base64`,
        `${line} && true`,
        `cd .. && ${line}`,
        `PATH=. ${line}`,
        `bash -c '${line}'`,
        `node -e 'require("child_process").execFileSync("service-cli", ["run", "--with", "DATABASE_URL", "--", "env"])'`,
        line.replace('npm', '$RUNNER'),
        line.replace('migrate', 'mi?rate'),
        line.replace('service-cli', './service-cli'),
        line.replace('service-cli', 'node node_modules/service-cli/dist/cli.js'),
        line.replace('run --with', 'run --allow --with'),
      ])
        assert.match((await deniedFor(agent, other)) ?? 'allowed', /^Blocked/, other);
    }));

  it('is denied again when a file changes that says what it does', () =>
    withHookedAgent(claude, async (agent) => {
      agent.write('package.json', '{"scripts":{"migrate":"prisma migrate deploy"}}');
      agent.write('migrate.js', 'run()');
      const script = 'service-cli run --with DATABASE_URL -- node migrate.js';
      for (const command of [line, script]) await allow(agent, command);
      agent.write('migrate.js', 'console.log(process.env)');
      assert.equal(await deniedFor(agent, line), undefined);
      assert.match((await deniedFor(agent, script)) ?? '', /has changed/);
      for (const [command, file] of [
        ['node migrate', 'migrate.js'],
        ['tools/migrate up', 'tools/migrate.exe'],
      ] as const) {
        const short = `service-cli run --with DATABASE_URL -- ${command}`;
        agent.write(file, 'run()');
        await allow(agent, short);
        assert.equal(await deniedFor(agent, short), undefined);
        agent.write(file, 'console.log(process.env)');
        assert.match((await deniedFor(agent, short)) ?? '', /has changed/, command);
      }
      agent.write('package.json', '{"scripts":{"migrate":"printenv"}}');
      assert.match((await deniedFor(agent, line)) ?? '', /has changed/);
    }));

  it('cannot be allowed for programs that print variables, nor for code', () =>
    withHookedAgent(claude, async (agent) => {
      for (const command of [
        'env',
        'printenv TOKEN',
        'bash',
        'sh -c ls',
        'python3 -c x',
        'node -p 1',
        '/usr/bin/env',
        'node -',
        'CMD /c set',
        'Python3.EXE -c x',
        'py -c x',
      ]) {
        const allowed = await allow(agent, `service-cli run --with TOKEN -- ${command}`);
        assert.match(allowed.stderr, /AI agents cannot be allowed to run this/, command);
        assert.equal(allowed.exitCode, 1);
      }
    }));

  it('is not needed to list names, and the secrets of the user cannot be changed', () =>
    withHookedAgent(claude, async (agent) => {
      assert.equal(await deniedFor(agent, 'service-cli secret list'), undefined);
      assert.match(
        (await deniedFor(agent, 'service-cli secret remove TOKEN')) ?? '',
        /changes the protection/,
      );
      assert.match(
        (await deniedFor(agent, 'echo x | service-cli secret set TOKEN')) ?? '',
        /changes the protection/,
      );
    }));
});
