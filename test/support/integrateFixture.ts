import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { analyzeCommand } from '../../src/cli/analyze/analyzeCommand.ts';
import { authCommand } from '../../src/cli/commands/auth.ts';
import { integrateCommand } from '../../src/cli/commands/integrate.ts';
import { runCommand } from '../../src/cli/commands/run.ts';
import { systemCommand } from '../../src/cli/systemStatus.ts';
import { builtCli } from './builtCli.ts';
import { type CliRun, inTempFolder, linesOf, loggedIn, runCli, type Prompts } from './cliRun.ts';
import { goodToken, withPlatform } from './platformAnswers.ts';

/** A server whose edition has the agent features, and one project. */
export const enterprise = {
  'api/system/status': { id: '1', version: '2026.5.0.1', status: 'UP' },
  'api/navigation/global': { edition: 'enterprise', version: '2026.5.0.1' },
  'api/components/show': { component: { key: 'demo', name: 'Demo' } },
};

/** A name of a folder with what shells do not like, as far as the system allows such names. */
export const unusualName = process.platform === 'win32' ? "it's (my) $project %é" : `it's "my" $project\nné`;

/** The script that starts the hook. */
export const shimName = `service-guard.${process.platform === 'win32' ? 'ps1' : 'sh'}`;

/** The line of an entry of Cursor. */
export const hookLine = (event: string): string =>
  process.platform === 'win32'
    ? String.raw`C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File ".cursor\hooks\service-guard.ps1" ${event}`
    : `sh .cursor/hooks/service-guard.sh ${event}`;

export interface IntegrateFixture {
  readonly home: string;
  /** A git repository that names its project, in a folder whose name shells don't like. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  /** Stands for the root of the file system. */
  readonly systemRoot: string;
  /** The requests to the platform, in order. */
  readonly requests: readonly { readonly line: string; readonly body: string }[];
  readonly run: (
    args: string,
    options?: { cwd?: string; prompts?: Prompts; env?: NodeJS.ProcessEnv; text?: boolean },
  ) => Promise<CliRun>;
  /** The text of a file of the project; undefined if it does not exist. */
  readonly read: (path: string) => string | undefined;
  readonly write: (path: string, text: string) => void;
  /** Every file of project and home with its content. */
  readonly picture: () => Record<string, string>;
}

export async function withIntegrateFixture(
  use: (fixture: IntegrateFixture) => Promise<void>,
  answers: Record<string, unknown> = enterprise,
): Promise<void> {
  const bundles = await builtCli();
  await withPlatform(
    ({ url, requests }) =>
      inTempFolder(async (folder) => {
        const home = join(folder, 'home');
        const project = join(folder, unusualName);
        const systemRoot = join(folder, 'system');
        for (const path of [home, project, systemRoot]) mkdirSync(path);
        execFileSync('git', ['init', '-q', '--template='], { cwd: project });
        writeFileSync(join(project, 'service-project.properties'), 'service.projectKey=demo\n');
        const env = {
          ...loggedIn(home, { url, token: goodToken }),
          // A login by browser needs one.
          DISPLAY: ':0',
        };
        const rows = [analyzeCommand, authCommand, integrateCommand, runCommand, systemCommand];
        await use({
          home,
          project,
          env,
          url,
          requests,
          systemRoot,
          run: (args, { cwd = project, prompts, env: more, text = false } = {}) =>
            runCli(args.split(' '), {
              rows,
              cwd,
              env: { ...env, ...more },
              bundles,
              systemRoot,
              text,
              ...(prompts && { prompts }),
            }),
          read: (path) =>
            existsSync(join(project, path)) ? readFileSync(join(project, path), 'utf8') : undefined,
          write: (path, text) => {
            mkdirSync(dirname(join(project, path)), { recursive: true });
            writeFileSync(join(project, path), text);
          },
          picture: () => ({ ...filesOf(project), ...filesOf(home) }),
        });
      }),
    answers,
  );
}

function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes(`.git${sep}`));
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

/** `component: result` of each line. */
export function resultsOf(run: CliRun): Record<string, unknown> {
  return Object.fromEntries(linesOf(run).map(({ component, result }) => [String(component), result]));
}

/** Asserts that a run had the same result for every component. */
export function assertEach(run: CliRun, result: string): void {
  assert.deepEqual(resultsOf(run), { secretsHooks: result, toolServer: result, agent: result });
}

export const cursorHooks = '.cursor/hooks.json';

interface Hooks {
  readonly version: number;
  readonly hooks: Record<
    string,
    { command: string; matcher?: string; failClosed?: boolean; timeout?: number }[]
  >;
}
export const hooksOf = (fixture: IntegrateFixture): Hooks =>
  JSON.parse(fixture.read(cursorHooks) ?? '') as Hooks;
export const stateOf = ({
  home,
}: IntegrateFixture): {
  integrations?: { installed: { features: { feature: string }[]; cliVersion: string }[] };
} =>
  JSON.parse(readFileSync(join(home, '.service/service-cli/state.json'), 'utf8')) as ReturnType<
    typeof stateOf
  >;
