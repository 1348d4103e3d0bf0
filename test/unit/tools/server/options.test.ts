import assert from 'node:assert/strict';
import { parseOptions } from '../../../../src/tools/server/commandLine.ts';
import { UsageError } from '../../../../src/tools/http/listenOptions.ts';
import { defaultOptions } from '../../../../src/tools/server/toolServerConfig.ts';

describe('options of the tool server', () => {
  it('are refused with the wrong value', () => {
    for (const [args, words] of [
      [['--nope'], /--nope/],
      [['--transport', 'smoke'], /--transport/],
      [['--toolsets', 'isues'], /isues/],
      [['--port', '-1'], /--port/],
      [['--port', '65536'], /--port/],
      [['--rate-limit', 'many'], /--rate-limit/],
      [['--allowed-host', '--read-only'], /--allowed-host/],
      [['--allowed-origin', '--read-only'], /--allowed-origin/],
      [['--transport', 'https'], /--cert/],
      [['--transport', 'https', '--cert', 'a.pem'], /--key/],
      [['--transport', 'https', '--cert', 'a.pem', '--key', 'b.pem', '--pkcs12', 'c.p12'], /--pkcs12/],
    ] as const)
      assert.throws(
        () => parseOptions(args),
        (error) => error instanceof UsageError && words.test(error.message),
        args.join(' '),
      );
  });

  it('allow plain http on other addresses than the loopback only with --insecure-bind [TS3]', () => {
    const open = ['--transport', 'http', '--host', '0.0.0.0'];
    assert.throws(() => parseOptions(open), /unencrypted/);
    assert.equal(parseOptions([...open, '--insecure-bind'])?.host, '0.0.0.0');
    for (const host of ['127.0.0.1', '::1', 'localhost'])
      assert.equal(parseOptions(['--transport', 'http', '--host', host])?.host, host);
  });

  it('default to the ports and addresses of the specification [TS2] [TS3]', () => {
    const certificate = ['--cert', 'a.pem', '--key', 'b.pem'];
    const of = (args: readonly string[]) => {
      const { transport, host, port } = parseOptions(args) ?? assert.fail('no options');
      return { transport, host, port };
    };
    assert.equal(of([]).transport, 'stdio');
    assert.deepEqual(of(['--transport', 'http']), { transport: 'http', host: '127.0.0.1', port: 8080 });
    assert.deepEqual(of(['--transport', 'https', ...certificate]), {
      transport: 'https',
      host: '::',
      port: 8443,
    });
  });

  it('are those of a start without options, which loads no parser', () =>
    assert.deepEqual(parseOptions([]), defaultOptions));

  it('accept --json, and repeat hosts and origins', () => {
    const names = ['--allowed-host', 'a', '--allowed-host', 'b', '--allowed-origin', 'c'];
    const options = parseOptions(['--json', ...names]);
    assert.deepEqual([options?.allowedHosts, options?.allowedOrigins], [['a', 'b'], ['c']]);
  });

  it('give way to help, which names the variables', () => {
    let help = '';
    assert.equal(
      parseOptions(['--help'], (text) => (help += text)),
      undefined,
    );
    assert.match(help, /--transport <kind>[\s\S]*SERVICE_TLS_PASSPHRASE/);
  });
});
