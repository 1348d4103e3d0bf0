import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

/** The recorded answers of real servers (test/fixtures/real/index.md). */
const folder = join(import.meta.dirname, '../fixtures/real');

export const recordedVersions = ['9.9.0', '26.9.0'] as const;
export type RecordedVersion = (typeof recordedVersions)[number];

const exchange = z.object({
  name: z.string(),
  method: z.optional(z.nullable(z.string())),
  path: z.optional(z.nullable(z.string())),
  params: z.optional(
    z.nullable(z.union([z.string(), z.record(z.string(), z.union([z.string(), z.number()]))])),
  ),
  query: z.optional(z.string()),
  status: z.int(),
  contentType: z.optional(z.nullable(z.string())),
  contentLength: z.optional(z.nullable(z.string())),
  body: z.string(),
});

/** One request and its answer. */
export type RecordedExchange = z.infer<typeof exchange>;

export function recordedExchanges(version: RecordedVersion, file: string): RecordedExchange[] {
  return readFileSync(join(folder, version, 'api', `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => exchange.parse(JSON.parse(line)));
}

/** Endpoint → caller → status. */
export function tokenMatrix(version: RecordedVersion): Record<string, Record<string, number>> {
  return z
    .record(z.string(), z.record(z.string(), z.number()))
    .parse(JSON.parse(readFileSync(join(folder, version, 'token-matrix.json'), 'utf8')));
}

/** A webhook request as it came in. */
export interface RecordedDelivery {
  readonly name: string;
  readonly requestLine: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export function recordedDeliveries(version: RecordedVersion): RecordedDelivery[] {
  const path = join(folder, version, 'webhooks');
  return readdirSync(path).map((file) => {
    const text = readFileSync(join(path, file), 'utf8');
    const end = text.indexOf('\r\n\r\n');
    const [requestLine = '', ...lines] = text.slice(0, end).split('\r\n');
    return {
      name: basename(file, '.http'),
      requestLine,
      headers: lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
      body: text.slice(end + 4),
    };
  });
}
