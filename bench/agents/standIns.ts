import { join } from 'node:path';
import type { CaseName, FakeAgent } from '../../test/fakeAgents/fakeAgent.ts';
import { withHookedAgent } from '../../test/support/hookedAgent.ts';
import { buildLines, secrets, writeProject } from './project.ts';
import { type Counts, noCounts } from './sessions.ts';
import { type Channel, ordinaryCommands, ordinaryFiles, showingCommands, showingFiles } from './steps.ts';

const channelOf: Readonly<Partial<Record<CaseName, Channel>>> = {
  prompt: 'prompt',
  read: 'read',
  shell: 'command',
  mcp: 'MCP',
  output: 'output',
};

/** Asks the installed hooks of an agent that cannot run here what its documentation says that the agent asks. */
export async function askStandIn(agent: FakeAgent): Promise<Counts> {
  const counts = noCounts();
  await withHookedAgent(agent, async ({ project, ask }) => {
    writeProject(project);
    const asksAbout = async (name: CaseName, isOrdinary: boolean, subject: string): Promise<void> => {
      const make = agent.cases[name];
      const channel = channelOf[name];
      if (!make || channel === undefined) return;
      const count = counts[channel];
      const begin = performance.now();
      const { passes, replacement } = await ask(make(project, subject));
      count.times.push(performance.now() - begin);
      count.asked++;
      if (isOrdinary) count.ordinary++;
      if (!passes) {
        count.denied++;
        if (isOrdinary) count.wronglyDenied++;
        return;
      }
      const shown = name === 'output' ? JSON.stringify(replacement ?? subject) : subject;
      if (replacement !== undefined) count.masked++;
      if (name === 'output') count.lostLines += buildLines.filter((line) => !shown.includes(line)).length;
      count.leaks +=
        isOrdinary || name === 'output' ? secrets.filter((secret) => shown.includes(secret)).length : 1;
    };
    for (const command of ordinaryCommands) await asksAbout('shell', true, command);
    for (const command of showingCommands) await asksAbout('shell', false, command);
    for (const file of ordinaryFiles) await asksAbout('read', true, join(project, file));
    for (const file of showingFiles) await asksAbout('read', false, join(project, file));
    await asksAbout('prompt', true, 'Please work on the next task.');
    await asksAbout('mcp', true, 'hello');
    for (const secret of secrets.slice(0, 3)) {
      await asksAbout('prompt', false, `Use ${secret} to call the service.`);
      await asksAbout('mcp', false, `token = ${secret}`);
    }
    await asksAbout('output', false, [...buildLines, `GITHUB_TOKEN=${secrets[0] ?? ''}`].join('\n'));
  });
  return counts;
}
