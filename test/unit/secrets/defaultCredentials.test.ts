import assert from 'node:assert/strict';
import { scan } from '../../../src/secrets/scan.ts';
import { randomText } from '../../support/madeSecrets.ts';
import { assertNone } from '../../support/lists.ts';

const isFound = (text: string): boolean => scan(text, { path: '.env' }).findings.length > 0;

describe('scan of default credentials', () => {
  const hosts = ['localhost', '127.0.0.1:5432', '[::1]:5672', 'host.docker.internal', 'db:5432', 'mq'];
  const logins = [
    'postgres:postgres',
    'root:root',
    'guest:guest',
    'admin:password',
    'app:app',
    'orders:orders',
  ];

  it('does not report documented passwords of services on the same machine, whatever the image', () => {
    const urls = hosts.flatMap((host) =>
      logins.map((login) => `DATABASE_URL=postgres://${login}@${host}/app`),
    );
    assertNone(urls, isFound);
    assertNone(
      [
        'POSTGRES_PASSWORD=postgres',
        'MYSQL_PASSWORD=mysql',
        'RABBITMQ_PASSWORD=rabbitmq',
        'REDIS_PASSWORD: redis',
      ],
      isFound,
    );
  });

  it('reports the user of a service as its password on another machine, and other passwords on this one', () => {
    const secret = randomText(12, 5);
    for (const text of [
      'DATABASE_URL=postgres://orders:orders@db.internal.quay.dev/app',
      `DATABASE_URL=postgres://orders:${secret}@localhost/app`,
      `DATABASE_URL=amqp://guest:${secret}@mq:5672`,
      `POSTGRES_PASSWORD=${secret}`,
    ])
      assert.ok(isFound(text), text);
  });
});
