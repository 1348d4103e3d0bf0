import assert from 'node:assert/strict';
import { operatorLog } from '../../../src/relay/commands.ts';

describe('the log of a relay', () => {
  const message = 'a\u202Eb \u2028 \u009B2J\nx';

  for (const format of ['text', 'json'] as const)
    it(`shows as ${format} each message on one line without characters that a terminal obeys`, () => {
      let written = '';
      const log = operatorLog(
        format,
        (line) => (written += line),
        () => 0,
      );
      log.warn(message);
      assert.match(written, /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
      if (format === 'json')
        assert.deepEqual(JSON.parse(written), { time: '1970-01-01T00:00:00.000Z', level: 'warn', message });
    });
});
