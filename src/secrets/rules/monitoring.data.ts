import type { FormatRules } from '../formats/formatRule.ts';

/** Monitoring and error tracking. Patterns are written from the documentation that each rule links to. */
export const monitoringRules: FormatRules = {
  'datadog-api-key': {
    description: 'Datadog API key',
    link: 'https://docs.datadoghq.com/account_management/api-app-keys/',
    near: [
      ['datadog', 'dd_', 'dd-'],
      ['key', 'token'],
    ],
    pattern: /[0-9a-f]{32}/y,
  },
  'datadog-app-key': {
    description: 'Datadog application key',
    link: 'https://docs.datadoghq.com/account_management/api-app-keys/',
    near: [
      ['datadog', 'dd_', 'dd-'],
      ['key', 'token'],
    ],
    pattern: /[0-9a-f]{40}/y,
  },
  'newrelic-user-key': {
    description: 'New Relic user key',
    link: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    pattern: /NRAK-[A-Z0-9]{27}/y,
  },
  'newrelic-insert-key': {
    description: 'New Relic insert key',
    link: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    pattern: /NRI[IQ]-[\w-]{32}/y,
  },
  'newrelic-license-key': {
    description: 'New Relic license key',
    link: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    keywords: ['NRAL'],
    back: 40,
    pattern: /(?:eu01xx[0-9a-f]{30}|[0-9a-f]{36}|[0-9a-f]{32}FFFF)NRAL/y,
  },
  'grafana-service-account-token': {
    description: 'Grafana service account token',
    link: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
    // The checksum at its end is documented nowhere, so it is no reason to let a token pass.
    pattern: /glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}/y,
  },
  'grafana-cloud-token': {
    description: 'Grafana Cloud access policy token',
    link: 'https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/',
    pattern: /glc_eyJ[A-Za-z0-9+/]{40,400}={0,2}/y,
  },
  'grafana-api-key': {
    description: 'Grafana API key',
    link: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/migrate-api-keys/',
    pattern: /eyJrIjoi[A-Za-z0-9+/]{60,300}={0,2}/y,
  },
  'sentry-org-token': {
    description: 'Sentry organization token',
    link: 'https://docs.sentry.io/account/auth-tokens/',
    pattern: /sntrys_eyJ[\w+/=-]{80,400}/y,
  },
  'sentry-user-token': {
    description: 'Sentry user token',
    link: 'https://docs.sentry.io/account/auth-tokens/',
    pattern: /sntryu_[0-9a-f]{64}/y,
  },
  'sentry-legacy-token': {
    description: 'Sentry auth token (64 characters)',
    link: 'https://docs.sentry.io/account/auth-tokens/',
    near: [['sentry'], ['token']],
    pattern: /[0-9a-f]{64}/y,
  },
  'honeycomb-key': {
    description: 'Honeycomb key',
    link: 'https://docs.honeycomb.io/configure/environments/manage-api-keys/',
    keywords: ['hcaik_', 'hcxik_', 'hcbik_', 'hcamk_', 'hcxmk_'],
    pattern: /hc[abx][im]k_[a-z0-9]{58}/y,
  },
  'dynatrace-token': {
    description: 'Dynatrace access token',
    link: 'https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens',
    pattern: /dt0[a-z]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y,
  },
  'splunk-hec-token': {
    description: 'Splunk HTTP Event Collector token',
    link: 'https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector',
    near: [['splunk', 'hec'], ['token']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'pagerduty-key': {
    description: 'PagerDuty API key',
    link: 'https://support.pagerduty.com/main/docs/api-access-keys',
    near: [
      ['pagerduty', 'pd_'],
      ['key', 'token'],
    ],
    pattern: /(?:u\+)?[\w+-]{18,20}/y,
  },
  'opsgenie-key': {
    description: 'Opsgenie API key',
    link: 'https://support.atlassian.com/opsgenie/docs/api-key-management/',
    near: [['opsgenie'], ['key']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'rollbar-token': {
    description: 'Rollbar access token',
    link: 'https://docs.rollbar.com/docs/access-tokens',
    near: [['rollbar'], ['token']],
    pattern: /[0-9a-f]{32}/y,
  },
  'bugsnag-key': {
    description: 'Bugsnag API key',
    link: 'https://docs.bugsnag.com/api/',
    near: [['bugsnag'], ['key', 'token']],
    pattern: /[0-9a-f]{32}/y,
  },
  'axiom-token': {
    description: 'Axiom token',
    link: 'https://axiom.co/docs/reference/tokens',
    pattern: /xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'uptimerobot-key': {
    description: 'UptimeRobot API key',
    link: 'https://uptimerobot.com/api/',
    near: [['uptime', 'key']],
    pattern: /[um]\d{6,9}-[0-9a-f]{24}/y,
  },
  'posthog-personal-key': {
    description: 'PostHog personal API key',
    link: 'https://posthog.com/docs/api',
    pattern: /phx_[A-Za-z0-9]{40,50}/y,
  },
  'sumologic-access-key': {
    description: 'Sumo Logic access key',
    link: 'https://help.sumologic.com/docs/manage/security/access-keys/',
    near: [['sumo'], ['key']],
    pattern: /[A-Za-z0-9]{64}/y,
  },
  'loggly-token': {
    description: 'Loggly customer token',
    link: 'https://documentation.solarwinds.com/en/success_center/loggly/content/admin/customer-token-authentication-token.htm',
    near: [['loggly'], ['token']],
    pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  },
  'statuspage-key': {
    description: 'Statuspage API key',
    link: 'https://developer.statuspage.io/#section/Authentication',
    near: [['statuspage'], ['key']],
    pattern: /(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/y,
  },
  'segment-token': {
    description: 'Segment public API token',
    link: 'https://segment.com/docs/api/public-api/',
    pattern: /sgp_[A-Za-z0-9]{64}/y,
  },
  'logzio-token': {
    description: 'Logz.io shipping token',
    link: 'https://docs.logz.io/docs/user-guide/admin/authentication-tokens/',
    near: [['logz'], ['token']],
    pattern: /[A-Za-z]{32}/y,
  },
  'statsig-secret-key': {
    description: 'Statsig server secret key',
    link: 'https://docs.statsig.com/access-management/api-keys',
    pattern: /secret-[A-Za-z0-9]{43}/y,
  },
  'rootly-token': {
    description: 'Rootly API key',
    link: 'https://docs.rootly.com/api-reference/overview',
    pattern: /rootly_[0-9a-f]{64}/y,
  },
};
