import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Finding, FindingState } from '../../core/issues/finding.ts';
import type { FilePositions, PlacedFinding } from '../../core/issues/positions.ts';
import type { BoundPath, FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { lazy } from '../host/lazy.ts';
import { DebounceTimers } from '../host/debounceTimers.ts';
import { isAtOrBelow } from '../host/folders/pathBelow.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import { boundFileOf, isGoneWith, isSameBinding, longestText, openDocument, readText } from './boundFiles.ts';
import type { FindingStore } from './findingStore.ts';
import { diagnosticOf, shownIn, type ShownFinding } from './issueTexts.ts';

/** Milliseconds without typing before the findings of a text are placed again. */
const pauseMs = 300;
/** After a change of status, the platform may list the finding for some time, milliseconds. */
const settleMs = 60_000;

interface IssueDiagnosticsOptions extends Pick<
  GateServices,
  'allGates' | 'onDidChange' | 'baseUrlOf' | 'clock' | 'log'
> {
  readonly store: FindingStore;
  readonly isOn: () => boolean;
}

/** The findings of one file from one source: the file itself was opened, or a gate was asked for its issues. */
interface FileFindings {
  readonly uri: vscode.Uri;
  readonly gate: FolderGate;
  /** The key of the store at the time of the request. */
  readonly key: string;
  /** Undefined while they are requested, and for a file without findings. */
  positions: FilePositions | undefined;
  /** When the platform was asked for these findings, milliseconds. */
  readAt: number;
}

/** Keeps the Problems view in step with the platform's findings in the texts of bound folders. */
export class IssueDiagnostics implements Disposable {
  readonly #options: IssueDiagnosticsOptions;
  readonly #scope = new DisposableStore();
  readonly #problems = this.#scope.add(vscode.languages.createDiagnosticCollection('service-issues'));
  readonly #disposal = new AbortController();
  readonly #didChangeStates = this.#scope.add(new vscode.EventEmitter<void>());
  /** Fires when findings have got another state, see {@link statesIn}; not when they only moved within their text. */
  readonly onDidChangeStates = this.#didChangeStates.event;
  readonly #opened = new Map<string, FileFindings>();
  readonly #behindGate = new Map<string, FileFindings>();
  /** The placed findings of each file by key, including those that the user has closed, with the version of the text. */
  readonly #placed = new Map<
    string,
    { readonly version: number; readonly items: ReadonlyMap<string, ShownFinding> }
  >();
  /** The keys of the findings behind the gate whose lines were edited, by file. */
  readonly #edited = new Map<string, ReadonlySet<string>>();
  readonly #timers: DebounceTimers;
  /** Watches files that no editor has open, from the first one behind a gate on: they have no events of documents. */
  readonly #watch = lazy(() => {
    const watcher = this.#scope.add(vscode.workspace.createFileSystemWatcher('**/*', true));
    this.#scope.add(watcher.onDidChange((uri) => this.#readAgain(uri)));
    this.#scope.add(
      watcher.onDidDelete((deleted) => this.#forget(this.#behindGate, (id) => isGoneWith(id, deleted))),
    );
  });
  /** The time at which the user closed each finding, by key. A finding that is read much later is open again. */
  readonly #closed = new Map<string, number>();

  constructor(options: IssueDiagnosticsOptions) {
    this.#options = options;
    this.#timers = this.#scope.add(new DebounceTimers(options.clock));
  }

  start(): void {
    const { window, workspace } = vscode;
    const refresh = () => this.#refresh();
    this.#scope.add(window.onDidChangeVisibleTextEditors(refresh));
    this.#scope.add(window.onDidChangeWindowState(refresh));
    this.#scope.add(this.#options.onDidChange(refresh));
    this.#scope.add(onDidChangeSetting('service.issues', refresh));
    this.#scope.add(workspace.onDidChangeTextDocument(({ document }) => this.#placeSoon(document)));
    // The positions in a closed file belong to no version of its text.
    this.#scope.add(workspace.onDidOpenTextDocument((document) => this.#placeNow(document)));
    this.#scope.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#forget(this.#opened, (id) => id === uri.toString());
        // Edits that were not saved are gone.
        this.#readAgain(uri);
      }),
    );
    this.#scope.add(workspace.onDidDeleteFiles(({ files }) => this.#leave(files)));
    this.#scope.add(
      workspace.onDidRenameFiles(({ files }) => this.#leave(files.map(({ oldUri }) => oldUri))),
    );
    refresh();
  }

  /** Returns the findings that the range touches; empty if the text has changed since they were placed. */
  at(document: vscode.TextDocument, range: vscode.Range): readonly ShownFinding[] {
    const placed = this.#placed.get(document.uri.toString());
    if (placed?.version !== document.version) return [];
    return this.in(document.uri).filter((item) => range.intersection(item.range) !== undefined);
  }

  /** Returns the findings behind the gate; without such a request, every finding that is shown. */
  ofGate(): readonly ShownFinding[] {
    const all = [...this.#placed.values()].flatMap(({ items }) => [...items.values()]);
    const shown = all.filter((item) => !this.#isClosed(item));
    return this.#behindGate.size === 0 ? shown : shown.filter(({ isBehindGate }) => isBehindGate);
  }

  in(uri: vscode.Uri): readonly ShownFinding[] {
    const items = this.#placed.get(uri.toString())?.items.values() ?? [];
    return [...items].filter((item) => !this.#isClosed(item));
  }

  find(uri: vscode.Uri, key: string): ShownFinding | undefined {
    const item = this.#placed.get(uri.toString())?.items.get(key);
    return item && !this.#isClosed(item) ? item : undefined;
  }

  clearGate(gate: FolderGate): void {
    this.#forget(this.#behindGate, (_, file) => isSameBinding(file.gate, gate));
  }

  /** Whether the findings behind the gate in this file were placed. */
  hasGate(uri: vscode.Uri): boolean {
    return this.#behindGate.has(uri.toString());
  }

  /**
   * Returns a function that gives the state of a finding behind the gate in a file. The platform was asked for these
   * findings at `readAt`, in milliseconds. A finding is open until it is known that its line is in the analyzed text
   * and no longer in the file.
   */
  statesIn(uri: vscode.Uri, readAt: number): (finding: Finding) => FindingState {
    const id = uri.toString();
    const edited = this.#edited.get(id);
    return (finding) => {
      if (this.#isClosed({ finding, readAt })) return 'closed';
      return edited?.has(finding.key) ? 'edited' : 'open';
    };
  }

  /** Shows findings behind the gate in a file, and returns the placed ones. An open document's text replaces `text`. */
  addGate(
    { uri, gate, positions, readAt }: Omit<FileFindings, 'key'>,
    text: string,
  ): readonly ShownFinding[] {
    const id = uri.toString();
    this.#watch();
    this.#behindGate.set(id, { uri, gate, positions, readAt, key: '' });
    const document = openDocument(id);
    this.#publish(id, document?.getText() ?? text, document?.version ?? 0);
    return this.in(uri).filter(({ isBehindGate }) => isBehindGate);
  }

  /** Hides a finding whose status the user has changed, or shows it again. */
  setClosed({ uri, finding: { key } }: Pick<ShownFinding, 'uri' | 'finding'>, isClosed: boolean): void {
    if (isClosed) this.#closed.set(key, this.#options.clock.now());
    else this.#closed.delete(key);
    this.#show(uri);
    this.#didChangeStates.fire();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#scope.dispose();
  }

  /** Requests the findings of the visible texts while the window has the focus, and drops outdated ones. */
  #refresh(): void {
    const { store, isOn, allGates, log } = this.#options;
    const all = isOn() ? allGates() : [];
    const visible = new Set<string>();
    if (vscode.window.state.focused)
      for (const { document } of vscode.window.visibleTextEditors) {
        const bound = boundFileOf(document.uri, all);
        if (!bound) continue;
        visible.add(document.uri.toString());
        this.#read(document, bound).catch((error: unknown) => {
          if (!Failure.is(error, 'cancelled')) log.debug(`Issues of a file: ${messageOf(error)}`);
        });
      }
    // A visible text keeps its markers until the new ones are there.
    this.#forget(this.#opened, (id, { uri, key }) => {
      const bound = boundFileOf(uri, all);
      return !visible.has(id) && (!bound || store.keyOf(bound.gate) !== key);
    });
    this.#forgetSettled();
  }

  /** Drops findings behind a gate that has passed since they were read, or that its folder no longer has. */
  #forgetSettled(): void {
    const all = this.#options.allGates();
    this.#forget(this.#behindGate, (_, { gate }) => {
      const now = all.find((one) => isSameBinding(one, gate));
      return !now || (now.gate.status === 'OK' && gate.gate.status !== 'OK');
    });
  }

  async #read(document: vscode.TextDocument, { gate, path }: BoundPath): Promise<void> {
    const { store } = this.#options;
    const { signal } = this.#disposal;
    const id = document.uri.toString();
    const findings = store.of(gate);
    if (await findings.forgetOld(signal)) this.#forgetProject(gate);
    const key = store.keyOf(gate);
    if (this.#opened.get(id)?.key === key || document.isClosed) return;
    const before = this.#opened.get(id);
    const { positions, readAt = 0 } = before ?? {};
    const file: FileFindings = { uri: document.uri, gate, key, positions, readAt };
    this.#opened.set(id, file);
    try {
      file.positions = await findings.of(path, signal);
      file.readAt = findings.readAt;
    } catch (error) {
      // The markers stay, and the next refresh requests them again.
      if (this.#opened.get(id) === file && before) this.#opened.set(id, { ...before, key: '' });
      else if (this.#opened.get(id) === file) this.#opened.delete(id);
      throw error;
    } finally {
      // The document may have been closed during the request.
      const isOpen = openDocument(id) === document;
      if (isOpen && !signal.aborted) this.#publish(id, document.getText(), document.version);
    }
  }

  #forgetProject({ connection, projectKey }: FolderGate): void {
    for (const [id, file] of this.#opened)
      if (file.gate.connection.uuid === connection.uuid && file.gate.projectKey === projectKey)
        this.#opened.set(id, { ...file, key: '' });
  }

  #placeSoon(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (!this.#opened.has(id) && !this.#behindGate.has(id)) return;
    this.#timers.start(id, pauseMs, () => this.#placeNow(document));
  }

  #placeNow(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (!document.isClosed && (this.#opened.has(id) || this.#behindGate.has(id)))
      this.#publish(id, document.getText(), document.version);
  }

  #publish(id: string, text: string, version: number): void {
    const items = new Map<string, ShownFinding>();
    const sources = [
      { file: this.#opened.get(id), isBehindGate: false },
      { file: this.#behindGate.get(id), isBehindGate: true },
    ];
    for (const { file, isBehindGate } of sources) {
      const placed: readonly PlacedFinding[] =
        text.length > longestText ? [] : (file?.positions?.in(text) ?? []);
      for (const one of placed)
        if (file) items.set(one.finding.key, { ...file, ...shownIn(one), isBehindGate });
    }
    this.#placed.set(id, { version, items });
    const uri = sources.find(({ file }) => file)?.file?.uri;
    if (uri) this.#show(uri);
    this.#noticeEdited(id);
  }

  /** Fires if other lines with findings behind the gate are edited than before. */
  #noticeEdited(id: string): void {
    const placed = this.#placed.get(id)?.items;
    const keys = this.#behindGate.get(id)?.positions?.keys ?? [];
    const edited = [...keys].filter((key) => !placed?.has(key));
    const before = this.#edited.get(id) ?? new Set();
    if (edited.length === before.size && edited.every((key) => before.has(key))) return;
    this.#edited.set(id, new Set(edited));
    this.#didChangeStates.fire();
  }

  #isClosed({ finding: { key }, readAt }: Pick<ShownFinding, 'finding' | 'readAt'>): boolean {
    const closedAt = this.#closed.get(key);
    if (closedAt === undefined) return false;
    const isOpenAgain = readAt > closedAt + settleMs;
    if (isOpenAgain) this.#closed.delete(key);
    return !isOpenAgain;
  }

  #show(uri: vscode.Uri): void {
    const problems = this.in(uri).map((shown) => diagnosticOf(shown, this.#options.baseUrlOf));
    this.#problems.set(uri, problems);
  }

  #forget(files: Map<string, FileFindings>, isOutdated: (id: string, file: FileFindings) => boolean): void {
    for (const [id, file] of [...files]) {
      if (!isOutdated(id, file)) continue;
      files.delete(id);
      const document = openDocument(id);
      if (!this.#opened.has(id) && !this.#behindGate.has(id)) {
        this.#placed.delete(id);
        this.#problems.delete(file.uri);
      } else if (document) this.#publish(id, document.getText(), document.version);
      else this.#keepBehindGate(file.uri);
      this.#noticeEdited(id);
    }
  }

  /** Places the findings behind the gate in the text of a closed file as it is on the disk now. */
  #readAgain(uri: vscode.Uri): void {
    const id = uri.toString();
    const file = this.#behindGate.get(id);
    if (!file || openDocument(id)) return;
    const place = async () => {
      const text = await readText(file.gate.folder.root.uri, uri);
      if (this.#behindGate.get(id) !== file || this.#scope.isDisposed || openDocument(id)) return;
      if (text === undefined) this.#forget(this.#behindGate, (other) => other === id);
      else this.#publish(id, text, 0);
    };
    place().catch((error: unknown) =>
      this.#options.log.debug(`Issues of a changed file: ${messageOf(error)}`),
    );
  }

  /** Drops the findings of a file that was closed, except for those behind the gate. */
  #keepBehindGate(uri: vscode.Uri): void {
    const items = [...(this.#placed.get(uri.toString())?.items ?? [])];
    const kept = new Map(items.filter(([, { isBehindGate }]) => isBehindGate));
    this.#placed.set(uri.toString(), { version: 0, items: kept });
    this.#show(uri);
  }

  /** Forgets files that were deleted or renamed, and those in such folders. */
  #leave(uris: readonly vscode.Uri[]): void {
    const isGone = (id: string) => uris.some((uri) => isAtOrBelow(id, uri.toString()));
    for (const files of [this.#opened, this.#behindGate]) this.#forget(files, isGone);
  }
}
