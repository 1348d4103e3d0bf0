import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { MaskedStream } from '../../../../src/cli/run/maskedStream.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { githubToken, privateKeyBlock } from '../../../support/madeSecrets.ts';

const value = 'pq/Zb7R4mQx2p';

async function masked(chunks: readonly (string | Buffer)[]): Promise<string> {
  const stream = new MaskedStream({
    known: [{ value, rule: 'KEY' }],
    find: (text) => scan(text, { ignoresComments: true }).findings,
    numberOf: () => undefined,
  });
  const all = buffer(stream);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return (await all).toString();
}

const hidden = (rule: string): string => `‹hidden by service-cli: ${rule}, unchanged at its source›`;

describe('the masks of a stream', () => {
  it('hide a value wherever its pieces end', async () => {
    const base64 = Buffer.from(`u:${value}`).toString('base64');
    for (const form of [value, encodeURIComponent(value), `${value.slice(0, 4)}\u001B[1m${value.slice(4)}`])
      for (let at = 1; at < form.length; at++)
        assert.equal(
          await masked([`a ${form.slice(0, at)}`, `${form.slice(at)}\nb`]),
          `a ${hidden('KEY')}\nb`,
        );
    for (let at = 1; at < base64.length; at++)
      assert.ok((await masked([base64.slice(0, at), base64.slice(at)])).includes(hidden('KEY')), String(at));
  });

  it('hide values that follow each other, and keep what only begins like one', async () => {
    assert.equal(
      await masked([`${value}\n`, `${value}\n`, 'p\n', 'pq/', '\nx']),
      `${`${hidden('KEY')}\n`.repeat(2)}p\npq/\nx`,
    );
  });

  it('hide a token and a private key that come line by line or in halves', async () => {
    const token = githubToken(1);
    const line = `TOKEN=${token}\n`;
    assert.equal(await masked([line.slice(0, 20), line.slice(20)]), `TOKEN=${hidden('github-token')}\n`);
    const key = privateKeyBlock(2);
    const text = `before\n${key}\nafter\n`;
    const shown = /^before\n‹hidden by service-cli: private-key[^›]*›\nafter\n$/;
    assert.match(await masked(text.split(/(?<=\n)/)), shown);
    assert.match(await masked(text.split(/(?<=END )/)), shown);
  });

  it('keep the bytes of characters that are cut, and of what is no text', async () => {
    const text = Buffer.from('grüße €\n🙂 done');
    for (let at = 1; at < text.length; at++)
      assert.equal(await masked([text.subarray(0, at), text.subarray(at)]), text.toString());
    const binary = Buffer.from([0x80, 0xff, 0, 10, 0xc3]);
    assert.equal(
      await masked([Buffer.concat([binary, Buffer.from(value)])]),
      `${binary.toString()}<${hidden('KEY').slice(1, -1)}>`,
    );
  });

  it('take little time for long lines', async () => {
    const line = 'abc 123 '.repeat(8_000);
    assert.equal((await masked(Array.from({ length: 100 }, () => line))).length, 100 * line.length);
  });
});
