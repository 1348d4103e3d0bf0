import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSession } from '../../../../../src/cli/hook/session/main.ts';
import { startServer } from '../../../../support/httpServer.ts';
import { eachFolder, put } from '../../../../support/tempFolder.ts';

describe('startSession', () => {
  let home: string;
  eachFolder((folder) => {
    home = folder;
    for (const key of ['first', 'second', 'third', 'fourth']) {
      put(join(home, key, 'service-project.properties'), `service.projectKey=${key}\n`);
      put(join(home, key, 'AGENTS.md'), 'Small functions.');
    }
  });

  const start = (input: object, folder?: string, tellsRule?: boolean): Promise<string | undefined> =>
    startSession(JSON.stringify(input), {
      env: { SERVICE_HOME: join(home, '.service') },
      folder,
      bin: home,
      ...(tellsRule !== undefined && { tellsRule }),
      // The machine may be busy.
      deadlineMs: 20_000,
    });
  /** Starts a session of a user who is logged in to a platform at an address. */
  const startWith = (url: string, deadlineMs: number, env: NodeJS.ProcessEnv = {}) => {
    writeFileSync(join(home, 'manifest.json'), '{}');
    const user = { SERVICE_KEYRING: 'off', SERVICE_TOKEN: 'squ_x', SERVICE_URL: url };
    return startSession(JSON.stringify({ cwd: join(home, 'first') }), {
      env: { SERVICE_HOME: join(home, '.service'), ...user, ...env },
      folder: undefined,
      bin: home,
      deadlineMs,
    });
  };

  it('has the parts that are there at the deadline, without the gate of a platform that does not answer', async () => {
    await using server = await startServer(() => undefined);
    const context = await startWith(server.url, 1);
    assert.match(context ?? '', /## Guidelines\n.*\n\nSmall functions\./);
    assert.doesNotMatch(context ?? '', /Quality gate/);
  });

  it('sends no token to a proxy that a variable names for http [P1]', async () => {
    const requests: string[] = [];
    await using proxy = await startServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(502).end();
    });
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'SERVICE_PROXY']) {
      const context = await startWith('http://quality.invalid', 20_000, { [name]: proxy.url });
      assert.match(context ?? '', /Small functions/);
    }
    assert.deepEqual(requests, []);
  });

  const keyIn = (context: string | undefined): string | undefined =>
    /^# About this project \((\w+) on/m.exec(context ?? '')?.[1];

  it('is about the first open folder, else the folder that the editor names, else the working folder', async () => {
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((key) =>
      join(home, key),
    );
    assert.equal(keyIn(await start({ workspace_roots: [first, second], cwd: fourth }, third)), 'first');
    assert.equal(keyIn(await start({ workspace_roots: [], cwd: fourth }, third)), 'third');
    assert.equal(keyIn(await start({ cwd: fourth }, third)), 'third');
    assert.equal(keyIn(await start({ cwd: fourth })), 'fourth');
    assert.equal(await start({}), undefined);
    assert.equal(await start({ cwd: 'fourth' }), undefined);
    assert.equal(keyIn(await start({ cwd: 4 }, third)), 'third');
  });

  it('begins with the rule for analyses for agents that have no file for it, and only with a context', async () => {
    const plain = (await start({ cwd: join(home, 'first') })) ?? '';
    assert.match(plain, /^# About this project/);
    const told = (await start({ cwd: join(home, 'first') }, undefined, true)) ?? '';
    assert.ok(told.endsWith(`\n${plain}`) && told.length > plain.length + 50);
    assert.equal(await start({ cwd: home }, undefined, true), undefined);
  });
});
