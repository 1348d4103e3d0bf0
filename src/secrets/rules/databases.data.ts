import type { FormatRules } from '../formats/formatRule.ts';

/** Databases. Patterns are written from the documentation that each rule links to. */
export const databasesRules: FormatRules = {
  'planetscale-token': {
    description: 'PlanetScale token',
    link: 'https://planetscale.com/docs/concepts/service-tokens',
    keywords: ['pscale_'],
    pattern: /pscale_(?:tkn|oauth)_[\w.=-]{32,64}/y,
  },
  'planetscale-password': {
    description: 'PlanetScale password',
    link: 'https://planetscale.com/docs/concepts/connection-strings',
    pattern: /pscale_pw_[\w.=-]{32,64}/y,
  },
  'supabase-token': {
    description: 'Supabase access token',
    link: 'https://supabase.com/docs/reference/api/introduction',
    pattern: /sbp_(?:oauth_)?[0-9a-f]{40}/y,
  },
  'supabase-secret-key': {
    description: 'Supabase secret key',
    link: 'https://supabase.com/docs/guides/api/api-keys',
    pattern: /sb_secret_[\w-]{31}/y,
  },
  'neon-key': {
    description: 'Neon API key',
    link: 'https://neon.com/docs/manage/api-keys',
    pattern: /napi_[a-z0-9]{64}/y,
  },
  'neon-password': {
    description: 'Neon database password',
    link: 'https://neon.com/docs/connect/connect-from-any-app',
    pattern: /npg_[A-Za-z0-9]{12,16}/y,
  },
  'fauna-key': {
    description: 'Fauna key',
    link: 'https://docs.fauna.com/fauna/current/learn/security/keys/',
    keywords: ['fnA', 'fnE'],
    pattern: /fn[A-Z][\w-]{37}/y,
  },
  'aiven-password': {
    description: 'Aiven service password',
    link: 'https://aiven.io/docs/platform/howto/reset-service-password',
    pattern: /AVNS_[\w-]{15,40}/y,
  },
  'materialize-app-password': {
    description: 'Materialize app password',
    link: 'https://materialize.com/docs/security/cloud/users-service-accounts/create-service-accounts/',
    pattern: /mzp_[0-9a-f]{64}/y,
  },
  'xata-key': {
    description: 'Xata API key',
    link: 'https://xata.io/docs/concepts/api-keys',
    pattern: /xau_[A-Za-z0-9]{36,48}/y,
  },
  'influxdb-token': {
    description: 'InfluxDB API token',
    link: 'https://docs.influxdata.com/influxdb/v2/admin/tokens/',
    near: [['influx', 'token']],
    pattern: /[\w-]{86}==/y,
  },
  'elastic-cloud-key': {
    description: 'Elastic Cloud API key',
    link: 'https://www.elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys',
    pattern: /essu_[A-Za-z0-9+/]{80,200}={0,2}/y,
  },
  'mongodb-atlas-secret': {
    description: 'MongoDB Atlas service account secret',
    link: 'https://www.mongodb.com/docs/atlas/api/service-accounts-overview/',
    pattern: /mdb_sa_sk_[\w-]{40}/y,
  },
  'confluent-secret': {
    description: 'Confluent Cloud API secret',
    link: 'https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html',
    near: [['confluent', 'kafka'], ['secret']],
    pattern: /[A-Za-z0-9+/]{64}/y,
  },
  'typesense-key': {
    description: 'Typesense API key',
    link: 'https://typesense.org/docs/latest/api/api-keys.html',
    near: [['typesense'], ['key']],
    pattern: /[A-Za-z0-9]{32}/y,
  },
  'upstash-token': {
    description: 'Upstash REST token',
    link: 'https://upstash.com/docs/redis/features/restapi',
    near: [['upstash'], ['token']],
    pattern: /A[A-Za-z0-9+/=_-]{40,80}/y,
  },
  'confluent-cloud-secret': {
    description: 'Confluent Cloud API secret with its prefix',
    link: 'https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html',
    pattern: /cflt[A-Za-z0-9+/]{60}/y,
  },
  'cockroach-cloud-key': {
    description: 'CockroachDB Cloud API key',
    link: 'https://www.cockroachlabs.com/docs/cockroachcloud/managing-access',
    pattern: /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/y,
  },
  'dbt-token': {
    description: 'dbt token',
    link: 'https://docs.getdbt.com/docs/dbt-apis/authentication',
    pattern: /dbt[uc]_[\w-]{36,64}/y,
  },
};
