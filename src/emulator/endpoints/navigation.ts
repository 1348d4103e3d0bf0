import { endpoint } from '../http/endpoint.ts';

export const navigationEndpoints = [
  /** Every page of the real platform requests this first. Clients read the edition of a server from it. */
  endpoint({
    path: 'navigation/global',
    method: 'GET',
    parameters: {},
    answer: ({ platform: { dialect, edition }, rights }) => ({
      canAdmin: rights.hasGlobal('admin'),
      globalPages: [],
      settings: {
        'sonar.technicalDebt.ratingGrid': '0.05,0.1,0.2,0.5',
        'sonar.developerAggregatedInfo.disabled': 'false',
      },
      qualifiers: ['TRK'],
      version: dialect.namesBuild ? nameWithBuild(dialect.version) : dialect.version,
      productionDatabase: false,
      instanceUsesDefaultAdminCredentials: false,
      edition: dialect.isCloud ? undefined : edition,
      needIssueSync: false,
      standalone: true,
    }),
  }),
];

/** Returns `9.9 (build 65466)`, the format of older servers. */
function nameWithBuild(version: string): string {
  const [major, minor, patch, build] = version.split('.');
  return `${major ?? ''}.${minor ?? ''}${patch === '0' ? '' : `.${patch ?? ''}`} (build ${build ?? ''})`;
}
