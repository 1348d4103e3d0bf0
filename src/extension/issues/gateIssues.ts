import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isPullRequest } from '../../core/gate/model.ts';
import type { Finding } from '../../core/issues/finding.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { issuesPage } from '../../core/gate/platformPages.ts';
import { currentOrPickedGate } from '../gates/pickGate.ts';
import { gateArgument, gateRef, type GateRef } from '../host/arguments.ts';
import type { CommandId } from '../host/commandTable.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import { findingPage, type ShownFinding } from './issueTexts.ts';
import type { GateListings } from './list/gateListings.ts';
import { refOfGate } from './list/gateRows.ts';

interface GateIssueServices extends Pick<GateServices, 'allGates' | 'connections' | 'baseUrlOf'> {
  readonly listings: GateListings;
  readonly diagnostics: IssueDiagnostics;
  /** Shows the list of a gate, with the row of a finding selected if there is a key. */
  readonly showList: (gate: GateRef, key?: string) => Promise<void>;
}

/** The argument of a toast and of the details page: a gate, and whether and which of its issues to open. */
const toShow = z.extend(gateRef, {
  open: z.optional(z.union([z.literal('first'), z.object({ issueKey: z.string() })])),
});

const rowArguments = z.tuple([gateRef, z.string()]);

/** Shows what makes a gate fail, as problems and in the list, and opens the issue that the argument asks for. */
export async function showGateIssues(argument: unknown, services: GateIssueServices): Promise<void> {
  const { listings, allGates, showList } = services;
  const { data } = toShow.safeParse(argument);
  // A row of the tree has its branch with the gate.
  const named = data && { ...data, branch: gateArgument(argument)?.branch };
  const gate = named ? gateNamed(named, services) : await currentOrPickedGate(allGates());
  if (!gate) {
    if (named) await openPage(named, false, services);
    return;
  }
  const open = named?.open;
  const isIt = ({ key }: Finding) => open === 'first' || open?.issueKey === key;
  let opened: string | undefined;
  const title = vscode.l10n.t('Reading the issues behind the quality gate of {0}…', gate.projectName);
  const { findings, isNewCodeOnly } = await withProgress(title, (signal) =>
    listings.read(gate, signal, {
      first: (finding) => open !== 'first' && isIt(finding),
      onPlaced: async (shown) => {
        const wanted = opened === undefined ? shown.find(({ finding }) => isIt(finding)) : undefined;
        if (!wanted) return;
        opened = wanted.finding.key;
        await reveal(wanted);
      },
    }),
  );
  const ref = refOfGate(gate);
  if (typeof open === 'object' && opened === undefined) await openPage(ref, isNewCodeOnly, services);
  else if (open === 'first' && findings.length === 0)
    await vscode.commands.executeCommand('service.showGateDetails' satisfies CommandId, ref);
  else if (gate.gate.status === 'ERROR') await showList(ref, opened);
  else void showInformation(vscode.l10n.t('The quality gate of {0} does not fail.', gate.projectName));
}

/** Goes to the finding after or before the cursor, file by file; shows the gate's issues first if none is shown. */
export async function goToGateIssue(step: 1 | -1, services: GateIssueServices): Promise<void> {
  const { diagnostics } = services;
  if (diagnostics.ofGate().length === 0) await showGateIssues(undefined, services);
  const all = diagnostics.ofGate().toSorted(compare);
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.selection.active;
  const here = editor && cursor && { uri: editor.document.uri, range: new vscode.Range(cursor, cursor) };
  const isAfter = (shown: Place) => here === undefined || compare(shown, here) > 0;
  const isBefore = (shown: Place) => here !== undefined && compare(shown, here) < 0;
  const next = step === 1 ? (all.find(isAfter) ?? all[0]) : (all.findLast(isBefore) ?? all.at(-1));
  if (next) await reveal(next);
}

/** Opens the finding of a row: its line, or else its file, or else its page on the platform. */
export async function openRow(
  values: readonly unknown[],
  { listings, diagnostics, baseUrlOf }: GateIssueServices,
): Promise<void> {
  const [ref, key] = z.parse(rowArguments, values);
  const found = await withProgress(vscode.l10n.t('Opening an issue…'), (signal) =>
    listings.find({ ...ref, branch: ref.branch }, key, signal),
  );
  if (!found) return;
  if (found.shown) {
    await reveal(found.shown);
    return;
  }
  const { finding, gate, uri } = found;
  if (uri && diagnostics.hasGate(uri)) {
    const document = await vscode.workspace.openTextDocument(uri);
    const line = Math.min(Math.max(0, (finding.line ?? 1) - 1), document.lineCount - 1);
    await reveal({ uri, range: document.lineAt(line).range });
    return;
  }
  await vscode.env.openExternal(findingPage(finding, gate, baseUrlOf));
}

/** Returns the named gate, or another one of its project if this window lacks it and no issue of it is to be opened. */
function gateNamed(
  named: GateRef & Pick<z.output<typeof toShow>, 'open'>,
  { listings, allGates }: GateIssueServices,
): FolderGate | undefined {
  const gate = listings.gateOf(named);
  if (gate || named.open !== undefined) return gate;
  return allGates().find(
    ({ connection, projectKey }) => connection.uuid === named.uuid && projectKey === named.projectKey,
  );
}

async function openPage(
  { uuid, projectKey, branch }: GateRef,
  isNewCodeOnly: boolean,
  { connections, baseUrlOf }: GateIssueServices,
): Promise<void> {
  const connection = connections().find((one) => one.uuid === uuid);
  if (!connection) return;
  const isNewCodePage = isNewCodeOnly && !isPullRequest(branch);
  const page = issuesPage(baseUrlOf(connection), projectKey, isNewCodePage, branch);
  await vscode.env.openExternal(vscode.Uri.parse(page, true));
}

type Place = Pick<ShownFinding, 'uri' | 'range'>;

function compare(a: Place, b: Place): number {
  const [one, other] = [a.uri.toString(), b.uri.toString()];
  return one === other ? a.range.start.compareTo(b.range.start) : one < other ? -1 : 1;
}

export async function reveal({ uri, range }: Place): Promise<void> {
  const options = { selection: new vscode.Range(range.start, range.start), preview: true };
  const editor = await vscode.window.showTextDocument(uri, options);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
