import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openDeliveryFolder } from '../../../../src/node/files/deliveryFolder.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const log = {
  warn: (message: string) => {
    throw new Error(message);
  },
};
const digestOf = (number: number): string => number.toString(16).padStart(64, '0');

describe('the record of deliveries on disk', () => {
  it('remembers a delivery beyond its process, until it is released', () =>
    withTempFolder((folder) => {
      const open = () => openDeliveryFolder({ folder, scope: 'a', log });
      assert.equal(open().claim('digest'), true);
      assert.equal(open().claim('digest'), false);
      open().release('digest');
      assert.equal(open().claim('digest'), true);
    }));

  it('keeps scopes apart: two webhooks send the same body', () =>
    withTempFolder((folder) => {
      for (const scope of ['8099/', '8100/', '8099/hook'])
        assert.equal(openDeliveryFolder({ folder, scope, log }).claim('digest'), true, scope);
    }));

  it('gives each delivery to one of several processes', () =>
    withTempFolder(async (folder) => {
      const module = new URL('../../../../src/node/files/deliveryFolder.ts', import.meta.url).href;
      const script = `
        import { openDeliveryFolder } from ${JSON.stringify(module)};
        const record = openDeliveryFolder({ folder: ${JSON.stringify(join(folder, 'deliveries'))}, scope: 'a', log: console });
        const taken = [];
        for (let number = 0; number < 300; number++) if (record.claim(String(number))) taken.push(number);
        process.stdout.write(JSON.stringify(taken));`;
      const children = [1, 2, 3].map(() =>
        spawn(process.execPath, ['--input-type=module', '-e', script], {
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      const taken = await Promise.all(
        children.map(async (child) => {
          let output = '';
          child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
          await once(child, 'close');
          return JSON.parse(output) as number[];
        }),
      );
      assert.deepEqual(
        taken.flat().sort((a, b) => a - b),
        Array.from({ length: 300 }, (_, number) => number),
      );
    }));

  it('forgets the oldest deliveries beyond its limit', () =>
    withTempFolder((folder) => {
      const record = openDeliveryFolder({ folder, scope: 'a', limit: 50, log });
      for (let number = 0; number < 50; number++) record.claim(digestOf(number));
      const [oldest] = readdirSync(folder).filter((name) => name !== 'salt');
      utimesSync(join(folder, String(oldest)), 1, 1);
      for (let number = 50; number < 500; number++) assert.equal(record.claim(digestOf(number)), true);
      const names = readdirSync(folder);
      assert(names.length <= 50 + 100 + 1, String(names.length));
      assert(!names.includes(String(oldest)));
      assert.equal(record.claim(digestOf(499)), false);
    }));

  it('contains nothing of deliveries, and is readable by its owner only [U1]', () =>
    withTempFolder((folder) => {
      const data = join(folder, 'deliveries');
      openDeliveryFolder({ folder: data, scope: 'a', log }).claim(digestOf(7));
      assert(readdirSync(data).every((name) => !name.includes(digestOf(7))));
      const recorded = readdirSync(data).find((name) => name !== 'salt') ?? '';
      assert.equal(readFileSync(join(data, recorded)).length, 0);
      // Another folder has another salt, so that names cannot be compared or searched.
      openDeliveryFolder({ folder, scope: 'a', log }).claim(digestOf(7));
      assert(!readdirSync(folder).includes(recorded));
      if (process.platform !== 'win32') {
        assert.equal(statSync(data).mode & 0o777, 0o700);
        assert.equal(statSync(join(data, 'salt')).mode & 0o777, 0o600);
      }
    }));

  it('rejects when it cannot record a delivery, so that no work runs twice unnoticed', () =>
    withTempFolder((folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, '');
      assert.throws(() => openDeliveryFolder({ folder: join(file, 'x'), scope: 'a', log }));
    }));
});
