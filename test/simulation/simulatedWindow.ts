import { resolveBinding } from '../../src/core/bindings/resolve.ts';
import { subfoldersOf, withSubfolder } from '../../src/core/bindings/binding.ts';
import { Failure } from '../../src/core/failures.ts';
import type { HttpRequest } from '../../src/core/http.ts';
import type { GateNotification } from '../../src/core/gate/notify/gateNotification.ts';
import { createMonitoredWindow, serverConnection, type MonitoredWindow } from './monitoredWindow.ts';
import type { Disk } from './disk.ts';
import { FaultyHttp, type Fault } from './faultyHttp.ts';
import type { ModelPlatform } from './modelPlatform.ts';
import { Process } from './process.ts';
import type { Random } from './random.ts';
import type { SeededBug } from './seededBugs.ts';
import type { VirtualClock } from './virtualClock.ts';
import type { WindowPorts } from './windowPorts.ts';

export interface SimulatedWindowOptions {
  readonly id: string;
  readonly clock: VirtualClock;
  readonly disk: Disk;
  readonly platform: ModelPlatform;
  readonly random: Random;
  /** The projects of the packages at first, by the path of the package below the folder. */
  readonly packages: ReadonlyMap<string, string>;
  readonly faultOf: (request: HttpRequest) => Fault;
  /** A person has seen this. */
  readonly onShown: (notification: GateNotification) => void;
  /** Undefined: the product as it is. */
  readonly bug: SeededBug | undefined;
}

const connection = serverConnection('one');
/** The branch from which pull requests are made. */
export const feature = 'feature';

/** A window with a monorepo and the product's monitor, in a process that can die at any await. */
export class SimulatedWindow {
  readonly process: Process;
  readonly #monitored: MonitoredWindow;
  #looks = 0;
  #isOrphan = false;
  #isClosed = false;
  /** The value of the setting that binds packages. */
  #subfolders: unknown;
  #branch: string | undefined = feature;

  constructor({
    id,
    clock,
    disk,
    platform,
    random,
    packages,
    faultOf,
    onShown,
    bug,
  }: SimulatedWindowOptions) {
    const process = new Process(id, clock, () => (random.chance(0.7) ? 0 : random.between(1, 8)));
    this.process = process;
    for (const [path, projectKey] of packages)
      this.#subfolders = withSubfolder(this.#subfolders, path, { projectKey });
    const network = new FaultyHttp({
      platform,
      clock,
      faultOf,
      latency: () => random.of([0, 0, 5, 40, 700]),
    });
    const ports: WindowPorts = {
      window: id,
      now: () => clock.now(),
      files: disk.filesFor(process),
      http: { send: (request) => process.whenDone(network.send(request)) },
      notifier: {
        isReady: () => this.#inTab(() => true),
        notify: (notification) =>
          this.#inTab(() => {
            onShown(notification);
            return true;
          }),
      },
    };
    const { files, http, notifier } = bug ? bug.seed(ports) : ports;
    this.#monitored = createMonitoredWindow({
      clock,
      process,
      files,
      http,
      notifier,
      random: random.next,
      isFocused: false,
      intervalMs: () => 10_000,
    });
    this.#watch();
    void this.#monitored.monitor.start();
  }

  /** The tab has crashed: the extension host runs on, and the user sees none of its messages. */
  get isOrphan(): boolean {
    return this.#isOrphan;
  }

  get isOpen(): boolean {
    return this.process.isAlive && !this.#isClosed;
  }

  crashTab(): void {
    this.#isOrphan = true;
  }

  setFocus(isFocused: boolean): void {
    if (!this.#isOrphan) this.process.whenAwake(() => this.#monitored.setFocus(isFocused));
  }

  /** It looks for itself, which it need not lead for. */
  get isLooking(): boolean {
    return this.#looks > 0;
  }

  check(): void {
    this.#look(() => this.#monitored.monitor.check());
  }

  receivePush(project: string): void {
    this.#look(() => this.#monitored.monitor.receivePush({ connection: 'one', project, source: 'webhook' }));
  }

  mute(project: string): void {
    this.process.whenAwake(() => {
      this.#monitored.monitor.journal.mute({ connection: 'one', project }).catch((error: unknown) => {
        // The user sees an error: nothing was muted.
        if (!Failure.is(error, 'busy')) throw error;
      });
    });
  }

  statusOf(project: string): string | undefined {
    return this.#monitored.monitor.journal.gateOf('one', project).gate?.status;
  }

  /** Returns the status that is shown for a folder in which `feature` is checked out. */
  featureStatusOf(project: string): string | undefined {
    return this.#monitored.monitor.journal.gateOf('one', project, feature).gate?.status;
  }

  /** The project of each bound package. Several packages may have the same one. */
  get projects(): readonly string[] {
    return [...subfoldersOf(this.#subfolders).values()].flatMap((folderValue) => {
      const resolution = resolveBinding({ folderValue }, [connection]);
      return resolution.state === 'bound' ? [resolution.projectKey] : [];
    });
  }

  /** Checks out a branch in the folder, and so in all of its packages. */
  checkOut(branch: string | undefined): void {
    this.#branch = branch;
    this.#watch();
  }

  /** Binds the package, or removes its binding. */
  bind(path: string, projectKey: string | undefined): void {
    this.#subfolders = withSubfolder(
      this.#subfolders,
      path,
      projectKey === undefined ? undefined : { projectKey },
    );
    this.#watch();
  }

  /** The person closes the window. */
  close(): void {
    this.#isClosed = true;
    this.#monitored.monitor.dispose();
    // Pending writes may or may not have reached the disk.
    this.process.killAfter(2);
  }

  /** Watches the main branches of the projects, and the branch if there is one. */
  #watch(): void {
    const branches = this.#branch === undefined ? [undefined] : [undefined, this.#branch];
    this.process.whenAwake(() =>
      this.#monitored.monitor.watch(
        branches.flatMap((branch) => this.projects.map((project) => ({ connection, project, branch }))),
      ),
    );
  }

  #look(look: () => Promise<void>): void {
    this.#looks++;
    this.process.whenAwake(() => void look().finally(() => this.#looks--));
  }

  async #inTab<T>(step: () => T): Promise<T> {
    if (this.#isOrphan) return new Promise(() => undefined);
    return this.process.outside(() => {
      // The user does not see a message in a tab that has gone.
      if (this.#isOrphan) return new Promise<T>(() => undefined);
      return step();
    });
  }
}
