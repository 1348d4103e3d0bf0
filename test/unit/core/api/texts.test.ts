import assert from 'node:assert/strict';
import { searchProjects } from '../../../../src/core/api/components.ts';
import { getSystemStatus } from '../../../../src/core/api/system.ts';
import { listWebhooks } from '../../../../src/core/api/webhooks.ts';
import { startServer } from '../../../support/httpServer.ts';
import { apiAt, withAnswers } from '../../../support/platformStub.ts';

const command = '[unlock](command:runCommands)';

describe('texts of a platform', () => {
  for (const answer of [
    { status: `that it must be ${command}`, version: '10.7' },
    { status: 'UP', version: command },
    { status: 'UP', version: '9.9\u001B[2J' },
    { status: 'U'.repeat(41) },
    { status: '' },
  ])
    it(`are refused if they are neither status nor version: ${JSON.stringify(answer)} [P2]`, () =>
      withAnswers({ 'api/system/status': answer }, 't', ({ api }) =>
        assert.rejects(getSystemStatus(api), { code: 'malformed' }),
      ));

  for (const answer of [
    { status: 'UP', version: '9.9.0.65466' },
    { status: 'DB_MIGRATION_RUNNING', version: '2026.3.1.123439' },
    { status: 'STARTING', version: '26.9-SNAPSHOT' },
    { status: 'UP' },
  ])
    it(`are taken where they are a status and a version: ${JSON.stringify(answer)}`, () =>
      withAnswers({ 'api/system/status': answer }, 't', async ({ api }) => {
        assert.deepEqual(await getSystemStatus(api), answer);
      }));

  it('keep no control characters, line breaks and changes of direction in names, and no endless name [P2]', async () => {
    const named = (name: string) => ({ key: 'k', name });
    const components = [named('Shop\u001B]8;;x\u0007\r\nnew\u202Eeman'), named('x'.repeat(10_000))];
    const answer = { components, paging: { total: 2 } };
    await withAnswers({ 'api/components/search_projects': answer }, 't', async ({ api }) => {
      const { items } = await searchProjects(api, {});
      assert.equal(items[0]?.name, 'Shop ]8;;x neweman');
      assert.equal(items[1]?.name.length, 500);
    });
  });

  it('are bounded without half a character at the end', async () => {
    const webhooks = [{ key: 'k', name: '\u{1F600}'.repeat(400), url: 'https://ci.example.com' }];
    await withAnswers({ 'api/webhooks/list': { webhooks } }, 't', async ({ api }) => {
      const [webhook] = await listWebhooks(api, {});
      assert.match(webhook?.name ?? '', /^\u{1F600}+…$/u);
    });
  });

  it('stay on one line in the message of a failure', async () => {
    const body = JSON.stringify({ errors: [{ msg: 'no\n2026-01-01 [error] forged' }] });
    await using server = await startServer((_request, response) => response.writeHead(400).end(body));
    await assert.rejects(getSystemStatus(apiAt(server.url)), /no 2026-01-01 \[error\] forged$/);
  });
});
