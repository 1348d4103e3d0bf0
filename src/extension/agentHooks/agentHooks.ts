import * as vscode from 'vscode';
import { agents } from '../../agents/agents.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { foldersArgument } from '../host/arguments.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import type { CommandsOf, Report } from '../host/commands.ts';
import { contextKeys, type agentHookCommandIds } from '../host/commandTable.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { pickMany } from '../ui/quickInput/pickMany.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { stateText } from './agentHookItems.ts';
import { type AgentHookNode, type AgentHooksStatus, agentHooksStatusOf } from './agentHookState.ts';
import {
  isOnThisMachine,
  isOnMachine,
  installCli,
  type InstalledExtension,
  ownScript,
  type InstalledCli,
} from './installCli.ts';
import { runScript } from '../../node/process/runPrograms.ts';

// They are loaded with the rest: a file that is loaded separately would be another bundle.
export { agentAudit } from './agentAudit.ts';
export { agentHooksItem } from './agentHookItems.ts';

/** Returns the commands that install, repair and remove the hooks of a folder, each in a terminal on its machine. */
export function agentHookCommands(extension: InstalledExtension): CommandsOf<typeof agentHookCommandIds> {
  const read = async (folder: vscode.WorkspaceFolder): Promise<AgentHooksStatus | undefined> => {
    if (!isOnThisMachine(folder)) return undefined;
    const title = vscode.l10n.t('Checking the agent hooks in {0}…', folder.name);
    return withProgress(title, () => readAgentHooks(extension, folder));
  };
  const run = async (
    folder: vscode.WorkspaceFolder,
    action: AgentHookAction,
    ids: readonly string[],
  ): Promise<void> => {
    const cli = ids.length > 0 && (await installCli(extension, folder));
    if (!cli) return;
    if (action === 'install') noteInstallation();
    await vscode.tasks.executeTask(agentHookTask(action, ids, cli, folder));
  };
  /** Runs the action for the agents that the user picks. If the user picks none, a message offers what to do instead. */
  const runForPicked = async (
    folder: vscode.WorkspaceFolder,
    action: AgentHookAction,
    status: AgentHooksStatus | undefined,
  ): Promise<void> => {
    const picked = await pickAgents(folder, action, status);
    if (picked?.length !== 0) return run(folder, action, picked ?? []);
    const next = await offerWithoutAgents(status?.agents.map(({ title }) => title) ?? []);
    if (next === 'select') return runForPicked(folder, action, status);
    if (next === 'remove') await run(folder, 'remove', idsOf(status));
  };
  const direct = (action: AgentHookAction) => async (argument: unknown) => {
    const folder = await hookedFolder(argument);
    if (!folder) return;
    const status = await read(folder);
    const hooked = idsOf(status);
    if (hooked.length > 0) await run(folder, action, hooked);
    else await runForPicked(folder, action, status);
  };
  return {
    'service.setUpGuards': async (argument) => {
      const folder = await hookedFolder(argument);
      if (!folder) return;
      const status = await read(folder);
      const action = await pickAction(folder, status?.state);
      if (action === 'remove' && status) await run(folder, action, idsOf(status));
      else if (action) await runForPicked(folder, action, status);
    },
    'service.installGuards': direct('install'),
    'service.repairGuards': direct('install'),
    'service.removeGuards': direct('remove'),
  };
}

function idsOf(status: AgentHooksStatus | undefined): readonly string[] {
  return status?.agents.map(({ id }) => id) ?? [];
}

/** Sets the context key of the walkthrough if the next task of this extension ends without an error. */
function noteInstallation(): void {
  const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    if (!isAgentHookTask(execution.task)) return;
    listening.dispose();
    if (exitCode === 0) void vscode.commands.executeCommand('setContext', contextKeys.hasAgentHooks, true);
  });
}

/**
 * Asks for agents that have hooks. Those with installed hooks and those that were found are checked at first.
 *
 * @param status Undefined for a folder on another machine.
 * @returns The ids of the agents; undefined when the user leaves.
 */
async function pickAgents(
  folder: vscode.WorkspaceFolder,
  action: AgentHookAction,
  status: AgentHooksStatus | undefined,
): Promise<readonly string[] | undefined> {
  const checked = new Set([...(status?.found ?? []), ...idsOf(status)]);
  return pickMany({
    title: vscode.l10n.t('Agent hooks in {0}', folder.name),
    placeholder:
      action === 'remove'
        ? vscode.l10n.t('Select the AI agents to remove hooks from')
        : vscode.l10n.t('Select the AI agents to set up. The others stay unchanged.'),
    choices: agents
      .filter(({ withoutHooks }) => withoutHooks === undefined)
      .map(({ id, title }) => ({ value: id, label: title, picked: checked.has(id) })),
  });
}

/** @param hooked The titles of the agents with installed hooks. */
async function offerWithoutAgents(hooked: readonly string[]): Promise<'select' | 'remove' | undefined> {
  const texts = [vscode.l10n.t('No agent was selected, so nothing was changed.')];
  const select = vscode.l10n.t('Select Agents');
  const remove = vscode.l10n.t('Remove Agent Hooks');
  if (hooked.length > 0)
    texts.push(vscode.l10n.t('Agent hooks are still installed for {0}.', hooked.join(', ')));
  const chosen = await showInformation(texts.join(' '), select, ...(hooked.length > 0 ? [remove] : []));
  return chosen === select ? 'select' : chosen === remove ? 'remove' : undefined;
}

async function hookedFolder(argument: unknown): Promise<vscode.WorkspaceFolder | undefined> {
  if (!vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return undefined;
  }
  const folder = await pickFolder(
    foldersArgument(argument),
    vscode.workspace.workspaceFolders ?? [],
    vscode.l10n.t('Select a folder to set up agent hooks in'),
  );
  if (!folder || isOnMachine(folder)) return folder;
  void showInformation(
    vscode.l10n.t(
      'Agent hooks cannot run in {0}, because the folder is not on a machine with a terminal.',
      folder.name,
    ),
  );
  return undefined;
}

async function pickAction(
  folder: vscode.WorkspaceFolder,
  state: AgentHooksStatus['state'] | undefined,
): Promise<AgentHookAction | undefined> {
  const install = {
    value: 'install',
    label: state === 'broken' ? vscode.l10n.t('Repair') : vscode.l10n.t('Install'),
    description: vscode.l10n.t('hooks against leaked secrets, tool server, rules'),
  } as const;
  const preview = { value: 'preview', label: vscode.l10n.t('Preview changes') } as const;
  const remove = { value: 'remove', label: vscode.l10n.t('Remove') } as const;
  return choose<AgentHookAction>({
    title: vscode.l10n.t('Agent hooks in {0}', folder.name),
    placeholder: state === 'absent' ? vscode.l10n.t('Not installed') : stateText(state ?? 'elsewhere').detail,
    choices: state === 'absent' ? [install, preview] : [install, preview, remove],
  });
}

/** The hooks, scripts, rules and plugins of agents in a project. */
const watchedFiles =
  '{.cursor,.claude,.codex,.windsurf,.gemini,.agents,.github,.kiro,.opencode}/{hooks.json,settings.json,settings.local.json,hooks/*,rules/*,steering/*,plugins/*}';

/** The rows of folders. Watches tasks from the start, and the files of hooks once the view has asked for rows. */
export class AgentHookRows implements Disposable {
  readonly #extension: InstalledExtension;
  readonly #changed: () => void;
  readonly #report: Report;
  readonly #scope = new DisposableStore();
  readonly #watchers = new Map<string, Disposable>();

  /** @param changed Called when the rows may have become outdated. */
  constructor(extension: InstalledExtension, changed: () => void, report: Report) {
    this.#extension = extension;
    this.#changed = changed;
    this.#report = report;
    this.#scope.add(
      vscode.tasks.onDidEndTask(({ execution }) => {
        if (isAgentHookTask(execution.task)) changed();
      }),
    );
    this.#scope.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const { uri } of removed) this.#unwatch(uri);
        changed();
      }),
    );
    this.#scope.add(vscode.workspace.onDidGrantWorkspaceTrust(changed));
  }

  /** Reads one folder after the other, because each read starts a process. */
  async list(): Promise<readonly AgentHookNode[]> {
    const rows: AgentHookNode[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) rows.push(await this.#row(folder));
    return rows;
  }

  async #row(folder: vscode.WorkspaceFolder): Promise<AgentHookNode> {
    const folderUri = folder.uri.toString();
    const node = {
      kind: 'agentHooksOfFolder',
      id: `agentHook/${folderUri}`,
      folderUri,
      name: folder.name,
      problems: [],
      agents: [],
    } as const;
    if (!isOnThisMachine(folder)) return { ...node, state: isOnMachine(folder) ? 'elsewhere' : 'nowhere' };
    if (!vscode.workspace.isTrusted) return { ...node, state: 'untrusted' };
    // The folder may have been removed from the window since the list began.
    if (vscode.workspace.getWorkspaceFolder(folder.uri)) this.#watch(folder.uri, watchedFiles);
    try {
      const status = await readAgentHooks(this.#extension, folder);
      const { state, problems, agents, handlerFolder, recordFolder } = status;
      for (const own of [handlerFolder, recordFolder]) this.#watch(vscode.Uri.file(own), '*');
      const nodes = agents.map((agent) => ({
        kind: 'hookedAgent' as const,
        id: `${node.id}/${agent.id}`,
        agent,
      }));
      return { ...node, state, problems, agents: nodes };
    } catch (error) {
      this.#report(error, `reading the agent hooks of ${folder.name}`);
      return { ...node, state: 'unknown' };
    }
  }

  #watch(base: vscode.Uri, pattern: string): void {
    const key = base.toString();
    if (this.#watchers.has(key) || this.#scope.isDisposed) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(base, pattern));
    // They end with the watcher.
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(this.#changed);
    this.#watchers.set(key, watcher);
  }

  #unwatch(base: vscode.Uri): void {
    this.#watchers.get(base.toString())?.dispose();
    this.#watchers.delete(base.toString());
  }

  dispose(): void {
    this.#scope.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}

/** @throws {Failure} `storage` if service-cli fails or runs longer than 30 seconds, `malformed` for output of another form. */
async function readAgentHooks(
  extension: InstalledExtension,
  { uri }: vscode.WorkspaceFolder,
): Promise<AgentHooksStatus> {
  return agentHooksStatusOf(
    await runScript(ownScript(extension), ['system', 'status', '--json'], uri.fsPath),
  );
}

type AgentHookAction = 'install' | 'preview' | 'remove';

const taskOptions: Readonly<Record<AgentHookAction, readonly string[]>> = {
  // Installing again repairs a damaged installation.
  install: [],
  preview: ['--dry-run'],
  remove: ['--remove'],
};

const taskSource = 'Service';

const isAgentHookTask = (task: vscode.Task): boolean => task.source === taskSource;

/** A task and not a terminal, because the user can still read the output of a task after it has ended. */
function agentHookTask(
  action: AgentHookAction,
  ids: readonly string[],
  { program, args }: InstalledCli,
  folder: vscode.WorkspaceFolder,
): vscode.Task {
  const task = new vscode.Task(
    { type: 'process', agents: ids },
    folder,
    vscode.l10n.t('Agent hooks'),
    taskSource,
    new vscode.ProcessExecution(program, [...args, 'integrate', ...ids, ...taskOptions[action]], {
      cwd: folder.uri.fsPath,
    }),
    [],
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}
