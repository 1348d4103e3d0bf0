import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import type { Finding } from '../../../core/issues/finding.ts';
import { failedGates } from '../../gates/folderGates.ts';
import type { GateServices } from '../../gates/gateServices.ts';
import { gateRef, type GateRef } from '../../host/arguments.ts';
import { choose } from '../../ui/quickInput/pickOne.ts';
import type { GateListings, ListedFinding } from './gateListings.ts';
import { gateRowItem, progressText } from './gateRowItems.ts';
import {
  gateRow,
  idOf,
  progressOf,
  refOfGate,
  rowsBelow,
  rowsOfGate,
  type FailedGateRow,
  type GateFilter,
  type GateListing,
  type GateRow,
  type RowOptions,
} from './gateRows.ts';

/** The shortest pause between drawings, milliseconds. The editor draws a tree only after 200 ms without a change. */
const drawMs = 400;
const longestDrawMs = 1600;

interface GateListOptions extends Pick<GateServices, 'allGates' | 'clock'> {
  readonly listings: GateListings;
  readonly loginOf: (uuid: string) => string | undefined;
}

/** A row of a finding, as a menu passes it. */
const findingRow = z.extend(gateRef, { finding: z.object({ key: z.string() }) });

/** The rows of the failed gates, for the view of the gates and below the projects of the tree. */
export class GateList implements Disposable {
  readonly #options: GateListOptions;
  readonly #scope = new DisposableStore();
  readonly #drawn = this.#scope.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#drawn.event;
  #pending: Disposable | undefined;
  /** Whether rows have changed while {@link #pending} runs. */
  #isOutdated = false;
  /** The number of views that draw the first rows of a list as soon as they are there. */
  #awaiting = 0;
  #filter: GateFilter = 'all';

  constructor(options: GateListOptions) {
    this.#options = options;
    this.#scope.add(options.listings.onDidChange(() => this.#drawSoon()));
  }

  dispose(): void {
    this.#pending?.dispose();
    this.#scope.dispose();
  }

  /** Waits a moment for the first rows of a gate, or of the only one that fails. */
  async awaitRows(ref?: GateRef): Promise<void> {
    const refs = ref ? [ref] : this.#listings();
    const [only] = refs;
    if (!only || refs.length > 1) return;
    this.#awaiting++;
    await this.#options.listings.firstRows(only);
    this.#awaiting--;
  }

  /** Returns the first rows of the view: the conditions of the failed gate, or the failed gates if there are several. */
  roots(): readonly GateRow[] {
    const listings = this.#listings();
    const [only, ...others] = listings;
    if (!only) return [];
    if (others.length === 0) return rowsOfGate(only, this.#rowOptions(only));
    return listings.map((listing) => gateRow(listing, this.#rowOptions(listing)));
  }

  rowsOf(ref: GateRef, parent?: FailedGateRow): readonly GateRow[] {
    const listing = this.#options.listings.of(ref);
    return listing ? rowsOfGate(listing, this.#rowOptions(listing), parent) : [];
  }

  childrenOf(row: GateRow): readonly GateRow[] {
    switch (row.kind) {
      case 'failedGate':
        return this.rowsOf(row, row);
      case 'condition':
      case 'findingsOfFile': {
        const listing = this.#options.listings.of(row);
        return listing ? rowsBelow(row, listing, this.#rowOptions(row)) : [];
      }
      case 'finding':
      case 'gateNote':
        return [];
    }
  }

  itemOf(row: GateRow): vscode.TreeItem {
    return gateRowItem(row, (file) => this.#options.listings.uriOf(file, file.path));
  }

  /** Returns the row of a finding in the view, the first one of a gate without a key, or that of the gate. */
  rowOf(ref: GateRef, key?: string): GateRow | undefined {
    const isIt = (finding: Finding) => key === undefined || finding.key === key;
    const top = this.roots().filter((row) => idOf(row) === idOf(ref));
    const conditions = top.flatMap((row) => (row.kind === 'failedGate' ? this.childrenOf(row) : [row]));
    for (const condition of conditions)
      for (const file of this.childrenOf(condition)) {
        if (file.kind !== 'findingsOfFile') continue;
        const found = this.childrenOf(file).find((row) => row.kind === 'finding' && isIt(row.finding));
        if (found) return found;
      }
    return conditions[0] ?? top[0];
  }

  /** Returns what the title of the view adds: what is left of the only failed gate, and the filter. */
  description(): string {
    const [only, ...others] = this.#listings();
    const progress =
      only && others.length === 0 ? progressText(progressOf(only, this.#rowOptions(only))) : '';
    return [progress, this.#filter === 'all' ? '' : filterTexts[this.#filter]()].filter(Boolean).join(' · ');
  }

  /** Returns what is left of all findings of a gate in words; empty if they were not read. */
  leftOf(ref: GateRef): string {
    const listing = this.#options.listings.of(ref);
    if (listing?.state !== 'read') return '';
    return progressText(progressOf(listing, { ...this.#rowOptions(listing), filter: 'all' }));
  }

  async askFilter(): Promise<void> {
    const filters = ['all', 'mine', 'newCode', 'issues', 'hotspots', 'coverage', 'duplications'] as const;
    const filter = await choose<GateFilter>({
      title: vscode.l10n.t('Filter Quality Gate'),
      placeholder: vscode.l10n.t('Select what to show'),
      choices: filters.map((value) => ({ label: filterTexts[value](), value })),
      active: this.#filter,
    });
    if (filter === undefined) return;
    this.#filter = filter;
    this.#drawn.fire();
  }

  /** Returns the finding of a row that a menu passes. */
  async findingOf(argument: unknown, signal: AbortSignal): Promise<ListedFinding | undefined> {
    const row = findingRow.safeParse(argument).data;
    if (!row) return undefined;
    return this.#options.listings.find({ ...row, branch: row.branch }, row.finding.key, signal);
  }

  #listings(): readonly GateListing[] {
    const { allGates, listings } = this.#options;
    return failedGates(allGates()).flatMap((gate) => {
      const listing = listings.of(refOfGate(gate));
      return listing ? [listing] : [];
    });
  }

  #rowOptions(ref: GateRef): RowOptions {
    const { listings, loginOf } = this.#options;
    const statesIn = (path: string) => listings.statesIn(ref, path);
    return { statesIn, filter: this.#filter, login: loginOf(ref.uuid) };
  }

  /**
   * Draws at once, unless a view does so anyway, then after {@link drawMs}, then after pauses that double up to
   * {@link longestDrawMs} while rows go on to change: the editor keeps some memory for each row that it has ever drawn.
   */
  #drawSoon(pauseMs = drawMs): void {
    this.#isOutdated = this.#pending !== undefined;
    if (this.#isOutdated) return;
    if (this.#awaiting === 0) this.#drawn.fire();
    else this.#isOutdated = true;
    this.#pending = this.#options.clock.setTimer(pauseMs, () => {
      this.#pending = undefined;
      if (this.#isOutdated) this.#drawSoon(Math.min(2 * pauseMs, longestDrawMs));
    });
  }
}

const filterTexts: Readonly<Record<GateFilter, () => string>> = {
  all: () => vscode.l10n.t('Everything'),
  mine: () => vscode.l10n.t('Assigned to me'),
  newCode: () => vscode.l10n.t('On new code'),
  issues: () => vscode.l10n.t('Issues'),
  hotspots: () => vscode.l10n.t('Security hotspots'),
  coverage: () => vscode.l10n.t('Coverage'),
  duplications: () => vscode.l10n.t('Duplicated lines'),
};
