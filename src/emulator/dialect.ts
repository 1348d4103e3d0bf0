/**
 * The differences between the recorded servers, in one table: code reads a property, never the version. Version
 * boundaries that no recording shows come from the published change logs; between the recorded versions they are
 * assumed.
 */
export interface Dialect {
  /** Four parts, as in the answer of system/status. */
  readonly version: string;
  readonly isCloud: boolean;
  /** The server accepts `Authorization: Bearer`. */
  readonly bearer: boolean;
  readonly patchIsNamed: boolean;
  readonly v2: boolean;
  /** Agent features, in editions that have them: from 2026.5 of the server line, never in community builds (26.9). */
  readonly agentFeatures: boolean;
  /** Texts for users show the version as `9.9 (build 65466)`. */
  readonly namesBuild: boolean;
  /** Answers have `periods` and `periodIndex` in addition to `period`. */
  readonly periods: boolean;
  /** Failed conditions on coverage and duplication pass when a change has few lines. */
  readonly ignoresFewNewLines: boolean;
  readonly gateIds: boolean;
  /** The conditions of a new gate. */
  readonly standardConditions: readonly (readonly [metric: string, op: 'GT' | 'LT', error: string])[];
  /** Answers contain the `id` of a user, a project or a branch. */
  readonly entityIds: boolean;
  /** Filters by impact and by issue status. A version ignores parameters that it does not know. */
  readonly filtersImpacts: boolean;
  readonly filtersIssueStatuses: boolean;
  readonly acceptTransition: boolean;
  readonly reopenNeedsIssueAdmin: boolean;
  /** measures/component answers every caller who may read the gate's status. */
  readonly measuresNeedOnlyScan: boolean;
  /** Project analysis tokens see only their project in lists that show their owners all projects. */
  readonly narrowsProjectTokens: boolean;
  readonly duplicateEventKeyIs: 400 | 500;
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
  /** The most metrics of one request of the component tree; undefined: any number. */
  readonly componentTreeMetricLimit: number | undefined;
  readonly emptyDeliveryPage: boolean;
  readonly hotspotProjectParameter: 'project' | 'projectKey';
  readonly dismissedNotices: readonly string[];
}

const fullVersions: Readonly<Record<string, string>> = {
  '9.9.0': '9.9.0.65466',
  '25.12.0': '25.12.0.117093',
  '26.9.0': '26.9.0.129388',
};

export const newestVersion = '26.9.0.129388';

/**
 * Returns the dialect of a version (`9.9.0`, `26.9.0` or four parts), or `undefined` for a text that does not name a
 * version.
 */
export function dialectOf(text: string, isCloud = false): Dialect | undefined {
  const version = fullVersions[text] ?? text;
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/u.exec(version);
  if (!parts) return undefined;
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  const since = (wantedMajor: number, wantedMinor = 0): boolean =>
    isCloud || major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return {
    version,
    isCloud,
    bearer: since(10),
    patchIsNamed: since(10),
    v2: since(10),
    agentFeatures: since(2026, 5),
    namesBuild: !since(10),
    periods: !since(10),
    ignoresFewNewLines: since(10),
    gateIds: !since(10),
    standardConditions: since(10) ? newConditions : oldConditions,
    entityIds: since(10, 6),
    filtersImpacts: since(10, 2),
    filtersIssueStatuses: since(10, 4),
    acceptTransition: since(10, 4),
    reopenNeedsIssueAdmin: since(10, 4),
    measuresNeedOnlyScan: since(10),
    narrowsProjectTokens: since(10),
    duplicateEventKeyIs: since(10) ? 500 : 400,
    gateEventsCompareAnalyses: !since(10),
    secretsAreShown: !since(10, 1),
    minimumSecret: since(10, 6) ? 16 : 1,
    updateKeepsSecret: since(10, 1),
    componentTreeMetricLimit: since(10) ? undefined : 15,
    emptyDeliveryPage: !since(10),
    hotspotProjectParameter: since(10) ? 'project' : 'projectKey',
    dismissedNotices: since(10) ? newNotices : ['educationPrinciples', 'sonarlintAd'],
  };
}

const newConditions = [
  ['new_violations', 'GT', '0'],
  ['new_coverage', 'LT', '80'],
  ['new_duplicated_lines_density', 'GT', '3'],
  ['new_security_hotspots_reviewed', 'LT', '100'],
] as const;

const oldConditions = [
  ['new_reliability_rating', 'GT', '1'],
  ['new_security_rating', 'GT', '1'],
  ['new_maintainability_rating', 'GT', '1'],
  ['new_coverage', 'LT', '80'],
  ['new_duplicated_lines_density', 'GT', '3'],
  ['new_security_hotspots_reviewed', 'LT', '100'],
] as const;

const newNotices = [
  'educationPrinciples',
  'sonarlintAd',
  'showDesignAndArchitectureBanner',
  'showNewModesBanner',
  'showSandboxedIssuesIntro',
  'issueCleanCodeGuide',
  'issueNewIssueStatusAndTransitionGuide',
  'showDesignAndArchitectureOptInBanner',
  'overviewZeroNewIssuesSimplification',
  'showDesignAndArchitectureTour',
  'showEnableSca',
];
