import * as vscode from 'vscode';
import { organizationOf } from '../../core/connections/connection.ts';
import type { Finding } from '../../core/issues/finding.ts';
import { fixPrompt, readRuleNames } from '../../core/issues/fixPrompt.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { fileIn } from './boundFiles.ts';
import { openChat } from './issueActions.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import type { GateListings } from './list/gateListings.ts';
import { refOfGate } from './list/gateRows.ts';

const timeoutMs = 30_000;

interface FixServices extends Pick<GateServices, 'apiFor'> {
  readonly listings: Pick<GateListings, 'failedGate' | 'read' | 'statesIn'>;
  readonly diagnostics: Pick<IssueDiagnostics, 'find'>;
}

/** Hands what is left to do about a gate to the agent of the editor's chat, in one prompt. */
export async function fixGate(argument: unknown, services: FixServices): Promise<void> {
  const gate = await services.listings.failedGate(argument);
  if (!gate) return;
  const title = vscode.l10n.t('Reading the issues behind the quality gate of {0}…', gate.projectName);
  const prompt = await withProgress(title, (signal) => promptFor(gate, signal, services));
  if (prompt === undefined)
    void showInformation(
      vscode.l10n.t('Nothing is left to fix about the quality gate of {0}.', gate.projectName),
    );
  else await openChat(prompt);
}

async function promptFor(
  gate: FolderGate,
  signal: AbortSignal,
  { listings, apiFor, diagnostics }: FixServices,
): Promise<string | undefined> {
  const { connection } = gate;
  const ref = refOfGate(gate);
  const { groups, findings } = await listings.read(gate, signal);
  const open = findings
    .filter((finding) => listings.statesIn(ref, finding.path)(finding) === 'open')
    .map((finding) => findingHere(finding, gate, diagnostics));
  const isForTheAgent = open.length > 0 || groups.some(({ isComplete }) => !isComplete);
  const api = await apiFor(connection);
  if (!isForTheAgent || !api) return undefined;
  const organization = organizationOf(connection);
  const ruleNames = await readRuleNames(open, { api: api.with({ signal, timeoutMs }), organization });
  const conditions = groups.flatMap(({ conditions: failing }) => failing);
  return fixPrompt(conditions, open, ruleNames).prompt;
}

function findingHere(finding: Finding, gate: FolderGate, diagnostics: FixServices['diagnostics']): Finding {
  const uri = fileIn(gate.folder.uri, finding.path);
  if (!uri) return finding;
  const path = vscode.workspace.asRelativePath(uri);
  const shown = diagnostics.find(uri, finding.key);
  if (!shown) return { ...finding, path };
  const { start, end } = shown.range;
  const range = finding.range && {
    startLine: start.line + 1,
    endLine: end.line + 1,
    startOffset: start.character,
    endOffset: end.character,
  };
  return { ...finding, path, line: start.line + 1, range };
}
