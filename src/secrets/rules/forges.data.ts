import type { FormatRules } from '../formats/formatRule.ts';

/** Source forges, code platforms, and registries of packages and containers. Patterns are written from the documentation that each rule links to. */
export const forgesRules: FormatRules = {
  'github-token': {
    description: 'GitHub token',
    link: 'https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_'],
    pattern: /gh[opus]_[A-Za-z0-9]{36}/y,
    check: 'crc32Base62',
  },
  'github-installation-token': {
    description: 'GitHub App installation token, stateless',
    link: 'https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app',
    pattern: /ghs_[A-Za-z0-9]{1,40}_eyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]{43,2000}/y,
  },
  'github-refresh-token': {
    description: 'GitHub App refresh token',
    link: 'https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens',
    pattern: /ghr_[A-Za-z0-9]{36,76}/y,
  },
  'github-fine-grained-token': {
    description: 'GitHub fine-grained personal access token',
    link: 'https://docs.github.com/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
    pattern: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/y,
  },
  'gitlab-token': {
    description: 'GitLab personal, project or group access token',
    link: 'https://docs.gitlab.com/security/tokens/',
    pattern: /glpat-[\w-]{20,300}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?/y,
  },
  'gitlab-deploy-token': {
    description: 'GitLab deploy token',
    link: 'https://docs.gitlab.com/user/project/deploy_tokens/',
    pattern: /gldt-[\w-]{20}/y,
  },
  'gitlab-runner-token': {
    description: 'GitLab runner token',
    link: 'https://docs.gitlab.com/security/tokens/',
    keywords: ['glrt-', 'glrtr-', 'GR1348941'],
    pattern: /(?:glrtr?-[\w-]{20,64}|GR1348941[\w-]{20})/y,
  },
  'gitlab-pipeline-token': {
    description: 'GitLab pipeline trigger or job token',
    link: 'https://docs.gitlab.com/ci/triggers/',
    keywords: ['glptt-', 'glcbt-'],
    pattern: /(?:glptt-[0-9a-f]{40}|glcbt-[\w-]{20,26})/y,
  },
  'gitlab-application-secret': {
    description: 'GitLab OAuth application secret',
    link: 'https://docs.gitlab.com/security/tokens/',
    pattern: /gloas-[\w-]{64}/y,
  },
  'gitlab-agent-token': {
    description: 'GitLab agent token',
    link: 'https://docs.gitlab.com/security/tokens/',
    pattern: /glagent-[\w-]{50,60}/y,
  },
  'gitlab-feed-token': {
    description: 'GitLab feed, mail or feature-flag token',
    link: 'https://docs.gitlab.com/security/tokens/',
    keywords: ['glft-', 'glimt-', 'glffct-', 'glsoat-'],
    pattern: /(?:glft-[\w-]{20,70}|glimt-[\w-]{25}|glffct-[\w-]{20}|glsoat-[\w-]{20})/y,
  },
  'bitbucket-app-password': {
    description: 'Bitbucket app password',
    link: 'https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/',
    pattern: /ATBB[A-Za-z0-9]{32}/y,
  },
  'bitbucket-access-token': {
    description: 'Bitbucket access token',
    link: 'https://support.atlassian.com/bitbucket-cloud/docs/access-tokens/',
    pattern: /ATCTT3xFfG[\w=-]{120,220}/y,
  },
  'bitbucket-server-token': {
    description: 'Bitbucket Data Center access token',
    link: 'https://confluence.atlassian.com/bitbucketserver/http-access-tokens-939515499.html',
    pattern: /BBDC-[A-Za-z0-9+/@_-]{40,50}/y,
  },
  'atlassian-api-token': {
    description: 'Atlassian API token',
    link: 'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    pattern: /ATATT3xFfGF0[\w=-]{120,220}/y,
  },
  'sourcegraph-token': {
    description: 'Sourcegraph access token',
    link: 'https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token',
    pattern: /sgp_(?:(?:[0-9a-f]{16}|local)_)?[0-9a-f]{40}/y,
  },
  'gitea-token': {
    description: 'Gitea or Forgejo access token',
    link: 'https://docs.gitea.com/development/api-usage',
    near: [
      ['gitea', 'forgejo', 'codeberg'],
      ['token', 'key'],
    ],
    pattern: /[0-9a-f]{40}/y,
  },
  'phabricator-token': {
    description: 'Phabricator Conduit token',
    link: 'https://secure.phabricator.com/book/phabricator/article/conduit/',
    near: [
      ['phabricator', 'conduit', 'arcanist', 'phorge'],
      ['token', 'key', 'auth'],
    ],
    pattern: /(?:api|cli)-[a-z0-9]{28}/y,
  },
  'sonar-user-token': {
    description: 'SonarQube user token',
    link: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/',
    pattern: /squ_[0-9a-f]{40}/y,
  },
  'sonar-project-token': {
    description: 'SonarQube project analysis token',
    link: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/',
    pattern: /sqp_[0-9a-f]{40}/y,
  },
  'sonar-global-token': {
    description: 'SonarQube global analysis token',
    link: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/',
    pattern: /sqa_[0-9a-f]{40}/y,
  },
  'sonar-legacy-token': {
    description: 'SonarQube token without prefix',
    link: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/',
    near: [['sonar'], ['token', 'login', 'auth']],
    pattern: /[0-9a-f]{40}/y,
  },
  'azure-devops-legacy-token': {
    description: 'Azure DevOps personal access token (52 characters)',
    link: 'https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate',
    near: [
      ['azure', 'ado_', 'devops', 'vsts', 'vss', 'tfs'],
      ['pat', 'token', 'pass', 'key'],
    ],
    pattern: /[a-z2-7]{52}/y,
  },
  'launchdarkly-key': {
    description: 'LaunchDarkly SDK or API key',
    link: 'https://docs.launchdarkly.com/home/account/api',
    pattern: /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'npm-token': {
    description: 'npm access token',
    link: 'https://docs.npmjs.com/about-access-tokens',
    pattern: /npm_[A-Za-z0-9]{36}/y,
    check: 'crc32Base62',
  },
  'npm-legacy-token': {
    description: 'npm authentication token (UUID form)',
    link: 'https://docs.npmjs.com/using-private-packages-in-a-ci-cd-workflow',
    near: [['_authtoken', 'npmtoken'], ['token']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'pypi-token': {
    description: 'PyPI upload token',
    link: 'https://pypi.org/help/#apitoken',
    keywords: ['pypi-AgE'],
    pattern: /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,1000}/y,
  },
  'rubygems-key': {
    description: 'RubyGems API key',
    link: 'https://guides.rubygems.org/api-key-scopes/',
    pattern: /rubygems_[0-9a-f]{48}/y,
  },
  'crates-token': {
    description: 'crates.io API token',
    link: 'https://doc.rust-lang.org/cargo/reference/registry-web-api.html',
    pattern: /cio[A-Za-z0-9]{32}/y,
  },
  'docker-hub-token': {
    description: 'Docker Hub access token',
    link: 'https://docs.docker.com/security/for-developers/access-tokens/',
    keywords: ['dckr_pat_', 'dckr_oat_'],
    pattern: /dckr_(?:pat_[\w-]{27}|oat_[\w-]{32})/y,
  },
  'nuget-key': {
    description: 'NuGet API key',
    link: 'https://learn.microsoft.com/nuget/nuget-org/publish-a-package',
    pattern: /oy2[a-z0-9]{43}/y,
  },
  'artifactory-api-key': {
    description: 'JFrog Artifactory API key',
    link: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key',
    pattern: /AKCp[A-Za-z0-9]{69}/y,
  },
  'artifactory-reference-token': {
    description: 'JFrog reference token',
    link: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens',
    pattern: /cmVmdGtuOjAxOj[A-Za-z0-9]{50,60}/y,
  },
  'packagist-token': {
    description: 'Private Packagist token',
    link: 'https://packagist.com/docs/api-authentication',
    keywords: ['packagist_'],
    pattern: /packagist_[ou][ru]t_[0-9a-f]{68}/y,
  },
  'packagist-api-token': {
    description: 'Packagist API token',
    link: 'https://packagist.org/apidoc',
    near: [['packagist'], ['token', 'key']],
    pattern: /[\w-]{20}/y,
  },
  'clojars-token': {
    description: 'Clojars deploy token',
    link: 'https://github.com/clojars/clojars-web/wiki/Deploy-Tokens',
    pattern: /CLOJARS_[0-9a-z]{60}/y,
  },
  'docker-swarm-token': {
    description: 'Docker Swarm join token',
    link: 'https://docs.docker.com/engine/swarm/join-nodes/',
    pattern: /SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}/y,
  },
  'kubeadm-token': {
    description: 'Kubernetes bootstrap token',
    link: 'https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/',
    near: [['token']],
    pattern: /[a-z0-9]{6}\.[a-z0-9]{16}/y,
  },
  'cloudsmith-key': {
    description: 'Cloudsmith API key',
    link: 'https://help.cloudsmith.io/docs/api-key',
    near: [['cloudsmith'], ['key', 'token']],
    pattern: /[0-9a-f]{40}/y,
  },
  'hex-api-key': {
    description: 'Hex.pm API key',
    link: 'https://hex.pm/docs/publish',
    near: [['hex_api', 'hexpm'], ['key']],
    pattern: /[0-9a-f]{32}/y,
  },
  'docker-swarm-unlock-key': {
    description: 'Docker Swarm unlock key',
    link: 'https://docs.docker.com/engine/swarm/swarm_manager_locking/',
    pattern: /SWMKEY-1-[A-Za-z0-9+/]{43}/y,
  },
  'buildkite-registry-token': {
    description: 'Buildkite package registry token',
    link: 'https://buildkite.com/docs/platform/security/tokens',
    pattern: /bkpt_(?:eyJ[\w+/]{40,600}={0,2}--[0-9a-f]{40,64}|(?:[A-Za-z0-9]{2,20}_)?[0-9a-f]{40})/y,
  },
};
