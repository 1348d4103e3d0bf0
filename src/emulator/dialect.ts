/**
 * What differs between the recorded servers, in one table: code asks for a fact, never for a version. Boundaries that
 * no recording shows are taken from the published change logs; between the recorded versions they are assumed.
 */
export interface Dialect {
  /** Four parts, as system/status tells it. */
  readonly version: string;
  readonly isCloud: boolean;
  /** `Authorization: Bearer` is understood. */
  readonly bearer: boolean;
  readonly patchIsNamed: boolean;
  readonly v2: boolean;
  /** Agent features, where the edition has them too: of the server line (2026.5), never of community builds (26.9). */
  readonly agentFeatures: boolean;
  /** Where people read it, the version is `9.9 (build 65466)`. */
  readonly namesBuild: boolean;
  /** `periods` and `periodIndex` beside `period`. */
  readonly periods: boolean;
  /** Coverage and duplication of a change of few lines are shown as passed. */
  readonly ignoresFewNewLines: boolean;
  readonly gateIds: boolean;
  /** A new gate comes with these conditions. */
  readonly standardConditions: readonly (readonly [metric: string, op: 'GT' | 'LT', error: string])[];
  /** `id` of a person, a project or a branch is part of the answers. */
  readonly entityIds: boolean;
  /** Filters by impact and by issue status; parameters that a version does not know are ignored. */
  readonly filtersImpacts: boolean;
  readonly filtersIssueStatuses: boolean;
  readonly acceptTransition: boolean;
  readonly reopenNeedsIssueAdmin: boolean;
  /** measures/component answers to whoever may read the gate's status. */
  readonly measuresNeedOnlyScan: boolean;
  /** Project analysis tokens see only their project in lists that owners see whole. */
  readonly narrowsProjectTokens: boolean;
  readonly duplicateEventKeyIs: 400 | 500;
  /** An analysis writes an event when the one before it ended otherwise; else when the gate, as issues have made it, did. */
  readonly gateEventsCompareAnalyses: boolean;
  /** A webhook's secret is written into answers. */
  readonly secretsAreShown: boolean;
  readonly minimumSecret: number;
  /** An update without `secret` keeps it. */
  readonly updateKeepsSecret: boolean;
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

/** The dialect of a version (`9.9.0`, `26.9.0` or four parts), or `undefined` for a text that is no version. */
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
