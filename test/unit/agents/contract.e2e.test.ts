import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../../src/agents/agents.ts';
import { ignoreFiles } from '../../../src/agents/ignoreEntries.ts';
import { type CaseName, type FakeAgent, type Recorded } from '../../fakeAgents/fakeAgent.ts';
import { casesOf, type ContractRow, contractRows } from '../../fakeAgents/contractRows.ts';
import { fakeAgents } from '../../fakeAgents/fakeAgents.ts';
import { handlerFaults } from '../../support/handlerFaults.ts';
import { type HookedAgent, withHookedAgent } from '../../support/hookedAgent.ts';
import { secret } from '../../support/hookedProject.ts';
import { listed } from '../../support/ignoreLists.ts';

/** A case with a subject that is harmless, and one that contains or names a secret. */
interface Subjects {
  readonly clean: string;
  readonly harmful: string;
}

function subjectsOf(name: CaseName, root: string): Subjects {
  if (name === 'read') return { clean: join(root, 'clean.txt'), harmful: join(root, 'secret.txt') };
  if (name === 'shell') return { clean: 'cat clean.txt', harmful: 'cat secret.txt' };
  return { clean: 'hello', harmful: `token = ${secret}` };
}

function write({ write: put }: HookedAgent): void {
  put('clean.txt', 'hello');
  put('secret.txt', `token = "${secret}"`);
}

const rows = contractRows();

/** The row of the table in docs/agents.md for a case. */
function rowOf(title: string, subject: CaseName): ContractRow {
  const row = rows.find((item) => item.agent === title && item.subject === subject);
  assert.ok(row, `${title} has no row for ${subject}`);
  return row;
}

function caseOf(agent: FakeAgent, name: CaseName, root: string, subject: string): Recorded {
  const make = agent.cases[name];
  assert.ok(make, `${agent.id} has no case ${name}`);
  return make(root, subject);
}

for (const agent of fakeAgents) {
  const layout = agents.find(({ id }) => id === agent.id);
  const title = layout?.title ?? agent.id;
  const cases = casesOf(agent);

  describe(`the installed hooks of ${title}`, () => {
    const hooked = (use: (fixture: HookedAgent) => Promise<void>): Promise<void> =>
      withHookedAgent(agent, async (fixture) => {
        write(fixture);
        await use(fixture);
      });

    it('let clean requests pass, without a message', () =>
      hooked(async ({ project, ask }) => {
        for (const name of [...cases, ...(agent.cases.unknownTool ? ['unknownTool' as const] : [])]) {
          const asked = await ask(caseOf(agent, name, project, subjectsOf(name, project).clean));
          const { clean } = name === 'unknownTool' ? { clean: 'allowed' } : rowOf(title, name);
          assert.deepEqual(
            [asked.passes ? 'allowed' : 'denied', asked.message, asked.replacement],
            [clean, undefined, undefined],
            `${name}: ${JSON.stringify(asked)}`,
          );
        }
      }));

    it('keep secrets from the model, and tell the rule but not the secret', () =>
      hooked(async ({ project, ask }) => {
        for (const name of cases) {
          const asked = await ask(caseOf(agent, name, project, subjectsOf(name, project).harmful));
          const result = !asked.passes ? 'denied' : asked.replacement === undefined ? 'not denied' : 'masked';
          assert.equal(result, rowOf(title, name).secret, `${name}: ${JSON.stringify(asked)}`);
          if (result === 'not denied') continue;
          assert.ok(!JSON.stringify(asked).includes(secret), name);
          if (result === 'denied') assert.match(asked.message ?? '', /contains? a secret/, name);
          else
            assert.match(
              JSON.stringify(asked.replacement),
              /token = ‹hidden by service-cli: sonar-user-token #\d{1,5}, unchanged at its source›/,
            );
        }
      }));

    if (agent.cases.prompt && rowOf(title, 'prompt').secret === 'denied')
      it('deny a prompt that mentions a file with a secret', () =>
        hooked(async ({ project, ask }) => {
          const prompt = (text: string) => ask(caseOf(agent, 'prompt', project, text));
          for (const path of ['@secret.txt', '@./secret.txt#L1-5', '(@"secret.txt").', "@'secret.txt'"]) {
            const { passes } = await prompt(`explain ${path}`);
            assert.equal(passes, false, path);
          }
          for (const text of ['explain @clean.txt', 'mail me@secret.txt', 'see @nothing and @/'])
            assert.equal((await prompt(text)).passes, true, text);
        }));

    if (agent.cases.read && ignoreFiles[agent.id] !== undefined)
      it('add a file with a secret to the ignore list', () =>
        hooked(async ({ project, ask, read }) => {
          const asked = await ask(caseOf(agent, 'read', project, join(project, 'secret.txt')));
          const name = ignoreFiles[agent.id] ?? '';
          assert.match(asked.message ?? '', new RegExp(`added to \\${name}`));
          assert.equal(read(name), listed('/secret.txt'));
        }));

    it('deny requests that they cannot understand', () =>
      hooked(async ({ project, ask }) => {
        const name = agent.cases.read ? 'read' : 'mcp';
        const recorded = caseOf(agent, name, project, subjectsOf(name, project).clean);
        for (const text of ['', ' \n', '{', '[]', 'null', '{}', '{"tool_name":7,"toolCall":7,"tool_info":7}'])
          assert.equal((await ask(recorded, { stdin: Buffer.from(text) })).passes, false, text);
      }));

    const faults: Record<string, (fixture: HookedAgent) => NodeJS.ProcessEnv | undefined> = {
      'the script is missing': ({ project }) => {
        unlinkSync(shimOf(agent, project));
      },
      'the script is empty': ({ project }) => {
        writeFileSync(shimOf(agent, project), '');
      },
      ...handlerFaults,
      'node is missing': ({ bin, home }) => {
        unlinkSync(join(bin, 'node'));
        mkdirSync(join(home, 'programs'));
        symlinkSync('/bin/sh', join(home, 'programs/sh'));
        return { PATH: join(home, 'programs') };
      },
    };
    for (const [what, breakIt] of Object.entries(faults))
      it(`deny when ${what}`, () =>
        hooked(async (fixture) => {
          const env = breakIt(fixture);
          const { project, ask } = fixture;
          for (const name of cases) {
            const { fault } = rowOf(title, name);
            if (fault === 'may pass') continue;
            const recorded = caseOf(agent, name, project, subjectsOf(name, project).clean);
            const asked = await ask(recorded, { ...(env && { env }) });
            const result = !asked.passes ? 'denied' : asked.replacement === undefined ? 'passed' : 'withheld';
            assert.equal(result, fault, `${name}: ${JSON.stringify(asked)}`);
          }
        }));

    it(`let the agent ${layout?.hooks?.whenHookFails.timeout === 'blocks' ? 'block' : 'continue'} when they are late`, () =>
      hooked(async ({ bin, project, ask }) => {
        writeFileSync(join(bin, 'loader.js'), 'setInterval(() => {}, 1000)');
        const name = agent.cases.read ? 'read' : 'mcp';
        const asked = await ask(caseOf(agent, name, project, subjectsOf(name, project).clean), {
          timeoutMs: 300,
        });
        assert.equal(asked.passes, layout?.hooks?.whenHookFails.timeout === 'continues');
      }));

    if (agent.cases.session)
      it('tell the agent about the project when a session starts', () =>
        hooked(async ({ project, ask, write: put }) => {
          put('AGENTS.md', 'Use tabs.');
          const asked = await ask(caseOf(agent, 'session', project, ''));
          assert.equal(asked.passes, true);
          assert.match(asked.context ?? '', /About this project/);
          // An agent that asks a hook at the end of a turn would analyze the same files twice.
          const { places, protocol } = layout?.hooks ?? {};
          const tellsRule = places?.project?.rule === undefined && protocol?.goOn === undefined;
          assert.equal(asked.context?.includes('end of each turn'), tellsRule);
        }));
  });
}

function shimOf({ id }: FakeAgent, project: string): string {
  const scripts = agents.find((layout) => layout.id === id)?.hooks?.places.project?.scripts ?? '';
  return join(project, scripts, 'service-guard.sh');
}
