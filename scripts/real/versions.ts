/** A real server the suite runs on, from Maven Central. Only parts under LGPL are started: see `plugins`. */
export interface RealVersion {
  readonly version: string;
  /** Lowest Java that starts it; `jdk` if its search engine needs modules that a JRE lacks. */
  readonly java: { readonly major: number; readonly jdk: boolean };
  /**
   * Jars of lib/extensions that may stay, judged by the licence file inside each jar (manifests are not reliable).
   * The analyzers shipped since 25.x are under a licence that forbids our use: they never reach the disk.
   */
  readonly plugins: readonly RegExp[];
  /** Borrows the Python analyzer of 9.9.0, LGPL, because without any analyzer the scanner finds no quality profile. */
  readonly borrowsAnalyzer: boolean;
  readonly scanner: { readonly version: string; readonly tokenProperty: 'sonar.login' | 'sonar.token' };
}

export const oldest: RealVersion = {
  version: '9.9.0.65466',
  java: { major: 17, jdk: false },
  plugins: [/^sonar-python-plugin/, /^sonar-config-plugin/],
  borrowsAnalyzer: false,
  scanner: { version: '5.0.1.3006', tokenProperty: 'sonar.login' },
};

const recent = {
  plugins: [/^sonar-jacoco-plugin/, /^sonar-cayc-plugin/],
  borrowsAnalyzer: true,
  scanner: { version: '7.2.0.5079', tokenProperty: 'sonar.token' },
} as const;

export const realVersions: readonly RealVersion[] = [
  oldest,
  { version: '25.12.0.117093', java: { major: 17, jdk: false }, ...recent },
  { version: '26.9.0.129388', java: { major: 21, jdk: true }, ...recent },
];

/** Finds a server by its full version or its first three numbers. */
export function versionNamed(name: string): RealVersion | undefined {
  return realVersions.find(({ version }) => version === name || version.startsWith(`${name}.`));
}
