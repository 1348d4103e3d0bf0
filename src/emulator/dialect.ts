/** The differences between versions of a server that our clients notice. Code reads a property, never the version. */
interface Differences {
  /** The server accepts `Authorization: Bearer`. */
  readonly bearer: boolean;
  /** Agent features, in editions that have them. Community builds (26.9) never reach their version. */
  readonly agentFeatures: boolean;
  /** navigation/global shows the version as `9.9 (build 65466)`. */
  readonly namesBuild: boolean;
  /** Answers have `periods` and `periodIndex` in addition to `period`. */
  readonly periods: boolean;
  /** Failed conditions on coverage and duplication pass when a change has few lines. */
  readonly ignoresFewNewLines: boolean;
  /** Answers contain the `id` of a user, a project or a branch. */
  readonly entityIds: boolean;
  /** Filters by impact and by issue status. A version ignores parameters that it does not know. */
  readonly filtersImpacts: boolean;
  readonly filtersIssueStatuses: boolean;
  readonly acceptTransition: boolean;
  /** measures/component answers every caller who may read the gate's status. */
  readonly measuresNeedOnlyScan: boolean;
  /** Project analysis tokens see only their project in lists that show their owners all projects. */
  readonly narrowsProjectTokens: boolean;
  /**
   * An analysis writes an event when its gate status differs from that of the previous analysis; if false, when it
   * differs from the current gate status, which issue changes may have altered.
   */
  readonly gateEventsCompareAnalyses: boolean;
  /** Answers contain the secret of a webhook. */
  readonly secretsAreShown: boolean;
  /** The shortest secret of a webhook, in characters. */
  readonly minimumSecret: number;
  /** An update without `secret` keeps the secret. */
  readonly updateKeepsSecret: boolean;
}

export interface Dialect extends Differences {
  /** Four parts, as in the answer of system/status. */
  readonly version: string;
  readonly isCloud: boolean;
}

const oldest: Differences = {
  bearer: false,
  agentFeatures: false,
  namesBuild: true,
  periods: true,
  ignoresFewNewLines: false,
  entityIds: false,
  filtersImpacts: false,
  filtersIssueStatuses: false,
  acceptTransition: false,
  measuresNeedOnlyScan: false,
  narrowsProjectTokens: false,
  gateEventsCompareAnalyses: true,
  secretsAreShown: true,
  minimumSecret: 1,
  updateKeepsSecret: false,
};

/**
 * What each version changed. Versions that no recording shows come from the published change logs; between the recorded
 * versions they are assumed.
 */
const changes: readonly (readonly [major: number, minor: number, Partial<Differences>])[] = [
  [
    10,
    0,
    {
      bearer: true,
      namesBuild: false,
      periods: false,
      ignoresFewNewLines: true,
      measuresNeedOnlyScan: true,
      narrowsProjectTokens: true,
      gateEventsCompareAnalyses: false,
    },
  ],
  [10, 1, { secretsAreShown: false, updateKeepsSecret: true }],
  [10, 2, { filtersImpacts: true }],
  [10, 4, { filtersIssueStatuses: true, acceptTransition: true }],
  [10, 6, { entityIds: true, minimumSecret: 16 }],
  [2026, 5, { agentFeatures: true }],
];

const fullVersions: Readonly<Record<string, string>> = {
  '9.9.0': '9.9.0.65466',
  '25.12.0': '25.12.0.117093',
  '26.9.0': '26.9.0.129388',
};

export const newestVersion = '26.9.0.129388';

/**
 * Returns the dialect of a version of three or four parts, or `undefined` for a text that does not name a version. The
 * cloud has every change.
 */
export function dialectOf(text: string, isCloud = false): Dialect | undefined {
  const parts = /^(\d+)\.(\d+)\.\d+(\.\d+)?$/u.exec(text);
  if (!parts) return undefined;
  const version = fullVersions[text] ?? (parts[3] === undefined ? `${text}.0` : text);
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  const made = changes.filter(
    ([since, sinceMinor]) => isCloud || major > since || (major === since && minor >= sinceMinor),
  );
  return Object.assign({ version, isCloud, ...oldest }, ...made.map(([, , change]) => change)) as Dialect;
}
