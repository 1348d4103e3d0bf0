import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';
import { relayProgram } from '../../../src/relay/commands.ts';

const folder = join(import.meta.dirname, '../../../deploy/relay');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** Variables that `relay start` reads: those of its options, and the login at NATS. */
const variables = new Set([
  ...(relayProgram()
    .commands.find((command) => command.name() === 'start')
    ?.options.flatMap(({ envVar }) => envVar ?? []) ?? []),
  'SERVICE_RELAY_NATS_USER',
  'SERVICE_RELAY_NATS_PASSWORD',
]);

/** Returns the names of variables that look like the relay's and that it does not read. */
function unknownVariables(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('SERVICE_RELAY_') && !variables.has(name));
}

const service = z.object({
  image: z.string(),
  command: z.optional(z.array(z.string())),
  environment: z.optional(z.record(z.string(), z.string())),
  read_only: z.optional(z.boolean()),
});
const composeSchema = z.object({ services: z.record(z.string(), service) });

const containerSchema = z.object({
  env: z.array(z.object({ name: z.string(), value: z.optional(z.string()) })),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
  }),
});
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.number(),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.array(containerSchema),
      }),
    }),
  }),
});

describe('the deployment files of the relay', () => {
  it('start three NATS nodes with JetStream that know each other, and two relays on all of them', () => {
    const { services } = composeSchema.parse(parse(read('compose.yaml'), { merge: true }));
    const names = Object.keys(services);
    assert.deepEqual(names, ['nats1', 'nats2', 'nats3', 'relay1', 'relay2', 'balancer']);
    for (const { image } of Object.values(services))
      assert.match(
        image,
        /^service-relay$|@sha256:[0-9a-f]{64}$/,
        'images of others are pinned by their digests',
      );
    for (const node of ['nats1', 'nats2', 'nats3']) {
      const command = services[node]?.command ?? [];
      assert.equal(command[command.indexOf('--name') + 1], node);
      assert.ok(command.includes('--jetstream'));
      const routes = command[command.indexOf('--routes') + 1]?.split(',') ?? [];
      const others = ['nats1', 'nats2', 'nats3'].filter((name) => name !== node);
      assert.deepEqual(
        routes,
        others.map((name) => `nats://${name}:6222`),
      );
    }
    for (const relay of ['relay1', 'relay2']) {
      const { environment = {}, read_only: isReadOnly } = services[relay] ?? {};
      assert.deepEqual(unknownVariables(Object.keys(environment)), []);
      assert.equal(environment.SERVICE_RELAY_NATS?.split(',').length, 3);
      assert.equal(environment.SERVICE_RELAY_NATS_REPLICAS, '3');
      assert.equal(isReadOnly, true);
    }
  });

  it('run the relays of Kubernetes without rights, with variables that they read and a drain within the grace period', () => {
    const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS() as unknown;
    });
    assert.equal(documents.length, 3);
    const { spec } = deploymentSchema.parse(documents[0]);
    const [container] = spec.template.spec.containers;
    assert(container);
    assert.ok(spec.replicas >= 2);
    assert.deepEqual(unknownVariables(container.env.map(({ name }) => name)), []);
    assert.equal(container.readinessProbe.httpGet.path, '/healthz');
    const drain = container.env.find(({ name }) => name === 'SERVICE_RELAY_DRAIN_SECONDS')?.value;
    assert.ok(spec.template.spec.terminationGracePeriodSeconds > Number(drain) + 10);
  });
});
