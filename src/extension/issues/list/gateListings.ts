import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import { Failure, messageOf } from '../../../core/failures.ts';
import { byPath, type Finding, type FindingState } from '../../../core/issues/finding.ts';
import type { ConditionFindings, GateFindings } from '../../../core/issues/gateFindings.ts';
import type { FolderGate } from '../../gates/folderGates.ts';
import type { GateServices } from '../../gates/gateServices.ts';
import { pickFailedGate } from '../../gates/pickGate.ts';
import { gateArgument, type GateRef } from '../../host/arguments.ts';
import { fileIn, isSameBinding, readText } from '../boundFiles.ts';
import type { FindingStore } from '../findingStore.ts';
import type { IssueDiagnostics } from '../issueDiagnostics.ts';
import type { ShownFinding } from '../issueTexts.ts';
import { idOf, refOfGate, type GateListing } from './gateRows.ts';

/** Files whose analyzed text is requested for one gate, one request each. The others are placed when they are opened. */
const mostFiles = 100;
/** How long a view waits for the first rows of a list, milliseconds. */
const firstRowsMs = 1000;
/** How long a list is shown without a request for the newest analysis, milliseconds. */
const freshMs = 5 * 60_000;

interface GateListingsOptions extends Pick<GateServices, 'allGates' | 'onDidChange' | 'clock' | 'log'> {
  readonly store: FindingStore;
  readonly diagnostics: IssueDiagnostics;
}

interface Listed extends GateListing {
  readonly gate: FolderGate;
  state: GateListing['state'];
  failure?: Failure | undefined;
  groups: readonly ConditionFindings[];
  /** The newest analysis at the time of the answer. */
  analysis: string | undefined;
  /** When the platform was asked, milliseconds. */
  readAt: number;
  checkedAt: number;
  readonly reading: AbortController;
}

/** A finding of a list, and where it is now. */
export interface ListedFinding {
  readonly finding: Finding;
  readonly gate: FolderGate;
  /** Undefined for a path that leads out of the folder. */
  readonly uri: vscode.Uri | undefined;
  /** Undefined if its line was edited, or its file is not in the folder. */
  readonly shown: ShownFinding | undefined;
}

/** The findings behind the failed gates of this window, read when a list is shown, and placed in the texts of their files. */
export class GateListings implements Disposable {
  readonly #options: GateListingsOptions;
  readonly #scope = new DisposableStore();
  readonly #listings = new Map<string, Listed>();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  /** Fires when a list, or the state of one of its findings, may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: GateListingsOptions) {
    this.#options = options;
    const follow = () => this.#follow();
    this.#scope.add(options.onDidChange(follow));
    this.#scope.add(vscode.window.onDidChangeWindowState(follow));
    this.#scope.add(options.diagnostics.onDidChangeStates(() => this.#changed.fire()));
  }

  dispose(): void {
    for (const { reading } of this.#listings.values()) reading.abort();
    this.#scope.dispose();
  }

  /** Returns what is known about a failed gate. Starts to read its findings at the first call. */
  of(ref: GateRef): GateListing | undefined {
    const known = this.#listings.get(idOf(ref));
    if (known) return known;
    const gate = this.gateOf(ref);
    if (gate?.gate.status !== 'ERROR') return undefined;
    this.#readInBackground(gate);
    return this.#listings.get(idOf(ref));
  }

  /** Waits a second at most for the first rows of a failed gate. A row "Reading…" would delay them by 200 ms. */
  async firstRows(ref: GateRef): Promise<void> {
    const isAwaited = () => {
      const listing = this.of(ref);
      return listing?.state === 'reading' && listing.groups.length === 0;
    };
    if (!isAwaited()) return;
    const waiting = new DisposableStore();
    await new Promise<void>((resolve) => {
      const resolveWhenThere = () => {
        if (!isAwaited()) resolve();
      };
      waiting.add(this.#options.clock.setTimer(firstRowsMs, resolve));
      waiting.add(this.onDidChange(resolveWhenThere));
    });
    waiting.dispose();
  }

  /** Returns the gate in a folder of this window; undefined if no folder has it any longer. */
  gateOf(ref: GateRef): FolderGate | undefined {
    return this.#options.allGates().find((gate) => idOf(refOfGate(gate)) === idOf(ref));
  }

  /** Returns the gate that the argument names; without one, the only failed gate, or the one that the user picks. */
  async failedGate(argument: unknown): Promise<FolderGate | undefined> {
    const named = gateArgument(argument);
    return named ? this.gateOf(named) : pickFailedGate(this.#options.allGates());
  }

  /** Reads the lists of all gates again that were read before. */
  refresh(): void {
    for (const listed of [...this.#listings.values()]) this.#readInBackground(this.gateOf(listed));
  }

  /** Reads the findings behind a gate, and places them in their files. @throws the `Failure` of a request */
  async read(
    gate: FolderGate,
    signal: AbortSignal,
    {
      first = () => false,
      onPlaced = () => Promise.resolve(),
    }: {
      /** The file of this finding is placed first. */
      readonly first?: (finding: Finding) => boolean;
      /** Gets the findings of each file that has places. */
      readonly onPlaced?: (shown: readonly ShownFinding[]) => Promise<void>;
    } = {},
  ): Promise<GateFindings> {
    const { store, diagnostics, clock } = this.#options;
    const listed = this.#begin(gate);
    const stop = AbortSignal.any([signal, listed.reading.signal]);
    try {
      const answer = await store.of(gate).ofGate(stop, (groups) => {
        listed.groups = groups;
        this.#changed.fire();
      });
      listed.state = 'read';
      listed.groups = answer.groups;
      listed.analysis = answer.analysis;
      listed.checkedAt = clock.now();
      this.#changed.fire();
      diagnostics.clearGate(gate);
      const files = [...byPath(answer.findings)].toSorted(
        ([path, some], [other, others]) =>
          Number(others.some(first)) - Number(some.some(first)) || (path < other ? -1 : 1),
      );
      for (const [path, findings] of files.slice(0, mostFiles)) {
        const shown = await this.#place(listed, path, { findings, signal: stop });
        if (shown.length > 0) await onPlaced(shown);
      }
      return answer;
    } catch (error) {
      if (listed.state === 'reading') {
        listed.state = 'failed';
        listed.failure = Failure.is(error) ? error : undefined;
        this.#changed.fire();
      }
      throw error;
    }
  }

  /** Returns a finding at its present place; undefined if the list lacks it. @throws the `Failure` of a request */
  async find(ref: GateRef, key: string, signal: AbortSignal): Promise<ListedFinding | undefined> {
    const listed = this.#listings.get(idOf(ref));
    const all = listed?.groups.flatMap(({ findings }) => findings) ?? [];
    const finding = all.find((one) => one.key === key);
    if (!listed || !finding) return undefined;
    const { gate } = listed;
    const uri = fileIn(gate.folder.uri, finding.path);
    const { diagnostics } = this.#options;
    if (uri && !diagnostics.hasGate(uri)) {
      const findings = all.filter(({ path }) => path === finding.path);
      await this.#place(listed, finding.path, { findings, signal });
    }
    return { finding, gate, uri, shown: uri && diagnostics.find(uri, key) };
  }

  uriOf(ref: GateRef, path: string): vscode.Uri | undefined {
    const listed = this.#listings.get(idOf(ref));
    return listed && fileIn(listed.gate.folder.uri, path);
  }

  statesIn(ref: GateRef, path: string): (finding: Finding) => FindingState {
    const listed = this.#listings.get(idOf(ref));
    const uri = this.uriOf(ref, path);
    return listed && uri ? this.#options.diagnostics.statesIn(uri, listed.readAt) : () => 'open';
  }

  #begin(gate: FolderGate): Listed {
    const { clock } = this.#options;
    const ref = refOfGate(gate);
    const before = this.#listings.get(idOf(ref));
    before?.reading.abort();
    const now = clock.now();
    const listed: Listed = {
      ...ref,
      projectName: gate.projectName,
      gate,
      state: 'reading',
      // The old rows stay until the new ones are there.
      groups: before?.groups ?? [],
      analysis: undefined,
      readAt: now,
      checkedAt: now,
      reading: new AbortController(),
    };
    this.#listings.set(idOf(ref), listed);
    // The first rows of a list say that it is read.
    if (before) this.#changed.fire();
    return listed;
  }

  async #place(
    { gate, readAt }: Listed,
    path: string,
    { findings, signal }: { readonly findings: readonly Finding[]; readonly signal: AbortSignal },
  ): Promise<readonly ShownFinding[]> {
    const { store, diagnostics } = this.#options;
    const uri = fileIn(gate.folder.uri, path);
    const text = uri && (await readText(gate.folder.root.uri, uri));
    if (!uri || text === undefined) return [];
    const positions = await store.of(gate).positionsOf(path, findings, signal);
    return signal.aborted ? [] : diagnostics.addGate({ uri, gate, positions, readAt }, text);
  }

  #readInBackground(gate: FolderGate | undefined): void {
    if (!gate) return;
    // The row of the list shows the failure.
    this.read(gate, new AbortController().signal).catch((error: unknown) =>
      this.#options.log.debug(`Issues behind a gate: ${messageOf(error)}`),
    );
  }

  /** Drops the lists of gates that no longer fail, and reads those again that a newer analysis has changed. */
  #follow(): void {
    const { clock, log } = this.#options;
    for (const [id, listed] of [...this.#listings]) {
      const gate = this.gateOf(listed);
      if (gate?.gate.status !== 'ERROR' || !isSameBinding(gate, listed.gate)) {
        listed.reading.abort();
        this.#listings.delete(id);
        this.#changed.fire();
        continue;
      }
      const isDue = listed.state === 'read' && clock.now() >= listed.checkedAt + freshMs;
      if (!isDue || !vscode.window.state.focused) continue;
      listed.checkedAt = clock.now();
      this.#check(listed).catch((error: unknown) => log.debug(`Newest analysis: ${messageOf(error)}`));
    }
  }

  async #check(listed: Listed): Promise<void> {
    const { gate, analysis, reading } = listed;
    const findings = this.#options.store.of(gate);
    if (await findings.wasAnalyzedSince(analysis, reading.signal))
      this.#readInBackground(this.gateOf(listed));
  }
}
