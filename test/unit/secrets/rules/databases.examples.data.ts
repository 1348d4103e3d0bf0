import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/databases.data.ts look, written apart from their patterns. */
export const databasesExamples: readonly FormatExamples[] = [
  { rule: 'planetscale-token', form: 'pscale_tkn_{w:43}' },
  { rule: 'planetscale-password', form: 'pscale_pw_{w:43}' },
  { rule: 'supabase-token', form: 'sbp_{hex:40}' },
  { rule: 'supabase-secret-key', form: 'sb_secret_{w:31}' },
  { rule: 'neon-key', form: 'napi_{lan:64}' },
  { rule: 'neon-password', form: 'npg_{an:12}' },
  { rule: 'fauna-key', form: 'fnA{w:37}' },
  { rule: 'aiven-password', form: 'AVNS_{w:19}' },
  { rule: 'materialize-app-password', form: 'mzp_{hex:64}' },
  { rule: 'xata-key', form: 'xau_{an:40}' },
  { rule: 'influxdb-token', form: 'INFLUXDB_TOKEN={w:86}==' },
  { rule: 'elastic-cloud-key', form: 'essu_{b64:100}' },
  { rule: 'mongodb-atlas-secret', form: 'mdb_sa_sk_{w:40}' },
  { rule: 'confluent-secret', form: 'CONFLUENT_API_SECRET={b64:64}' },
  { rule: 'typesense-key', form: 'TYPESENSE_API_KEY={an:32}' },
  { rule: 'upstash-token', form: 'UPSTASH_REDIS_REST_TOKEN=A{b64:55}' },
  { rule: 'confluent-cloud-secret', form: 'cflt{b64:60}' },
  { rule: 'cockroach-cloud-key', form: 'CCDB1_{an:22}_{an:40}' },
  { rule: 'dbt-token', form: 'dbtu_{w:43}' },
];
