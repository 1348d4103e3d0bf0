import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FakeAgent, Recorded, Verdict } from '../fakeAgents/fakeAgent.ts';
import { type RanCommand, runCommand } from '../fakeAgents/runCommand.ts';
import { expectSuccess } from './cliRun.ts';
import { logIn } from './hookedProject.ts';
import { type IntegrateFixture, withIntegrateFixture } from './integrateFixture.ts';
import { homeVariables } from './homeVariables.ts';

interface AskOptions {
  readonly stdin?: Buffer;
  readonly env?: NodeJS.ProcessEnv;
  /** Instead of the time that the agent gives its hooks. */
  readonly timeoutMs?: number;
}

interface Asked extends Verdict {
  readonly runs: readonly RanCommand[];
}

export interface HookedAgent extends IntegrateFixture {
  readonly bin: string;
  /** Asks all hooks of the event, as the agent does; one refusal is enough. */
  readonly ask: (recorded: Recorded, options?: AskOptions) => Promise<Asked>;
}

/** A project with the installed hooks of one agent, whose user is logged in. */
export function withHookedAgent(agent: FakeAgent, use: (fixture: HookedAgent) => Promise<void>) {
  return withIntegrateFixture(async (fixture) => {
    expectSuccess(await fixture.run(`integrate ${agent.id} --non-interactive`));
    logIn(fixture);
    const { home, project } = fixture;
    const ask: HookedAgent['ask'] = async ({ event, kind, request }, { stdin, env, timeoutMs } = {}) => {
      const hooks = agent.hooksFor(project, event);
      assert.ok(hooks.length > 0, `${agent.id} has no hook for ${event}`);
      const runs: RanCommand[] = [];
      const verdicts: Verdict[] = [];
      for (const hook of hooks) {
        const ran = await runCommand(hook.command, {
          stdin: stdin ?? Buffer.from(JSON.stringify(request)),
          cwd: project,
          env: { ...homeVariables(home), PATH: '/usr/bin:/bin', ...agent.env?.(project), ...env },
          timeoutMs: timeoutMs ?? hook.timeoutMs,
          killAfterMs: 50,
        });
        runs.push(ran);
        verdicts.push(agent.judge(kind, ran, hook));
      }
      return {
        ...(verdicts.find(({ passes }) => !passes) ?? verdicts[0]),
        passes: verdicts.every(({ passes }) => passes),
        runs,
      };
    };
    await use({ ...fixture, ask, bin: join(home, '.service/service-cli/bin/5.0.0') });
  });
}
