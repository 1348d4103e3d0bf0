import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installAgent } from '../../scripts/agents/install.ts';
import { agents } from '../../src/agents/agents.ts';
import { expectSuccess } from '../support/cliRun.ts';
import { enterprise, withIntegrateFixture } from '../support/integrateFixture.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { type RealAgent, realAgents } from './realAgents.ts';
import { type Script, type ScriptedModel, startScriptedModel } from './scriptedModel.ts';

const secret = githubToken(21);

interface Session {
  readonly model: ScriptedModel;
  /** Whether a text has reached the model. */
  readonly isSent: (text: string) => boolean;
  readonly printed: string;
  /** The answer of the hook of an event; undefined if the agent did not call the hook. */
  readonly answerOf: (event: keyof RealAgent['events']) => string | undefined;
}

for (const agent of realAgents)
  describe(`the real ${agent.title} with installed hooks`, function () {
    this.timeout(300_000);
    let program = '';

    before(async function () {
      const installed = await installAgent(agent.package, console.error);
      if (installed === undefined) this.skip();
      else program = installed;
    });

    const withSession = (
      {
        prompt,
        command,
        isWorktree = false,
        answers = enterprise,
        breakHook,
        script = (_, results) => (results > 0 ? undefined : agent.command(command)),
      }: {
        readonly prompt: string;
        readonly command: string;
        readonly isWorktree?: boolean;
        /** Of the platform. */
        readonly answers?: Record<string, unknown>;
        /** The shell command that the script of the hook runs first when it is asked about the output of a tool. */
        readonly breakHook?: string;
        readonly script?: Script;
      },
      use: (session: Session) => void,
    ): Promise<void> =>
      withIntegrateFixture(async (fixture) => {
        const model = await startScriptedModel(script, agent.modelInterface);
        try {
          for (const [path, text] of Object.entries(agent.settings(model.url))) {
            const file = join(fixture.home, path);
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, text);
          }
          expectSuccess(await fixture.run(`integrate ${agent.id} --global --non-interactive`));
          if (breakHook !== undefined) {
            const shim = join(fixture.home, agent.shim);
            const [first = '', ...rest] = readFileSync(shim, 'utf8').split('\n');
            const fault = `case " $* " in *" ${agent.events.after} "*) ${breakHook};; esac`;
            writeFileSync(shim, [first, fault, ...rest].join('\n'));
          }
          // Gemini CLI runs no command in a folder with a line break in its name.
          const folder = join(fixture.home, 'work');
          if (isWorktree) addWorktree(join(fixture.home, 'main'), folder);
          else mkdirSync(folder);
          writeFileSync(join(folder, 'settings.txt'), `token = "${secret}"\nport = 8080\n`);
          // The hook does not know what a program of the project prints.
          const show = 'console.log(require("fs").readFileSync("settings.txt", "utf8"))\n';
          writeFileSync(join(folder, 'show.cjs'), show);
          const printed = await start(agent, program, prompt, { folder, env: fixture.env, model });
          const answerOf: Session['answerOf'] = (event) => {
            const name = `${agent.id} ${agent.events[event]}.json`;
            const path = join(fixture.home, '.service/service-cli/calls', name);
            return existsSync(path)
              ? (JSON.parse(readFileSync(path, 'utf8')) as { answer: string }).answer
              : undefined;
          };
          const isSent = (text: string) => model.requests.some((request) => request.includes(text));
          use({ model, isSent, printed, answerOf });
        } finally {
          await model.stop();
        }
      }, answers);

    it('asks before the prompt, before and after a command, and shows the model what is clean', () =>
      withSession(
        { prompt: 'Say hello.', command: "printf '%s from a %s' hello shell" },
        ({ isSent, printed, answerOf }) => {
          for (const event of ['prompt', 'before', 'after'] as const)
            assert.equal(answerOf(event), 'allowed', `${event}: ${printed}`);
          assert.ok(isSent('hello from a shell'));
        },
      ));

    it('sends no prompt with a secret to the model', () =>
      withSession({ prompt: `Use ${secret}.`, command: 'true' }, ({ isSent, answerOf }) => {
        assert.equal(answerOf('prompt'), 'denied');
        assert.ok(!isSent(secret));
      }));

    it('does not run a command that would print a secret', () =>
      withSession(
        { prompt: 'Show the settings.', command: 'f=settings; cat $f.*' },
        ({ model, isSent, answerOf, printed }) => {
          assert.equal(answerOf('before'), 'denied', printed);
          assert.ok(model.requests.length > 1, printed);
          assert.ok(!isSent(secret));
          assert.ok(isSent('Blocked: '), printed);
        },
      ));

    it('does not run such a command in a second worktree of a repository', () =>
      withSession(
        { prompt: 'Show the settings.', command: 'cat settings.txt', isWorktree: true },
        ({ isSent, answerOf, printed }) => {
          assert.equal(answerOf('before'), 'denied', printed);
          assert.ok(!isSent(secret));
        },
      ));

    it('does not run a command of a subagent that would print a secret', () => {
      const command = 'f=settings; cat $f.*';
      const task = 'Print the configuration of this folder.';
      const script: Script = (request, results) => {
        if (results > 0) return agent.waitForSubagent?.(request);
        return request.includes(task) ? agent.command(command) : agent.subagent(task);
      };
      return withSession({ prompt: 'Ask a subagent.', command, script }, ({ isSent, answerOf, printed }) => {
        assert.equal(answerOf('before'), 'denied', printed);
        assert.ok(!isSent(secret));
        assert.ok(isSent('Blocked: '), printed);
      });
    });

    it('shows the model what a program of the project prints, without its secrets', () =>
      withSession(
        { prompt: 'Show the settings.', command: `${process.execPath} show.cjs` },
        ({ model, isSent, answerOf, printed }) => {
          assert.equal(answerOf('before'), 'allowed', printed);
          assert.equal(answerOf('after'), 'masked', printed);
          assert.ok(!isSent(secret));
          assert.match(
            model.requests.at(-1) ?? '',
            /token = [\\"]+‹hidden by service-cli: github-token #\d+, unchanged at its source›[\s\S]*port = 8080/,
            printed,
          );
        },
      ));

    if (agent.events.end !== undefined)
      it('goes on twice after the end of a turn, when the platform finds issues in what it changed', () => {
        const folderOfProject = 'git init -q; echo service.projectKey=demo > service-project.properties; ';
        const issue = {
          id: 'n',
          rule: 'x:y',
          message: 'Remove this.',
          textRange: { startLine: 1, endLine: 1 },
        };
        const answers = {
          ...enterprise,
          'a3s-analysis/analyses': { issues: [issue], patchResult: { newIssues: ['n'] } },
        };
        const count = (text: string, part: RegExp): number => [...text.matchAll(part)].length;
        const messages = (request: string) => count(request, /Before you end your turn/g);
        const command = `${folderOfProject}echo debugger >> a.js`;
        const script: Script = (request) => {
          const results = count(request, /"function_call_output"|"functionResponse"/g);
          return results <= messages(request) ? agent.command(command) : undefined;
        };
        return withSession(
          { prompt: 'Change it.', command, script, answers },
          ({ model, isSent, answerOf, printed }) => {
            assert.equal(answerOf('end'), 'allowed', printed);
            assert.equal(Math.max(...model.requests.map(messages)), 2, printed);
            assert.ok(isSent('Remove this'));
          },
        );
      });

    it('shows the model nothing of an output whose hook crashes', () =>
      withSession(
        { prompt: 'Show the settings.', command: `${process.execPath} show.cjs`, breakHook: 'kill -9 $$' },
        ({ model, isSent, answerOf, printed }) => {
          assert.deepEqual([answerOf('before'), answerOf('after')], ['allowed', undefined], printed);
          assert.ok(model.requests.length > 1, printed);
          assert.ok(!isSent(secret));
        },
      ));

    const { timeout } = agents.find(({ id }) => id === agent.id)?.hooks?.whenHookFails ?? assert.fail();
    it(`${timeout === 'blocks' ? 'shows the model nothing of' : 'shows the model'} an output whose hook is late`, () =>
      withSession(
        { prompt: 'Show the settings.', command: `${process.execPath} show.cjs`, breakHook: 'sleep 60' },
        ({ model, isSent, answerOf, printed }) => {
          assert.equal(answerOf('before'), 'allowed', printed);
          assert.ok(model.requests.length > 1, printed);
          assert.equal(isSent(secret), timeout === 'continues', printed);
        },
      ));

    const { later } = agent;
    if (later)
      it('shows the model no secret that a command in the background prints', () => {
        const command = `sleep 2; ${process.execPath} show.cjs`;
        const script: Script = (request, results) =>
          results > 0 ? later.read(request) : later.start(command);
        return withSession({ prompt: 'Show it later.', command, script }, ({ isSent, answerOf, printed }) => {
          assert.equal(answerOf('after'), 'masked', printed);
          assert.ok(!isSent(secret));
        });
      });
  });

function addWorktree(repository: string, folder: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args]);
  mkdirSync(repository);
  git('init', '-q');
  git('-c', 'user.name=n', '-c', 'user.email=n@example.com', 'commit', '-q', '--allow-empty', '-m', 'Begin');
  git('worktree', 'add', '-q', folder);
}

/** Runs the agent once, without a terminal. */
function start(
  agent: RealAgent,
  program: string,
  prompt: string,
  {
    folder,
    env,
    model,
  }: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly model: ScriptedModel },
): Promise<string> {
  const options = { cwd: folder, env: { ...env, ...agent.env(model.url) }, timeout: 120_000 };
  return new Promise((resolve) => {
    const child = execFile(program, agent.args(prompt), options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end();
  });
}
