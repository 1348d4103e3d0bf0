import assert from 'node:assert/strict';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { usePlatform } from '../../contract/usePlatform.ts';
import { runLoggedIn, type CliRun } from '../../support/cliRun.ts';
import { startServer } from '../../support/httpServer.ts';

describe('a command whose call the platform rejects', () => {
  const { platform, admin } = usePlatform({ edition: 'developer' });

  before(async () => {
    await admin.project('shop');
    await admin.analyse('shop', { files: {} });
    await admin.project('checkout-page');
  });
  afterEach(() => platform.control({ status: 'UP' }));

  const run = (
    command: string,
    { url = platform.url, token = platform.token }: { url?: string; token?: string } = {},
  ): Promise<CliRun> => runLoggedIn(command.split(' '), commandTable, { url, token }, true);

  const failed = async (command: string, at?: { url: string }): Promise<string> => {
    const { exitCode, stdout, stderr } = await run(command, at);
    assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' }, stderr);
    return stderr.replaceAll(at?.url ?? platform.url, 'URL');
  };

  const hidden = 'was not found on URL, or the token has no permission to see it.';
  const list = 'To list the projects, run: service-cli projects list';

  for (const command of [
    'gate status',
    'issues list',
    'measures',
    'link',
    'webhooks list',
    'webhooks create --name Build --url https://build.example.com',
    'webhooks update KEY --name Build',
  ])
    it(`${command} names the project that the platform does not show, and the command that lists projects`, async () => {
      assert.equal(await failed(`${command} --project nope`), `✗ Project "nope" ${hidden}\n  ${list}\n`);
    });

  for (const [typed, hint] of [
    ['shpo', ''],
    ['shp', 'Did you mean shop? '],
    ['SHOP', 'Did you mean shop? '],
    ['checkotu-page', 'Did you mean checkout-page? '],
    ['checkout', ''],
  ] as const)
    it(`gate status ${hint === '' ? 'suggests no project' : 'suggests the project that is meant'} for "${typed}"`, async () => {
      assert.equal(
        await failed(`gate status --project ${typed}`),
        `✗ Project "${typed}" ${hidden}\n  ${hint}${list}\n`,
      );
    });

  for (const command of ['gate status', 'issues list', 'measures'])
    for (const [option, what] of [
      ['--branch', 'Branch'],
      ['--pull-request', 'Pull request'],
    ] as const)
      it(`${command} says that the platform does not find what ${option} names, and where to look`, async () => {
        assert.equal(
          await failed(`${command} --project shop ${option} 99`),
          `✗ ${what} "99" of project "shop" ${hidden}\n  See the project on URL/dashboard?id=shop. ${list}\n`,
        );
      });

  for (const [command, answer] of [
    [
      'measures -p shop -m nope',
      /^✗ URL: The following metric keys are not found: nope\.\n {2}Correct --metric/,
    ],
    [
      'gate status -p shop --task nope',
      /^✗ URL: No activity found for task 'nope'\.\n {2}.*--report-task FILE/,
    ],
    ['webhooks delete nope --yes', /^✗ URL: No webhook with key 'nope'\.\n {2}.*service-cli webhooks list/],
    [
      'webhooks delivery nope',
      /^✗ URL: Webhook delivery not found\.\n {2}.*service-cli webhooks deliveries KEY/,
    ],
    [
      'issues list -p shop --page 101',
      /^✗ URL: Can return only the first 10000 results\. .*\n {2}Correct the/,
    ],
  ] as const)
    it(`${command} has the words of the platform, and what to do`, async () => {
      assert.match(await failed(command), answer);
    });

  for (const command of ['gate status', 'issues list', 'measures', 'link', 'webhooks list']) {
    it(`${command} says that the server is starting, when the server does not know the project yet`, async () => {
      platform.control({ status: 'STARTING' });
      assert.match(
        await failed(`${command} -p shop`),
        /^✗ URL is not ready yet \(STARTING\)\.\n {2}Try again/,
      );
    });

    it(`${command} says that an address has no Web API when it answers with a page that does not exist`, async () => {
      await using server = await startServer((_, response) =>
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
      );
      assert.match(
        await failed(`${command} -p shop`, server),
        /^✗ URL has no Web API of the platform\.\n {2}Check the address, including its path\./,
      );
    });
  }

  it('suggests no other project, and requests none, when the platform knows the project but not the branch', async () => {
    const requested: string[] = [];
    await using server = await startServer(({ url = '' }, response) => {
      const [path = ''] = url.split('?');
      requested.push(path);
      const answers: Readonly<Record<string, unknown>> = {
        '/api/system/status': { id: 's', version: '26.9.0.129388', status: 'UP' },
        '/api/components/search_projects': {
          paging: { total: 1 },
          components: [{ key: 'shops', name: 'Shops' }],
        },
      };
      const unknown = { errors: [{ msg: "Branch '99' in project 'shop' not found" }] };
      response.writeHead(path in answers ? 200 : 404).end(JSON.stringify(answers[path] ?? unknown));
    });
    assert.equal(
      await failed('gate status --project shop --branch 99', server),
      `✗ Branch "99" of project "shop" ${hidden}\n  See the project on URL/dashboard?id=shop. ${list}\n`,
    );
    assert.ok(!requested.includes('/api/components/search_projects'), requested.join());
  });

  it('names the version of a server that is too old for the call', async () => {
    await using server = await startServer(({ url = '' }, response) => {
      const isStatus = url.startsWith('/api/system/status');
      const unknown = { errors: [{ msg: `Unknown url : ${url}` }] };
      const answer = isStatus ? { id: 's', version: '8.9.0.43852', status: 'UP' } : unknown;
      response.writeHead(isStatus ? 200 : 404).end(JSON.stringify(answer));
    });
    assert.equal(
      await failed('measures -p shop', server),
      '✗ URL has version 8.9.0.43852. Version 9.9 or later is required.\n',
    );
  });

  for (const words of ['', '{"errors":[{"msg":"Removed"}]}'])
    it(`says to update when the platform has removed the endpoint and answers 410 with "${words}"`, async () => {
      await using server = await startServer((_, response) => response.writeHead(410).end(words));
      assert.equal(
        await failed('gate status -p shop', server),
        '✗ URL has removed a function that this command uses.\n  Update service-cli: npm install --global service-cli\n',
      );
    });

  it('says how to get a permission that the token lacks', async () => {
    const person = await admin.user('ada');
    const { exitCode, stderr } = await run('webhooks list', { token: await person.token('cli') });
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /does not give this token permission for that\.\n {2}An administrator can grant it\./,
    );
  });
});
