import { printable } from '../core/printable.ts';
import { realpath } from 'node:fs/promises';
import { neutralBrand } from '../core/brand.ts';
import { type CliState, readState } from '../node/credentials/cliState.ts';
import { platformOf } from '../node/credentials/credentials.ts';
import { variable } from '../node/process/environment.ts';
import { homeOf } from '../node/files/serviceHome.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import { readFiles } from './integrate/apply.ts';
import { type AgentLayout, components, componentTitles, type Scope } from '../agents/agent.ts';
import { discoverProject } from './integrate/discovery.ts';
import { agents } from '../agents/agents.ts';
import { gitStatus } from './integrate/git/gitStatus.ts';
import { type LayoutInput, layoutOf } from './integrate/layoutOf.ts';
import { type ComponentStatus, inspectComponent } from './integrate/plan.ts';
import type { Context, CommandRow } from './program.ts';
import { type Session, version } from './session.ts';
import type { Terminal } from './terminal.ts';

/** The status of one component in one folder. */
interface Row extends ComponentStatus {
  readonly editor: string;
  readonly scope: Scope;
  readonly root: string;
  readonly remedy?: string;
}

/**
 * Prints for every file and hook whether it is present and sound. Does not use the network; `auth status` asks the
 * platform.
 */
async function systemStatus({ session, terminal }: Context): Promise<ExitCode> {
  const { env } = terminal.host;
  const { state } = await readState(session.home.state);
  const source =
    variable(env, neutralBrand.environment.token) === undefined ? state.login?.storedIn : 'environment';
  const auth = { authenticated: source !== undefined, ...(source !== undefined && { source }) };
  const rows = await rowsOf(session, state);
  terminal.answer({ version, home: session.home.directory, auth, integrations: rows }, () =>
    [
      `service-cli ${version}, files in ${session.home.directory}`,
      `Login: ${source === undefined ? 'none' : `token in the ${source}`}`,
      ...rows.map((row) => describeRow(row, terminal)),
    ].join('\n'),
  );
  return exitCodes.fine;
}

/**
 * Returns the rows for this project, the home folder and every recorded folder. An editor without hooks has a row only
 * for a component that is present.
 */
async function rowsOf(session: Session, state: CliState): Promise<Row[]> {
  const { env, cwd } = session.terminal.host;
  const project = await discoverProject(session, await realpath(cwd));
  const known = platformOf({ env, login: state.login });
  const platform = 'problem' in known ? undefined : known;
  const rows: Row[] = [];
  for (const editor of agents)
    for (const { scope, root } of placesOf(editor, state, project.root, homeOf(env)))
      for (const row of await inspectPlace(session, { editor, scope, root, platform }))
        if (editor.hooks || row.status !== 'NOT CONFIGURED') rows.push(row);
  return [...rows, ...(await gitStatus(session, state, await realpath(cwd)))];
}

interface PlaceOnDisk {
  readonly scope: Scope;
  readonly root: string;
}

function placesOf(editor: AgentLayout, state: CliState, project: string, home: string): PlaceOnDisk[] {
  const recorded = (state.integrations?.installed ?? []).filter(
    ({ integration }) => integration === editor.id,
  );
  const here: PlaceOnDisk[] = [
    { scope: 'project', root: project },
    { scope: 'global', root: home },
  ];
  const isHere = ({ scope, root }: PlaceOnDisk): boolean =>
    here.some((place) => place.scope === scope && place.root === root);
  return [...here, ...recorded.filter((place) => !isHere(place))];
}

async function inspectPlace(session: Session, place: LayoutInput): Promise<Row[]> {
  const { editor, scope, root } = place;
  const layout = await layoutOf(session, place);
  const files = await readFiles(layout);
  return components.flatMap((component) => {
    const status = inspectComponent(component, layout, files);
    if (!status) return [];
    const repair = `Run${scope === 'project' ? ` in ${root}` : ''}: service-cli integrate ${editor.id}${scope === 'global' ? ' --global' : ''}`;
    const isBroken = status.status === 'CONFIGURED / INVALID CONFIG';
    return [{ editor: editor.id, scope, root, ...status, ...(isBroken && { remedy: repair }) }];
  });
}

function describeRow(
  { editor, scope, root, component, status, items, remedy }: Row,
  terminal: Terminal,
): string {
  const colour = status === 'CONFIGURED' ? 'green' : status === 'NOT CONFIGURED' ? 'dim' : 'red';
  const broken = remedy === undefined ? [] : items.filter((item) => item.status !== 'CONFIGURED');
  return [
    `${editor}, ${scope === 'project' ? printable(root) : 'global'}: ${componentTitles[component]}: ${terminal.paint(colour, status)}`,
    ...broken.map(({ path, part, status: its, reason }) =>
      printable(`  ${path}${part === '' ? '' : ` (${part})`}: ${reason ?? its}`),
    ),
    ...(remedy === undefined ? [] : [printable(`  ${remedy}`)]),
  ].join('\n');
}

export const systemCommand: CommandRow = (program, run) => {
  program
    .command('system')
    .description('Show what is installed and whether it works')
    .command('status')
    .description('Show the state of the login and of every file and hook that service-cli installed')
    .action(run((context) => systemStatus(context)));
};
