import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { expectNoTokenIn } from '../../harness/tokens.ts';

describe('search for tokens', () => {
  const token = 'squ_0123456789abcdef';
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder('tokens');
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
  });

  it('accepts files without tokens', async () => {
    writeFileSync(join(folder, 'deep/er/file'), 'squ_0123456789abcde');
    await expectNoTokenIn([folder], [token]);
  });

  const hidden = {
    'as it is, among other bytes': Buffer.concat([Buffer.from([0, 255]), Buffer.from(`x${token}y`)]),
    'as Basic authentication sends it': Buffer.from(`Basic ${Buffer.from(`${token}:`).toString('base64')}`),
    'as Basic authentication with a password': Buffer.from(Buffer.from(`${token}:secret`).toString('base64')),
  };
  for (const [how, content] of Object.entries(hidden))
    it(`finds a token ${how}, and does not repeat it`, async () => {
      writeFileSync(join(folder, 'deep/er/file'), content);
      await assert.rejects(expectNoTokenIn([folder], [token]), (error: Error) => {
        assert.match(error.message, /deep\/er\/file/);
        assert.ok(!error.message.includes(token));
        return true;
      });
    });

  it('finds a token in the name of a file', async () => {
    writeFileSync(join(folder, `${token}.log`), '');
    await assert.rejects(expectNoTokenIn([folder], [token]), /<token>\.log/);
  });

  it('accepts a token in a file that is listed as allowed', async () => {
    writeFileSync(join(folder, 'deep/settings.json'), token);
    await expectNoTokenIn([folder], [token], [/\/settings\.json$/]);
  });
});
