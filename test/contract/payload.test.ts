import assert from 'node:assert/strict';
import { WebhookReceiver } from '../../src/core/webhooks/receiver.ts';
import { type ConditionResult } from '../../src/emulator/store/analyses/analyses.ts';
import { parseDateTime } from '../../src/emulator/http/formats.ts';
import { payloadText } from '../../src/emulator/webhooks/sender.ts';
import { recordedDeliveries, recordedVersions } from './recorded.ts';

type Facts = Parameters<typeof payloadText>[0];

interface RecordedPayload extends Omit<Facts, 'analysedAt' | 'changedAt' | 'branch' | 'gate'> {
  readonly analysedAt: string;
  readonly changedAt: string;
  readonly branch: { readonly name: string; readonly type: string; readonly isMain: boolean };
  readonly qualityGate?: {
    readonly name: string;
    readonly status: 'OK' | 'ERROR';
    readonly conditions: readonly {
      readonly metric: string;
      readonly operator: string;
      readonly value?: string;
      readonly status: string;
      readonly errorThreshold: string;
    }[];
  };
}

const secretOf = (name: string): string =>
  /global-signed|nonascii/u.test(name) ? '0123456789abcdef' : 'sécrèt-key-16-chars';

for (const version of recordedVersions)
  describe(`deliveries recorded from ${version}`, () => {
    for (const { name, headers, body } of recordedDeliveries(version)) {
      it(`${name}: our payload has the same bytes [WP1] [WP4] [WP7]`, () => {
        const facts = JSON.parse(body) as RecordedPayload;
        const gate = facts.qualityGate;
        const written = payloadText({
          ...facts,
          analysedAt: parseDateTime(facts.analysedAt),
          changedAt: parseDateTime(facts.changedAt) ?? 0,
          branch: { ...facts.branch, kind: 'BRANCH', isMain: facts.branch.isMain ? 1 : 0 },
          gate: gate && {
            name: gate.name,
            result: {
              level: gate.status,
              ignoredConditions: false,
              conditions: gate.conditions.map(
                ({ metric, operator, value, status, errorThreshold }): ConditionResult => ({
                  metric,
                  op: operator === 'LESS_THAN' ? 'LT' : 'GT',
                  error: errorThreshold,
                  level: status === 'ERROR' ? 'ERROR' : 'OK',
                  ...(value === undefined ? {} : { actual: value }),
                }),
              ),
            },
          },
        });
        assert.equal(written, body);
      });

      it(`${name}: our receiver accepts it, and with a changed byte only unsigned`, () => {
        const lower = Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), value]));
        const isSigned = lower['x-sonar-webhook-hmac-sha256'] !== undefined;
        const receiver = new WebhookReceiver({ secrets: isSigned ? [secretOf(name)] : [] });
        const received = receiver.receive(lower, Buffer.from(body));
        assert.ok(received.kind === 'accepted');
        assert.equal(received.payload.project.key, lower['x-sonarqube-project']);
        const changed = receiver.receive(lower, Buffer.from(`${body} `));
        assert.equal(changed.kind, isSigned ? 'ignored' : 'accepted');
      });
    }
  });
