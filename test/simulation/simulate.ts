import { connectionOf } from '../../src/core/gate/journal/journal.ts';
import { eventsPauseMs } from '../../src/core/gate/poll/pollRun.ts';
import { settle, VirtualClock } from './virtualClock.ts';
import { Disk } from './disk.ts';
import { ModelPlatform } from './modelPlatform.ts';
import type { Process } from './process.ts';
import { Random } from './random.ts';
import type { SeededBug } from './seededBugs.ts';
import { gateKey, pullRequestName } from '../../src/core/gate/model.ts';
import { feature, SimulatedWindow } from './simulatedWindow.ts';
import { InvariantChecker, type Violations } from './invariantChecker.ts';
import { faults, type Fault } from './faultyHttp.ts';

const second = 1000;
const projects = ['p', 'q', '__proto__'] as const;
/** Packages of the monorepo that every window has open. Several may be of one project. */
const packages = ['packages/a', 'packages/b', 'packages/c', 'tools/d'] as const;
/** Keys of pull requests, all from one branch. */
const pullRequests = ['9', '10'] as const;
/** Longer than the longest back-off, the longest `Retry-After`, and the life of a claim. */
const longestRest = 1200 * second;
/** How long the run continues after all changes are delivered: a second delivery would happen within this time. */
const encore = 40 * second;

/** The violations of one schedule, with its seed and its steps for a replay. */
export interface Run {
  readonly violations: Violations;
  readonly steps: readonly string[];
}

/**
 * Plays one random schedule: several windows of one editor with the product's own modules, and everything that can go wrong.
 * @param bug is put into each window.
 */
export async function simulate(seed: number, bug?: SeededBug): Promise<Run> {
  const world = new World(seed, bug);
  await world.play();
  return { violations: world.checker.violations, steps: world.steps };
}

/** How likely, what, and how. */
type Action = readonly [weight: number, name: string, act: () => unknown];

class World {
  readonly checker = new InvariantChecker();
  readonly steps: string[] = [];
  readonly #random: Random;
  readonly #clock = new VirtualClock();
  readonly #disk = new Disk();
  readonly #platform: ModelPlatform;
  #windows: SimulatedWindow[] = [];
  #broken: { readonly fault: Fault; readonly path: string } | undefined;
  #opened = 0;
  #lastWrite = 0;
  /** Waits for a window that is about to tell something. */
  #trap: ((notifier: Process) => void) | undefined;
  /** Waits for a window that is about to ask the platform. */
  #askTrap: ((asker: Process) => void) | undefined;
  #sparedUntil = 0;
  readonly #bug: SeededBug | undefined;

  constructor(seed: number, bug: SeededBug | undefined) {
    this.#bug = bug;
    this.#random = new Random(seed);
    // The platform's clock is another one and never jumps.
    this.#platform = new ModelPlatform(projects, () => this.#platformNow);
    this.#disk.onWrite = (journal, writer) => {
      this.#lastWrite = this.#clock.elapsed;
      this.checker.sawJournal(journal);
      if (journal.changes.some(({ claim, outcome }) => !outcome && claim?.window === writer.id))
        this.#trap?.(writer);
    };
  }

  get #platformNow(): number {
    return Date.UTC(2026, 5, 1) + this.#clock.elapsed;
  }

  get #living(): readonly SimulatedWindow[] {
    return this.#windows.filter(({ isOpen }) => isOpen);
  }

  get #areAllWell(): boolean {
    return this.#living.every(({ process, isOrphan }) => process.isAwake && !isOrphan);
  }

  get #haveAllCopies(): boolean {
    const record = connectionOf(this.#disk.read(), 'one');
    const statusOf = (project: string) =>
      record?.gates.find((gate) => gate.project === project && gate.branch === undefined)?.status;
    const hasCopy = (window: SimulatedWindow) =>
      projects.every((project) => window.statusOf(project) === statusOf(project));
    return this.#areAllWell && this.#living.length > 0 && this.#living.every(hasCopy);
  }

  /** After the platform has refused events, the poller does not ask for them again on the same day. */
  get #areIssuesKnown(): boolean {
    const { poll, gates } = connectionOf(this.#disk.read(), 'one') ?? {};
    const isKnown = (project: string) => {
      const newest = this.#platform.newestIssueOf(project);
      return (
        newest === undefined || gates?.some((gate) => gate.project === project && gate.issuesAt === newest)
      );
    };
    const refused = poll?.eventsRefused;
    const isPause = refused !== undefined && Math.abs(this.#clock.now() - refused.since) <= eventsPauseMs;
    return isPause || projects.every(isKnown);
  }

  async play(): Promise<void> {
    for (const project of projects)
      if (this.#random.chance(0.8))
        this.#platform.analyse(project, this.#status(), this.#platformNow - second);
    // An edition with pull requests, before the first one.
    this.#platform.setPullRequest('p', '9', undefined);
    // States from before the first observation cause no notification.
    this.#platform.gateChanges.length = 0;
    for (let count = this.#random.between(1, 3); count > 0; count--) this.#open();
    await this.#clock.advance(2 * second);
    for (let steps = this.#random.between(4, 16); steps > 0; steps--) {
      this.#act();
      await this.#clock.advance(this.#random.between(0, this.#random.of([20, 1500, 15 * second])));
    }
    await this.#rest();
    if (!this.#areIssuesKnown) this.checker.violations.lost.push('new issues that nobody has noticed');
    this.checker.restsWithIssues(this.#platform.raised);
    this.#checkRest();
    for (const window of this.#windows) window.close();
    await settle();
  }

  #checkRest(): void {
    const [window] = this.#living;
    const truth = new Map<string, string>();
    const shown = new Map<string, string | undefined>();
    for (const project of projects) {
      truth.set(project, this.#platform.statusOf(project));
      shown.set(project, window?.statusOf(project));
      const pull = this.#platform.pullRequestOf(project, feature);
      if (!pull) continue;
      const gate = gateKey({ project, branch: pullRequestName(pull.key) });
      truth.set(gate, pull.status);
      shown.set(gate, window?.featureStatusOf(project));
    }
    this.checker.rests(this.#platform.gateChanges, truth, (gate) => shown.get(gate));
  }

  /** Ends all faults, checks all gates, and lets time pass. */
  async #rest(): Promise<void> {
    this.#broken = undefined;
    this.#trap = undefined;
    this.#askTrap = undefined;
    this.#platform.systemStatus = 'UP';
    this.#disk.isFull = false;
    this.#disk.stolenLocks = 0;
    this.#disk.heldLocks = 0;
    for (const window of this.#windows) if (window.isOrphan) window.process.kill();
    if (!projects.every((project) => this.#living.some((window) => window.projects.includes(project))))
      this.#open(new Map(projects.map((project) => [`packages/${project}`, project])));
    for (const window of this.#living) {
      window.process.wake();
      window.checkOut(feature);
    }
    this.#focus(this.#random.of(this.#living));
    const end = this.#clock.elapsed + longestRest;
    do await this.#clock.advance(5 * second);
    while (!this.#isCalm() && this.#clock.elapsed < end);
    await this.#clock.advance(encore);
  }

  #isCalm(): boolean {
    // A window that found the journal locked tries again after five seconds.
    if (this.#disk.isTorn) return false;
    const { changes } = this.#disk.read();
    const isShown = (project: string) => {
      const main = this.#platform.statusOf(project);
      const head = this.#platform.pullRequestOf(project, feature)?.status ?? main;
      return this.#living.every(
        (window) => window.statusOf(project) === main && window.featureStatusOf(project) === head,
      );
    };
    return changes.every(({ outcome }) => outcome) && projects.every(isShown) && this.#areIssuesKnown;
  }

  #act(): void {
    const random = this.#random;
    const actions: readonly Action[] = [
      [8, 'analyse', () => this.#analyse()],
      [6, 'change an issue', () => this.#changeIssue()],
      [2, 'raise an issue', () => this.#raiseIssue()],
      [4, 'analyse a pull request', () => this.#analysePullRequest()],
      [1, 'merge a pull request', () => this.#closePullRequest()],
      [1, 'switch the branch', () => this.#anyWindow()?.checkOut(random.chance(0.5) ? feature : undefined)],
      [1, 'bind a package', () => this.#anyWindow()?.bind(random.of(packages), random.of(projects))],
      [1, 'unbind a package', () => this.#anyWindow()?.bind(random.of(packages), undefined)],
      [2, 'open a window', () => this.#windows.length < 6 && this.#open()],
      [3, 'kill', () => this.#mortalWindow()?.process.killAfter(random.between(0, 12))],
      [1, 'close', () => this.#mortalWindow()?.close()],
      [
        2,
        'sleep',
        () => this.#mortalWindow()?.process.sleepAfter(random.between(0, 12), random.between(1, 90) * second),
      ],
      [
        2,
        'kill the next window that notifies',
        () => this.#setTrap((notifier) => notifier.killAfter(random.between(0, 6))),
      ],
      [
        1,
        'send the next window that notifies to sleep',
        () =>
          this.#setTrap((notifier) =>
            notifier.sleepAfter(random.between(0, 6), random.between(1, 90) * second),
          ),
      ],
      [1, 'send the next asker to sleep', () => (this.#askTrap = (asker) => this.#overtake(asker))],
      [1, 'crash the tab', () => this.#mortalWindow()?.crashTab()],
      [3, 'focus', () => this.#focus(random.chance(0.7) ? this.#anyWindow() : undefined)],
      [1, 'focus two', () => this.#anyWindow()?.setFocus(true)],
      [2, 'jump', () => this.#jump(random.of([-400 * 86_400, -3600, -5, 5, 3600, 400 * 86_400]) * second)],
      [3, 'break', () => this.#break()],
      [2, 'heal', () => (this.#broken = undefined)],
      [1, 'restart the server', () => (this.#platform.systemStatus = random.of(['STARTING', 'UP']))],
      [1, 'fill the disk', () => this.#fill()],
      [1, 'steal a lock', () => (this.#disk.stolenLocks = random.between(1, 4))],
      [1, 'hold the lock', () => (this.#disk.heldLocks = random.between(1, 4))],
      [1, 'tear the journal', () => this.#tear()],
      [2, 'check', () => this.#anyWindow()?.check()],
      [2, 'push', () => this.#anyWindow()?.receivePush(random.of(projects))],
      [1, 'mute', () => this.#anyWindow()?.mute(random.of(projects))],
    ];
    const weightOf = ([weight, name]: Action) => (name === this.#bug?.provokedBy ? 20 : weight);
    let left = random.next() * actions.reduce((sum, action) => sum + weightOf(action), 0);
    const [, name, action] = actions.find((one) => (left -= weightOf(one)) < 0) ?? random.of(actions);
    this.steps.push(`${this.#clock.elapsed} ${name}`);
    action();
  }

  #status(): string {
    return this.#random.of(['OK', 'ERROR']);
  }

  #anyWindow(): SimulatedWindow | undefined {
    return this.#living.length > 0 ? this.#random.of(this.#living) : undefined;
  }

  /** Most packages, each of a random project. */
  #boundPackages(): ReadonlyMap<string, string> {
    const bound = packages.filter(() => this.#random.chance(0.7));
    return new Map(bound.map((path) => [path, this.#random.of(projects)]));
  }

  #open(bound: ReadonlyMap<string, string> = this.#boundPackages()): void {
    const window = new SimulatedWindow({
      id: `w${++this.#opened}`,
      clock: this.#clock,
      disk: this.#disk,
      platform: this.#platform,
      random: this.#random,
      packages: bound,
      bug: this.#bug,
      faultOf: ({ url }) => {
        this.#askTrap?.(window.process);
        return this.#broken && url.includes(this.#broken.path) ? this.#broken.fault : 'none';
      },
      onShown: (notification) => this.checker.sees(notification),
    });
    this.#windows.push(window);
    if (this.#random.chance(0.6)) this.#focus(window);
  }

  /** A long jump ages all ended changes, so they leave the history. */
  #jump(ms: number): void {
    if (ms > 30 * 86_400 * second) this.checker.forgivesShortHistory();
    this.#clock.jump(ms);
  }

  #focus(window: SimulatedWindow | undefined): void {
    for (const other of this.#living) if (other !== window) other.setFocus(false);
    window?.setFocus(true);
  }

  #analyse(): void {
    const started = this.#random.of([0, 500, 30 * second, 3600 * second]);
    this.#platform.analyse(this.#random.of(projects), this.#status(), this.#platformNow - started);
  }

  #analysePullRequest(): void {
    const pull = { branch: feature, status: this.#status() };
    this.#platform.setPullRequest(this.#random.of(projects), this.#random.of(pullRequests), pull);
  }

  #closePullRequest(): void {
    this.#platform.setPullRequest(this.#random.of(projects), this.#random.of(pullRequests), undefined);
  }

  #changeIssue(): void {
    this.#platform.changeIssue(this.#random.of(projects), this.#status());
  }

  #raiseIssue(): void {
    const project = this.#random.of(projects);
    // A project without an analysis has no issues.
    if (this.#platform.statusOf(project) !== 'NONE')
      this.#platform.setNewestIssue(project, this.#platformNow);
  }

  #break(): void {
    const paths = ['measures', 'search_events', 'project_status', 'show', 'branches', 'pull_requests'];
    const path = this.#random.of(['', '', ...paths]);
    this.#broken = { fault: this.#random.of(faults), path };
  }

  /**
   * Returns a window that may end now. While the disk refuses writes, only one window knows what it has shown.
   * If that window ended before it wrote, the simulation could not know the right result, so none ends in that time.
   */
  #mortalWindow(): SimulatedWindow | undefined {
    return this.#clock.elapsed < this.#sparedUntil ? undefined : this.#anyWindow();
  }

  /** The moments between claim and acknowledgement are short, and everything hangs on them. */
  #setTrap(act: (notifier: Process) => void): void {
    this.#trap = (notifier) => {
      this.#trap = undefined;
      if (this.#clock.elapsed >= this.#sparedUntil) act(notifier);
    };
  }

  /** Its answers get old while it sleeps, and another window asks meanwhile. */
  #overtake(asker: Process): void {
    this.#askTrap = undefined;
    if (this.#clock.elapsed < this.#sparedUntil) return;
    asker.sleepAfter(this.#random.between(0, 6), this.#random.between(1, 90) * second);
    this.#clock.setTimer(this.#random.between(0, 2 * second), () => {
      this.#changeIssue();
      this.#living.find(({ process }) => process !== asker)?.check();
    });
  }

  #spare(ms: number): void {
    this.#sparedUntil = this.#clock.elapsed + ms;
    for (const { process } of this.#windows) process.spare();
  }

  #fill(): void {
    const { isFull } = this.#disk;
    const isLooking = this.#living.some((window) => window.isLooking);
    if (isFull || (this.#areAllWell && !isLooking)) {
      this.#disk.isFull = !isFull;
      this.#spare(isFull ? 20 * second : Infinity);
    }
  }

  /** Every living window that has read the journal has a copy that is at most some milliseconds old. Only the notifying window knows what it delivered since. */
  #tear(): void {
    const isQuiet = this.#clock.elapsed - this.#lastWrite > second;
    if (!isQuiet || this.#disk.isTorn || !this.#haveAllCopies || this.#clock.elapsed < this.#sparedUntil)
      return;
    this.checker.forgivesGaps();
    this.#spare(5 * second);
    this.#disk.tear();
  }
}
