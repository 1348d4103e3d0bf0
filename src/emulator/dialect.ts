/** The differences between versions of a server that our clients notice. Code reads a property, never the version. */
interface Differences {
  /** The server accepts `Authorization: Bearer`. */
  readonly bearer: boolean;
  /** Agent features, in editions that have them. Community builds (26.9) never reach their version. */
  readonly agentFeatures: boolean;
  /** navigation/global shows the version as `9.9 (build 65466)`. */
  readonly namesBuild: boolean;
  /** Failed conditions on coverage and duplication pass when a change has few lines. */
  readonly ignoresFewNewLines: boolean;
  /** Answers have impacts, and filters take them. A version ignores parameters that it does not know. */
  readonly impacts: boolean;
  /** Answers have the `issueStatus` of issues, filters take it, and issues can be accepted. */
  readonly issueStatuses: boolean;
  /** measures/component answers every caller who may read the gate's status. */
  readonly measuresNeedOnlyScan: boolean;
  /** Project analysis tokens see only their project in lists that show their owners all projects. */
  readonly narrowsProjectTokens: boolean;
  /**
   * An analysis writes an event when its gate status differs from that of the previous analysis; if false, when it
   * differs from the current gate status, which issue changes may have altered.
   */
  readonly gateEventsCompareAnalyses: boolean;
  /** Answers do not contain the secret of a webhook, and an update without `secret` keeps it. */
  readonly keepsSecrets: boolean;
  /** The shortest secret of a webhook, in characters. */
  readonly minimumSecret: number;
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
  ignoresFewNewLines: false,
  impacts: false,
  issueStatuses: false,
  measuresNeedOnlyScan: false,
  narrowsProjectTokens: false,
  gateEventsCompareAnalyses: true,
  keepsSecrets: false,
  minimumSecret: 1,
};

/** The changes of each version: recorded, from a published change log, or assumed between recorded versions. */
const changes: readonly (readonly [major: number, minor: number, Partial<Differences>])[] = [
  [
    10,
    0,
    {
      bearer: true,
      namesBuild: false,
      ignoresFewNewLines: true,
      measuresNeedOnlyScan: true,
      narrowsProjectTokens: true,
      gateEventsCompareAnalyses: false,
    },
  ],
  [10, 1, { keepsSecrets: true }],
  [10, 2, { impacts: true }],
  [10, 4, { issueStatuses: true }],
  [10, 6, { minimumSecret: 16 }],
  [2026, 5, { agentFeatures: true }],
];

const fullVersions: Readonly<Record<string, string>> = {
  '9.9.0': '9.9.0.65466',
  '25.12.0': '25.12.0.117093',
  '26.9.0': '26.9.0.129388',
};

export const newestVersion = '26.9.0.129388';

/** Returns undefined for a text that does not name a version of three or four parts. The cloud has every change. */
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
