import * as vscode from 'vscode';
import type { Api } from '../../core/api/client.ts';
import { showHotspot } from '../../core/api/hotspots.ts';
import { searchIssues } from '../../core/api/issues.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import { findingOfHotspot, findingOfIssue, type Finding } from '../../core/issues/finding.ts';
import type { FilePositions } from '../../core/issues/positions.ts';
import { ProjectFindings } from '../../core/issues/projectFindings.ts';
import type { OpenRequest } from '../../node/http/openRequests.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import { ifInside, statInside } from '../host/folders/workspaceFile.ts';
import { fileIn } from '../issues/boundFiles.ts';
import { rangeOf } from '../issues/issueTexts.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';

const requestTimeoutMs = 12_000;

/** Opens a finding at its line in the bound folder, or says why not. `connections`: those to the platform that asks. */
export async function openFinding(
  request: OpenRequest,
  connections: readonly Connection[],
  services: GateServices,
): Promise<void> {
  const uuids = new Set(connections.map(({ uuid }) => uuid));
  const gate = services
    .allGates()
    .find(({ connection, projectKey }) => uuids.has(connection.uuid) && projectKey === request.project);
  if (!gate) {
    const bind = vscode.l10n.t('Bind Folder');
    const text = vscode.l10n.t(
      'No folder is bound to {0}, so the platform cannot open its findings here.',
      request.project,
    );
    if ((await showWarning(text, bind)) === bind) await vscode.commands.executeCommand('service.bindFolder');
    return;
  }
  await withProgress(vscode.l10n.t('Opening a finding of {0}…', gate.projectName), async (signal) => {
    const api = await services.apiFor(gate.connection);
    if (!api) throw new Failure('unauthorized', 'There is no token');
    const finding = await readFinding(request, gate, api.with({ signal, timeoutMs: requestTimeoutMs }));
    const uri = finding && fileIn(gate.folder.uri, finding.path);
    if (!finding || !uri || !(await isFile(gate.folder.root.uri, uri))) {
      void showInformation(
        vscode.l10n.t('The file of the finding is not in the folder {0}.', gate.folder.name),
      );
      return;
    }
    const { connection, projectKey: project } = gate;
    const { pullRequest } = request;
    const branch = pullRequest === undefined ? request.branch : pullRequestName(pullRequest);
    const findings = new ProjectFindings({
      ...services,
      api: () => Promise.resolve(api),
      scope: { project, branch, organization: organizationOf(connection), newCode: false },
    });
    await show(uri, finding, await findings.positionsOf(finding.path, [finding], signal));
  });
}

async function readFinding(
  { kind, key, project, branch, pullRequest }: OpenRequest,
  { connection }: FolderGate,
  api: Api,
): Promise<Finding | undefined> {
  if (kind === 'hotspot') {
    const { component, project: owner, rule, ...hotspot } = await showHotspot(api, key);
    const row = { ...hotspot, component: component.key, project: owner.key, ruleKey: rule.key };
    return owner.key === project ? findingOfHotspot(row) : undefined;
  }
  const organization = organizationOf(connection);
  const query = { keys: [key], organization, branch, pullRequest, pageSize: 1 };
  const [issue] = (await searchIssues(api, query)).items;
  return issue?.project === project ? findingOfIssue(issue) : undefined;
}

async function show(uri: vscode.Uri, finding: Finding, positions: FilePositions): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const [placed] = positions.in(document.getText());
  const editor = await vscode.window.showTextDocument(document);
  if (!placed) {
    void showInformation(
      vscode.l10n.t('The line of the finding has changed since the analysis: {0}', finding.message),
    );
    return;
  }
  const range = rangeOf(placed.range);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Whether the file exists, and no link of the repository leads to it. */
async function isFile(folder: vscode.Uri, uri: vscode.Uri): Promise<boolean> {
  const stat = await ifInside(() => statInside(folder, uri));
  return ((stat?.type ?? 0) & vscode.FileType.File) !== 0;
}
