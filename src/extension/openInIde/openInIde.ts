import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Api } from '../../core/api/client.ts';
import { showHotspot } from '../../core/api/hotspots.ts';
import { searchIssues } from '../../core/api/issues.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import type { Disposable } from '../../core/disposables.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import { findingOfHotspot, findingOfIssue, type Finding } from '../../core/issues/finding.ts';
import type { FilePositions } from '../../core/issues/positions.ts';
import { ProjectFindings } from '../../core/issues/projectFindings.ts';
import { JsonFile } from '../../node/files/storedJson.ts';
import { listenForOpenRequests, openRequestSchema, type OpenRequest } from '../../node/http/openRequests.ts';
import { editorPorts } from '../../node/http/server/loopbackPort.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { ifInside, statInside } from '../host/folders/workspaceFile.ts';
import { fileIn } from '../issues/boundFiles.ts';
import { rangeOf } from '../issues/issueTexts.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';

/** How long a window may take to open what another one has handed over, milliseconds. */
const freshMs = 60_000;
/** Milliseconds until the window tries again to listen after it found all ports taken. */
const retryMs = 60_000;
const clientName = 'Service for IDE';

const handOverSchema = z.object({
  version: z.literal(1),
  requests: z.array(
    z.object({ id: z.string(), window: z.string(), at: z.number(), request: openRequestSchema }),
  ),
});
type HandOver = z.output<typeof handOverSchema>;

/** Receives requests of pages, and brings each to the window whose folder is bound to the project. */
export class OpenInIde implements Disposable {
  readonly #services: GateServices;
  readonly #ports: readonly number[];
  readonly #file: JsonFile<HandOver>;
  readonly #subscription: Disposable;
  #led: readonly Connection[] = [];
  #isOn = true;
  #listener: Promise<{ stop(): void } | undefined> | undefined;
  /** Runs while all ports are taken. */
  #retry: Disposable | undefined;

  /** @param ports Those at which pages look for editors. */
  constructor(services: GateServices, ports = editorPorts) {
    this.#services = services;
    this.#ports = ports;
    const path = vscode.Uri.joinPath(services.context.globalStorageUri, 'openInIde.json').fsPath;
    const empty: HandOver = { version: 1, requests: [] };
    this.#file = new JsonFile({ path, schema: handOverSchema, empty, log: services.log });
    this.#subscription = this.#file.onDidChange(() => {
      this.#take().catch((error: unknown) => services.log.warn(`Opening a finding: ${messageOf(error)}`));
    });
  }

  /** Listens while this window leads a connection. Unless `isOn`, the window also ignores what others hand over. */
  async listenFor(led: readonly Connection[], isOn: boolean): Promise<void> {
    this.#led = led;
    this.#isOn = isOn;
    if (led.length > 0) {
      const listener = (this.#listener ??= this.#listen());
      let isListening = false;
      try {
        isListening = (await listener) !== undefined;
        this.#retry?.dispose();
        this.#retry = isListening ? undefined : this.#retryLater();
      } finally {
        // After a failure, the next call tries again.
        if (!isListening && this.#listener === listener) this.#listener = undefined;
      }
      return;
    }
    const listener = this.#listener;
    this.#listener = undefined;
    (await listener)?.stop();
  }

  dispose(): void {
    this.#led = [];
    this.#retry?.dispose();
    this.#subscription.dispose();
    this.#file.dispose();
    this.#listener
      ?.then((listener) => listener?.stop())
      .catch((error: unknown) =>
        this.#services.log.debug(`Pages of the platform were not listened to: ${messageOf(error)}`),
      );
  }

  /** Tries again to listen every `retryMs`. No event reports that another program has freed a port. */
  #retryLater(): Disposable {
    const { clock, log } = this.#services;
    return clock.setTimer(retryMs, () => {
      if (this.#led.length === 0) return;
      this.listenFor(this.#led, this.#isOn).catch((error: unknown) =>
        log.warn(`Pages of the platform cannot open findings here: ${messageOf(error)}`),
      );
    });
  }

  async #listen(): Promise<{ stop(): void } | undefined> {
    const { clock, log, report } = this.#services;
    try {
      return await listenForOpenRequests({
        ports: this.#ports,
        clientName,
        description: () => vscode.workspace.name ?? '',
        isKnownOrigin: (origin) => this.#connectionsAt(origin, this.#led).length > 0,
        open: (request) => {
          this.#open(request).catch((error: unknown) => report(error, 'opening a finding from the platform'));
        },
        onTooMany: (origin, wait) => {
          log.warn(`${origin} asks to open too many findings; refused for ${wait} s`);
          void showWarning(
            vscode.l10n.t('{0} asks to open too many findings, so some were not opened.', origin),
          );
        },
        onError: (error) => log.warn(`Opening a finding from the platform: ${messageOf(error)}`),
        now: () => clock.now(),
      });
    } catch (error) {
      if (!Failure.is(error, 'busy')) throw error;
      if (!this.#retry) log.warn(`Pages of the platform cannot open findings here: ${error.message}`);
      return undefined;
    }
  }

  #connectionsAt(origin: string, connections: readonly Connection[]): readonly Connection[] {
    return connections.filter(
      (connection) => new URL(this.#services.baseUrlOf(connection)).origin === origin,
    );
  }

  /** Opens the finding in the window that is bound to its project. Without one, the window in front shows a message. */
  async #open(request: OpenRequest): Promise<void> {
    const { gateFiles, window, connections, clock } = this.#services;
    const uuids = new Set(this.#connectionsAt(request.origin, connections()).map(({ uuid }) => uuid));
    const windows = await gateFiles.registryStore.read();
    const latestFirst = [...windows].sort((a, b) => (b.focusedAt ?? 0) - (a.focusedAt ?? 0));
    const bound = latestFirst.find(({ gates }) =>
      gates.some(({ connection, project }) => uuids.has(connection) && project === request.project),
    );
    const target = (bound ?? latestFirst[0])?.window ?? window.id;
    if (target === window.id) {
      await this.#show(request);
      return;
    }
    const handedOver = { id: randomUUID(), window: target, at: clock.now(), request };
    await this.#file.update(({ version, requests }) => ({
      version,
      requests: [...requests.filter((item) => this.#isFresh(item)), handedOver],
    }));
  }

  /** Shows the requests that another window has handed over to this one. Requests that are too old are removed. */
  async #take(): Promise<void> {
    const { window, report } = this.#services;
    const isMine = (item: HandOver['requests'][number]) => item.window === window.id;
    if (!(await this.#file.read()).requests.some(isMine)) return;
    let mine: HandOver['requests'] = [];
    await this.#file.update(({ version, requests }) => {
      const fresh = requests.filter((item) => this.#isFresh(item));
      mine = fresh.filter(isMine);
      return { version, requests: fresh.filter((item) => !isMine(item)) };
    });
    if (!this.#isOn) return;
    for (const { request } of mine)
      await this.#show(request).catch((error: unknown) =>
        report(error, 'opening a finding from the platform'),
      );
  }

  /** Whether a request is young enough to keep. Those for a closed window are removed by age. */
  #isFresh({ at }: HandOver['requests'][number]): boolean {
    return Math.abs(this.#services.clock.now() - at) < freshMs;
  }

  async #show(request: OpenRequest): Promise<void> {
    const { connections } = this.#services;
    await openFinding(request, this.#connectionsAt(request.origin, connections()), this.#services);
  }
}

const requestTimeoutMs = 12_000;

/** Opens a finding in the folder that is bound to its project, or shows why not. @throws the `Failure` of a request */
async function openFinding(
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
