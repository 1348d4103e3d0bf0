import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { isPullRequest } from '../../core/gate/model.ts';
import { byPath, type Finding } from '../../core/issues/finding.ts';
import { gateLimit } from '../../core/issues/projectFindings.ts';
import type { GateFindings } from '../../core/issues/readFindings.ts';
import { currentGate, type FolderGate } from '../gates/folderGates.ts';
import { issuesPage } from '../gates/links.ts';
import type { CommandId } from '../host/commandTable.ts';
import { metricText } from '../gates/metricTexts.ts';
import { pickGate } from '../gates/pickGate.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { boundProjectOf, fileIn, type BoundProject } from './boundFiles.ts';
import { readText } from './fileTexts.ts';
import type { FindingStore } from './findingStore.ts';
import type { IssueDiagnostics, ShownFinding } from './issueDiagnostics.ts';

/** Files whose analyzed text is requested for one gate, one request each. */
const mostFiles = 200;

interface GateIssuesOptions {
  readonly store: FindingStore;
  readonly diagnostics: IssueDiagnostics;
  readonly gates: () => readonly FolderGate[];
  readonly connections: () => readonly Connection[];
  readonly baseUrlOf: (connection: Connection) => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** The argument of a toast and of the details page: a gate, and whether and which of its issues to open. */
const gateArgument = z.object({
  uuid: z.string(),
  projectKey: z.string(),
  branch: z.optional(z.string()),
  open: z.optional(z.union([z.literal('first'), z.object({ issueKey: z.string() })])),
});
type GateArgument = z.output<typeof gateArgument>;

/** How many findings are shown, and how many are not, with the reason. */
interface Counts {
  shown: number;
  /** The line was edited since the analysis, or the file is not in the folder. */
  lost: number;
  /** Beyond the limits. */
  skipped: number;
}

/** Shows the issues that make a gate fail, and goes from one to the next. */
export class GateIssues {
  readonly #options: GateIssuesOptions;

  constructor(options: GateIssuesOptions) {
    this.#options = options;
  }

  /** Shows the issues that make the conditions of a gate fail in the Problems view. */
  async show(argument: unknown): Promise<void> {
    const sum = await this.#show(argument);
    await sum?.();
  }

  /**
   * As {@link show}, but resolves before the message, with a function that shows it and waits for the user's answer.
   */
  async #show(argument: unknown): Promise<(() => Promise<void>) | undefined> {
    const named = gateArgument.safeParse(argument).data;
    const gate = named ? this.#gateOf(named) : (currentGate(this.#options.gates()) ?? (await this.#pick()));
    if (!gate) {
      if (named) await this.#openPage(named, false);
      return undefined;
    }
    const project = boundProjectOf(gate);
    const title = vscode.l10n.t('Reading the issues behind the quality gate of {0}…', gate.projectName);
    const open = named?.open;
    const { findings, counts, opened } = await withProgress(title, (signal) =>
      this.#read(project, signal, open),
    );
    if (open === undefined && counts.shown > 0)
      await vscode.commands.executeCommand('workbench.actions.view.problems');
    if (named && open === 'first' && findings.findings.length === 0) {
      await showDetails(named);
      return undefined;
    }
    if (!named || open === undefined || opened)
      return () => this.#sum(gate, findings, counts, open !== undefined);
    await this.#openPage(named, findings.isNewCodeOnly);
    return undefined;
  }

  /** Goes to the finding after or before the cursor, file by file; shows the gate's issues first if none is shown. */
  async go(step: 1 | -1): Promise<void> {
    const sum = this.#inOrder().length === 0 ? await this.#show(undefined) : undefined;
    const all = this.#inOrder();
    const editor = vscode.window.activeTextEditor;
    const here = editor && { uri: editor.document.uri, start: editor.selection.active };
    const isAfter = ({ uri, range }: ShownFinding) =>
      here === undefined || compare({ uri, start: range.start }, here) > 0;
    const isBefore = ({ uri, range }: ShownFinding) =>
      here !== undefined && compare({ uri, start: range.start }, here) < 0;
    const next = step === 1 ? (all.find(isAfter) ?? all[0]) : (all.findLast(isBefore) ?? all.at(-1));
    if (next) await reveal(next);
    // The message stays until the user closes it, so the issue is opened first.
    await sum?.();
  }

  #inOrder(): readonly ShownFinding[] {
    const placeOf = ({ uri, range: { start } }: ShownFinding) => ({ uri, start });
    return this.#options.diagnostics.ofGate().toSorted((a, b) => compare(placeOf(a), placeOf(b)));
  }

  /**
   * Returns the gate that the argument names; undefined also for a branch or a pull request that no folder of this
   * window shows, if one issue is to be opened.
   */
  #gateOf({ uuid, projectKey, branch, open }: GateArgument): FolderGate | undefined {
    const gates = this.#options
      .gates()
      .filter((gate) => gate.connection.uuid === uuid && gate.projectKey === projectKey);
    return gates.find(({ gate }) => gate.branch === branch) ?? (open === undefined ? gates[0] : undefined);
  }

  #pick(): Promise<FolderGate | undefined> {
    return pickGate(undefined, this.#options.gates());
  }

  async #openPage({ uuid, projectKey, branch }: GateArgument, isNewCodeOnly: boolean): Promise<void> {
    const { connections, baseUrlOf } = this.#options;
    const connection = connections().find((one) => one.uuid === uuid);
    if (!connection) return;
    const page = issuesPage(
      baseUrlOf(connection),
      projectKey,
      isNewCodeOnly && !isPullRequest(branch),
      branch,
    );
    await vscode.env.openExternal(vscode.Uri.parse(page, true));
  }

  async #read(
    project: BoundProject,
    signal: AbortSignal,
    open: GateArgument['open'],
  ): Promise<{ readonly findings: GateFindings; readonly counts: Counts; readonly opened: boolean }> {
    const { store, diagnostics, clock } = this.#options;
    const readAt = clock.now();
    const findings = await store.of(project).ofGate(signal);
    diagnostics.clearGate();
    const files = filesOf(findings.findings, open);
    const counts: Counts = {
      shown: 0,
      lost: 0,
      skipped: Math.max(0, findings.total - findings.findings.length),
    };
    let opened = false;
    for (const [index, [path, inFile]] of files.entries()) {
      if (index >= mostFiles) {
        counts.skipped += inFile.length;
        continue;
      }
      const shown = await this.#showFile(project, path, { findings: inFile, readAt }, signal);
      counts.shown += shown.length;
      counts.lost += inFile.length - shown.length;
      if (opened) continue;
      const wanted: ShownFinding | undefined = shown.find(({ finding }) => isIssueToOpen(finding, open));
      if (wanted) await reveal(wanted);
      opened = wanted !== undefined;
    }
    return { findings, counts, opened };
  }

  async #showFile(
    project: BoundProject,
    path: string,
    { findings, readAt }: { readonly findings: readonly Finding[]; readonly readAt: number },
    signal: AbortSignal,
  ): Promise<readonly ShownFinding[]> {
    const { store, diagnostics } = this.#options;
    const uri = fileIn(project.root, path);
    if (!uri) return [];
    const text = await readText(project.openedFolder, uri);
    if (text === undefined) return [];
    const positions = await store.of(project).positionsOf(path, findings, signal);
    if (signal.aborted) return [];
    return diagnostics.addGate({ uri, project, positions, readAt }, text);
  }

  async #sum(gate: FolderGate, found: GateFindings, counts: Counts, isQuiet: boolean): Promise<void> {
    const metrics = found.otherMetrics.map((metric) => metricText(metric)).join(', ');
    // The first issue is open in an editor, so the user knows that it worked.
    if (isQuiet && counts.lost + counts.skipped === 0 && metrics === '') return;
    const details = vscode.l10n.t('Show Details');
    const browser = vscode.l10n.t('Open in Browser');
    const chosen = await showInformation(
      [whatFailsText(gate, found, counts, metrics), whatIsMissingText(counts)].join(' ').trim(),
      ...(metrics === '' ? [browser] : [details, browser]),
    );
    const { connection, projectKey } = gate;
    const named = { uuid: connection.uuid, projectKey, branch: gate.gate.branch };
    if (chosen === details) await showDetails(named);
    if (chosen === browser) await this.#openPage(named, found.isNewCodeOnly);
  }
}

/** @param metrics the names of the conditions of which findings are missing */
function whatFailsText(
  { projectName }: FolderGate,
  { findings }: GateFindings,
  { shown }: Counts,
  metrics: string,
): string {
  if (findings.length === 0)
    return metrics === ''
      ? vscode.l10n.t('No issue makes the quality gate of {0} fail.', projectName)
      : vscode.l10n.t(
          'No issue makes the quality gate of {0} fail. These conditions do: {1}.',
          projectName,
          metrics,
        );
  const shownText =
    shown === 0
      ? vscode.l10n.t(
          'No problem that makes the quality gate of {0} fail can be shown in this window.',
          projectName,
        )
      : shown === 1
        ? vscode.l10n.t(
            'The Problems view shows 1 problem that makes the quality gate of {0} fail.',
            projectName,
          )
        : vscode.l10n.t(
            'The Problems view shows {1} problems that make the quality gate of {0} fail.',
            projectName,
            shown,
          );
  return metrics === ''
    ? shownText
    : `${shownText} ${vscode.l10n.t('The details of the gate show where other code fails: {0}.', metrics)}`;
}

function whatIsMissingText({ lost, skipped }: Counts): string {
  const sentences: string[] = [];
  if (lost > 0)
    sentences.push(
      vscode.l10n.t('Not shown: {0}. Their lines were changed, or their files are not in the folder.', lost),
    );
  if (skipped > 0)
    sentences.push(
      vscode.l10n.t(
        'Only in the browser: {0}. At most {1} issues of a condition in {2} files are read.',
        ...[skipped, gateLimit, mostFiles],
      ),
    );
  return sentences.join(' ');
}

async function showDetails({ uuid, projectKey, branch }: GateArgument): Promise<void> {
  const command: CommandId = 'service.showGateDetails';
  await vscode.commands.executeCommand(command, { uuid, projectKey, branch });
}

/** Returns the findings by file in the order of their paths; the file of the issue to open comes first. */
function filesOf(
  findings: readonly Finding[],
  open: GateArgument['open'],
): readonly (readonly [path: string, findings: readonly Finding[]])[] {
  const rank = (inFile: readonly Finding[]) =>
    typeof open === 'object' && inFile.some((finding) => isIssueToOpen(finding, open)) ? 0 : 1;
  return [...byPath(findings)].toSorted(
    ([path, some], [other, others]) => rank(some) - rank(others) || (path < other ? -1 : 1),
  );
}

function isIssueToOpen({ key }: Finding, open: GateArgument['open']): boolean {
  return open === 'first' || open?.issueKey === key;
}

interface Place {
  readonly uri: vscode.Uri;
  readonly start: vscode.Position;
}

function compare(a: Place, b: Place): number {
  const [one, other] = [a.uri.toString(), b.uri.toString()];
  return one === other ? a.start.compareTo(b.start) : one < other ? -1 : 1;
}

async function reveal({ uri, range }: ShownFinding): Promise<void> {
  const options = { selection: new vscode.Range(range.start, range.start), preview: true };
  const editor = await vscode.window.showTextDocument(uri, options);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
