import { type CloudAddresses, originOf } from '../connections/connection.ts';
import type { ConnectionsFile } from '../connections/connectionsFile.ts';
import { Failure } from '../failures.ts';
import { elementsOf, hasToken, type LegacyElement } from './element.ts';
import { plan, type Plan } from './plan.ts';
import { adviceFor, type Choice, type MigrationReport, type Outcome } from './report.ts';
import { isWritable, legacySections, placesOf, samePlace, type SettingsPort } from './settings.ts';
import { takeOut } from './takeOut.ts';
import { forgetOld, provenOnly, readOld, readStored, storeSecrets, type SecretPorts } from './secrets.ts';

export interface MigrationPorts extends SecretPorts {
  readonly settings: SettingsPort;
  readonly store: {
    load(): Promise<ConnectionsFile>;
    edit(change: (file: ConnectionsFile) => ConnectionsFile): Promise<ConnectionsFile>;
  };
  /** Runs in one window of the editor at a time; undefined where another one is at it. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | undefined>;
  readonly cloud: () => CloudAddresses;
  readonly newUuid: () => string;
}

export interface MigrationOptions {
  /**
   * Names this start of the *editor*, the same in all its windows and over their reloads: a token leaves the settings
   * in a later start only, since a keyring that forgets at exit still answers until then.
   */
  readonly session: string;
  readonly removeNow?: boolean;
  /** By the keys of an earlier report. */
  readonly choices?: ReadonlyMap<string, Choice>;
}

/**
 * Moves legacy connections out of the settings, as far as it may now; safe to run at each start and to kill anywhere.
 * Undefined where another window is at it. Rejects where the connections cannot be read or written; nothing is lost then.
 */
export async function migrate(
  ports: MigrationPorts,
  options: MigrationOptions,
): Promise<MigrationReport | undefined> {
  return (await ports.exclusively(() => run(ports, options)))?.value;
}

async function run(
  ports: MigrationPorts,
  { session, removeNow = false, choices = new Map() }: MigrationOptions,
): Promise<MigrationReport> {
  const places = legacySections.flatMap((section) => placesOf(section, ports.settings.inspect(section)));
  const elements = places.flatMap(elementsOf);
  if (elements.length === 0) return { outcomes: [], advice: [], failures: [] };

  const stored = await readStored(ports, elements, await ports.store.load());
  const old = await readOld(ports, elements);
  let planned: Plan | undefined;
  await ports.store.edit((file) => {
    planned = plan({
      elements,
      isWritable: ({ ref }) => isWritable(ref, places),
      file,
      stored,
      old,
      choices,
      session,
      removeNow,
      newUuid: ports.newUuid,
      originOf: (target) => originOf(target, ports.cloud()),
    });
    return planned.file;
  });
  if (!planned) throw new Failure('storage', 'The connections file was not edited');

  const unstored = await storeSecrets(ports, planned.secrets);
  const leaving = await provenOnly(ports, planned.removals);
  await forgetOld(ports, old, elements, leaving);
  const { removed, failures } = await takeOut(ports, places, leaving);

  const gone = new Set(removed.map(({ element }) => element));
  const outcomes = planned.outcomes.map((outcome, n): Outcome => {
    const element = elements[n];
    return element ? settle(outcome, element, { unstored, gone, failures }) : outcome;
  });
  const withToken = elements.filter(hasToken);
  return { outcomes, failures, advice: adviceFor(outcomes, new Set(withToken.map(({ key }) => key))) };
}

/** What became of an outcome when the plan was carried out. */
function settle(
  outcome: Outcome,
  element: LegacyElement,
  {
    unstored,
    gone,
    failures,
  }: {
    readonly unstored: ReadonlySet<string>;
    readonly gone: ReadonlySet<LegacyElement>;
    readonly failures: MigrationReport['failures'];
  },
): Outcome {
  if (outcome.outcome === 'refused') return outcome;
  const { ref, key } = element;
  const { uuid } = outcome;
  if (uuid !== undefined && unstored.has(uuid))
    return { ref, key, outcome: 'refused', reason: { problem: 'secretStore', uuid } };
  if (gone.has(element)) return { ...outcome, removal: 'done' };
  if (failures.some(({ place }) => samePlace(place, ref))) return { ...outcome, removal: 'failed' };
  return outcome;
}
