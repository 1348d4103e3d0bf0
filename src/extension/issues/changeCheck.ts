import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Finding } from '../../core/issues/finding.ts';
import { touchedCauses, type TouchedCauses } from '../../core/issues/touchedCauses.ts';
import type { Log } from '../../core/log.ts';
import { unpushedFiles } from '../../node/process/repository.ts';
import { runScript } from '../../node/process/runPrograms.ts';
import { isOnThisMachine, ownScript, parseLines } from '../agentHooks/installCli.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { gateNameText } from '../gates/gateTexts.ts';
import { currentOrPickedGate } from '../gates/pickGate.ts';
import { gateArgument } from '../host/arguments.ts';
import type { CommandId } from '../host/commandTable.ts';
import { ifInside, statInside } from '../host/folders/workspaceFile.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { iconOf } from '../ui/icons.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { choose, headingOf } from '../ui/quickInput/pickOne.ts';
import { fileIn } from './boundFiles.ts';
import type { FileAnalysis } from './fileAnalysis.ts';
import { reveal } from './gateIssues.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import { messageText } from './issueTexts.ts';
import type { GateListings } from './list/gateListings.ts';
import { conditionsLabel, openFindingCommand } from './list/gateRowItems.ts';
import { refOfGate } from './list/gateRows.ts';

/** Files that are analyzed by one check, one request each. */
const mostAnalyzed = 20;
/** How long the scan for secrets may take, milliseconds. */
const scanMs = 120_000;
/** The exit code of service-cli for secrets. */
const hasSecrets = 51;

type ChangeCheckServices = Pick<GateServices, 'allGates' | 'log' | 'context'> & {
  readonly listings: GateListings;
  readonly diagnostics: IssueDiagnostics;
  readonly analysis: FileAnalysis;
};

const secretLine = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  rule: z.string(),
  commit: z.optional(z.string()),
});
type Secret = z.output<typeof secretLine>;

type Row = Parameters<typeof choose<() => unknown>>[0]['choices'][number];

/** Lists what the changes that are not pushed yet do about a gate, and what is wrong with them. */
export async function checkChanges(argument: unknown, services: ChangeCheckServices): Promise<void> {
  const { listings, allGates } = services;
  const named = gateArgument(argument);
  const gate = named ? listings.gateOf(named) : await currentOrPickedGate(allGates());
  if (!gate) return;
  const name = gateNameText(gate.projectName, gate.gate.branch);
  const title = vscode.l10n.t('Checking what you changed in {0}…', gate.folder.name);
  const choices = await withProgress(title, (signal) => rowsFor(gate, signal, services));
  const chosen = await choose<() => unknown>({
    title: vscode.l10n.t('Check What I Changed: {0}', name),
    placeholder: vscode.l10n.t('Select a row to open it'),
    choices,
  });
  await chosen?.();
}

async function rowsFor(
  gate: FolderGate,
  signal: AbortSignal,
  services: ChangeCheckServices,
): Promise<readonly Row[]> {
  const { log } = services;
  const root = isOnThisMachine(gate.folder) ? gate.folder.uri.fsPath : undefined;
  const paths = root === undefined ? undefined : await unpushedFiles(root);
  const secrets =
    root === undefined || !paths
      ? []
      : part(vscode.l10n.t('Secrets'), secretRows(root, gate, signal, services), log);
  const causes = part(
    vscode.l10n.t('Reasons why the quality gate fails'),
    causeRows(gate, new Set(paths), signal, services),
    log,
  );
  // The issues of the last analysis are known then, and not listed again.
  const analyzed = causes.then(() =>
    paths
      ? part(vscode.l10n.t('Analysis of the changed files'), analysisRows(gate, paths, signal, services), log)
      : [],
  );
  const rows = (await Promise.all([causes, secrets, analyzed])).flat();
  return [...rows, headingOf(vscode.l10n.t('What is not known yet')), ...openRows(paths)];
}

/** Returns the rows of one part. A part that fails has a row that says why, because the others are still of use. */
async function part(title: string, rows: Promise<readonly Row[]>, log: Log): Promise<readonly Row[]> {
  try {
    return [headingOf(title), ...(await rows)];
  } catch (error) {
    if (!Failure.is(error) || error.code === 'cancelled') throw error;
    log.info(`${title}: ${messageOf(error)}`);
    return [headingOf(title), note(failureTexts[error.code](error), 'warning')];
  }
}

async function causeRows(
  gate: FolderGate,
  changed: ReadonlySet<string>,
  signal: AbortSignal,
  { listings, diagnostics }: ChangeCheckServices,
): Promise<readonly Row[]> {
  if (gate.gate.status !== 'ERROR')
    return [note(vscode.l10n.t('The quality gate of {0} does not fail.', gate.projectName), 'pass')];
  const first = ({ path }: Finding) => changed.has(path);
  const { groups, findings } = await listings.read(gate, signal, { first });
  const { root, uri: folder } = gate.folder;
  const gone = new Set<string>();
  for (const path of new Set(findings.map((finding) => finding.path))) {
    const uri = changed.has(path) ? fileIn(folder, path) : undefined;
    if (uri && !(await ifInside(() => statInside(root.uri, uri)))) gone.add(path);
  }
  const ref = refOfGate(gate);
  const stateOf = (finding: Finding) => listings.statesIn(ref, finding.path)(finding);
  const causes = touchedCauses(groups, { changed, gone, stateOf });
  const conditions = causes.map((cause): Row => {
    const { edited, gone: deleted, here, elsewhere, isComplete } = cause;
    const isDone = isComplete && edited + deleted > 0 && here.length + elsewhere === 0;
    return {
      label: conditionsLabel(cause.conditions),
      detail: touchedText(cause),
      iconPath: isDone ? iconOf('pass', 'testing.iconPassed') : iconOf('error', 'charts.red'),
      value: () => vscode.commands.executeCommand('service.showGateIssues' satisfies CommandId, ref),
    };
  });
  /** Returns the present line of a finding, or else that of the last analysis. */
  const lineOf = ({ key, path, line }: Finding) => {
    const uri = fileIn(folder, path);
    const shown = line === undefined || !uri ? undefined : diagnostics.find(uri, key);
    return shown ? shown.range.start.line + 1 : line;
  };
  const left = new Map(causes.flatMap(({ here }) => here.map((finding) => [finding.key, finding])));
  const rows = [...left.values()].map((finding): Row => ({
    label: messageText(finding),
    description: placeText(finding.path, lineOf(finding)),
    iconPath: iconOf('warning', 'problemsWarningIcon.foreground'),
    value: () => vscode.commands.executeCommand(openFindingCommand, ref, finding.key),
  }));
  return rows.length === 0
    ? conditions
    : [...conditions, headingOf(vscode.l10n.t('Left in files that you changed')), ...rows];
}

function touchedText({ edited, gone, here, elsewhere, isComplete }: TouchedCauses): string {
  const parts = [
    edited > 0 ? vscode.l10n.t('probably fixed: {0}', edited) : '',
    gone > 0 ? vscode.l10n.t('no longer there: {0}', gone) : '',
    here.length > 0 ? vscode.l10n.t('your files: {0}', here.length) : '',
    elsewhere > 0 ? vscode.l10n.t('others: {0}', elsewhere) : '',
    isComplete ? '' : vscode.l10n.t('more in the details'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Runs the service-cli of this extension: the editor scans open texts alone. */
async function secretRows(
  root: string,
  { folder }: FolderGate,
  signal: AbortSignal,
  { context }: ChangeCheckServices,
): Promise<readonly Row[]> {
  const args = ['analyze', 'secrets', '--unpushed', '--json'];
  const options = { signal, timeoutMs: scanMs, accepts: [0, hasSecrets] };
  const output = await runScript(ownScript(context.extension), args, root, options);
  const all = parseLines(secretLine, output, 'a secret');
  const placeOf = ({ file, line, rule }: Secret) => `${file} ${line} ${rule}`;
  const uncommitted = new Set(all.filter(({ commit }) => commit === undefined).map(placeOf));
  const secrets = all.filter((secret) => secret.commit === undefined || !uncommitted.has(placeOf(secret)));
  return secrets.length === 0
    ? [note(vscode.l10n.t('No secrets were found in what you changed.'), 'pass')]
    : secrets.map((secret) => secretRow(secret, folder.uri));
}

function secretRow({ file, line, column, rule, commit }: Secret, root: vscode.Uri): Row {
  const uri = vscode.Uri.joinPath(root, file);
  const position = new vscode.Position(line - 1, column - 1);
  const id = commit?.slice(0, 10) ?? '';
  const inCommit = vscode.l10n.t(
    'The secret is in commit {0}, which was not pushed yet. Change that commit before you push, for example with: git rebase -i {0}^',
    id,
  );
  return {
    label: vscode.l10n.t('Secret: {0}', rule),
    description: [placeText(file, line), id === '' ? '' : vscode.l10n.t('commit {0}', id)]
      .filter(Boolean)
      .join(' · '),
    iconPath: iconOf('key', 'problemsWarningIcon.foreground'),
    value: () =>
      commit === undefined
        ? reveal({ uri, range: new vscode.Range(position, position) })
        : showInformation(inCommit),
  };
}

async function analysisRows(
  gate: FolderGate,
  paths: readonly string[],
  signal: AbortSignal,
  { analysis }: ChangeCheckServices,
): Promise<readonly Row[]> {
  const { connection, folder } = gate;
  if (!(await analysis.isOffered(connection)))
    return [note(vscode.l10n.t('{0} does not analyze single files', connection.connectionId), 'info')];
  const rows: Row[] = [];
  for (const path of paths.slice(0, mostAnalyzed)) {
    const file = fileIn(folder.uri, path);
    const issues = file ? await analysis.analyzeFile({ gate, path }, file, signal) : [];
    for (const { uri, range, message } of issues)
      rows.push({
        label: message,
        description: placeText(vscode.workspace.asRelativePath(uri), range.start.line + 1),
        iconPath: iconOf('warning', 'problemsWarningIcon.foreground'),
        value: () => reveal({ uri, range }),
      });
  }
  if (rows.length === 0) rows.push(note(vscode.l10n.t('No other issues were found.'), 'pass'));
  const left = paths.length - mostAnalyzed;
  if (left > 0) rows.push(note(vscode.l10n.t('Changed files that were not analyzed: {0}', left), 'info'));
  return rows;
}

/** @param paths the changed files; undefined if git does not know them */
function openRows(paths: readonly string[] | undefined): readonly Row[] {
  const withoutGit = vscode.l10n.t(
    'Which files you changed, and secrets: the folder is in no Git repository here',
  );
  const isUnsaved = vscode.workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
  );
  const rows: Row[] = [
    {
      label: vscode.l10n.t('Only the next analysis can tell whether the gate passes'),
      detail: vscode.l10n.t('New issues, coverage, duplications and ratings are open.'),
      iconPath: iconOf('info'),
      value: () => undefined,
    },
  ];
  if (!paths) rows.push(note(withoutGit, 'info'));
  else if (isUnsaved)
    rows.push(
      note(
        vscode.l10n.t('Secrets in text that is not saved: files were scanned as they are on the disk'),
        'info',
      ),
    );
  return rows;
}

function note(label: string, icon: 'pass' | 'info' | 'warning'): Row {
  const color = { pass: 'testing.iconPassed', info: undefined, warning: 'list.warningForeground' }[icon];
  return { label, iconPath: iconOf(icon, color), value: () => undefined };
}

function placeText(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}
