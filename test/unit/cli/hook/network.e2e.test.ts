import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { events, questions, secret, withHooks } from '../../../support/hookedProject.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

/** Notes each attempt to connect, to resolve a name and to open a port. */
const watcher = (file: string): string => `
const fs = require('node:fs');
const note = (object, name) => {
  const own = object[name];
  object[name] = function (...args) {
    fs.appendFileSync(${JSON.stringify(file)}, name + '\\n');
    return own.apply(this, args);
  };
};
const net = require('node:net');
note(net.Socket.prototype, 'connect');
note(net.Server.prototype, 'listen');
for (const name of ['lookup', 'resolve']) { note(require('node:dns'), name); note(require('node:dns/promises'), name); }
note(require('node:dgram'), 'createSocket');
note(globalThis, 'fetch');
`;

describe('a hook in a network with a proxy', () => {
  it('opens no connection and resolves no name, whatever it decides [N6]', () =>
    withHooks(async ({ home, project, env, bin }) => {
      const loader = join(bin, 'loader.js');
      const [preload, noted] = [join(home, 'watcher.cjs'), join(home, 'noted')];
      writeFileSync(preload, watcher(noted));
      writeFileSync(join(project, 'a.txt'), 'hello');
      const ask = async (event: string, question: object): Promise<string> => {
        const child = spawn(process.execPath, ['--require', preload, loader, 'hook', 'cursor', event], {
          env: {
            PATH: env.PATH,
            ...homeVariables(home),
            SERVICE_TOKEN: 'squ_x',
            SERVICE_URL: 'https://quality.example.com',
            HTTPS_PROXY: 'http://127.0.0.1:9',
            SERVICE_PROXY: 'http://127.0.0.1:9',
          },
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        child.stdin.end(JSON.stringify({ ...question, workspace_roots: [project] }));
        const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
        return answer;
      };
      for (const event of events) assert.match(await ask(event, questions[event](project)), /allow|true/);
      const denied = await ask('beforeSubmitPrompt', { prompt: `log in with ${secret}`, attachments: [] });
      assert.match(denied, /false/);
      assert.ok(!existsSync(noted), existsSync(noted) ? readFileSync(noted, 'utf8') : '');

      // The watcher notices a connection: the start of a session asks for the gate.
      writeFileSync(join(project, 'service-project.properties'), 'service.projectKey=demo\n');
      await ask('sessionStart', {});
      assert.match(readFileSync(noted, 'utf8'), /connect/);
    }));
});
