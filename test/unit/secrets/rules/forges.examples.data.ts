import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/forges.data.ts look, written apart from their patterns. */
export const forgesExamples: readonly FormatExamples[] = [
  {
    rule: 'github-installation-token',
    form: 'ghs_{d:7}_eyJ{w:60}.eyJ{w:200}.{w:86}',
    misses: ['short', 'foreign', 'placeholder'],
  },
  { rule: 'github-refresh-token', form: 'ghr_{an:76}' },
  { rule: 'github-token', form: 'ghp_{crc62:30}', misses: ['short', 'foreign', 'checksum', 'placeholder'] },
  { rule: 'github-fine-grained-token', form: 'github_pat_{an:22}_{an:59}' },
  { rule: 'gitlab-token', form: 'glpat-{w:20}' },
  { rule: 'gitlab-deploy-token', form: 'gldt-{w:20}' },
  { rule: 'gitlab-runner-token', form: 'glrt-{w:20}' },
  { rule: 'gitlab-pipeline-token', form: 'glptt-{hex:40}' },
  { rule: 'gitlab-application-secret', form: 'gloas-{w:64}' },
  { rule: 'gitlab-agent-token', form: 'glagent-{w:50}' },
  { rule: 'gitlab-feed-token', form: 'glft-{w:20}' },
  { rule: 'bitbucket-app-password', form: 'ATBB{an:32}' },
  { rule: 'bitbucket-access-token', form: 'ATCTT3xFfG{w:180}={AN:8}' },
  { rule: 'bitbucket-server-token', form: 'BBDC-{an:44}' },
  { rule: 'atlassian-api-token', form: 'ATATT3xFfGF0{w:170}={AN:8}' },
  { rule: 'sourcegraph-token', form: 'sgp_{hex:16}_{hex:40}' },
  { rule: 'gitea-token', form: 'GITEA_TOKEN={hex:40}' },
  { rule: 'phabricator-token', form: 'phabricator_token: api-{lan:28}' },
  { rule: 'sonar-user-token', form: 'squ_{hex:40}' },
  { rule: 'sonar-project-token', form: 'sqp_{hex:40}' },
  { rule: 'sonar-global-token', form: 'sqa_{hex:40}' },
  { rule: 'sonar-legacy-token', form: 'SONAR_TOKEN={hex:40}' },
  { rule: 'azure-devops-legacy-token', form: 'AZURE_DEVOPS_PAT_TOKEN={b32:52}' },
  { rule: 'launchdarkly-key', form: 'sdk-{uuid}' },
];
