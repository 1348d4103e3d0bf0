import assert from 'node:assert/strict';
import { callsInCode } from '../../../src/agents/request/codeCalls.ts';
import { assertLinear } from '../../support/growth.ts';

describe('code that calls tools of the agent', () => {
  it('is read where its calls are written out', () => {
    const code = `
      // List the files, then read one.
      const r = await tools.exec_command({ cmd: "ls -la", timeout: 10, "env": ['a', \`b\`] });
      const [x] = await Promise.all([tools.read_file({path: 'it\\'s'})]);
      text(\`\${r.output} \${x.lines}\` + results[0].text)`;
    const { calls, isPlain } = callsInCode(code);
    assert.deepEqual(calls, [{ cmd: 'ls -la', timeout: '10', env: ['a', 'b'] }, { path: "it's" }]);
    assert.ok(isPlain);
  });

  it('counts as code that prints everything where it composes a call', () => {
    for (const code of [
      'tools.exec_command({cmd: "cat " + name})',
      'tools.exec_command({cmd: `cat ${name}`})',
      'tools.exec_command({cmd})',
      'tools.exec_command(options)',
      'tools["exec_command"]({cmd: "ls"})',
      'const { exec_command: run } = tools; run({cmd: "ls"})',
      'const t = tools; t.exec_command({cmd: "ls"})',
      'globalThis["too" + "ls"].x({cmd: "cat .env"}); exec_command()',
      'text(`${tools.x}`)',
      String.raw`tools.exec_command({cmd: "cat \u002eenv"})`,
      String.raw`t\u006fols.exec_command({cmd: "x"})`,
      '"".constructor["const" + "ructor"]("return tools")()',
      'exec_command({cmd: "ls"})',
      'callTool("bash", x)',
      'tools.exec_command({cmd: "ls" /* " */ + x})',
    ])
      assert.equal(callsInCode(code).isPlain, false, code);
  });

  it('is nothing to read where it calls none', () => {
    for (const code of ['print(1)', 'const text = "tool"', 'x.map((y) => y[z])'])
      assert.deepEqual(callsInCode(code), { calls: [], isPlain: true }, code);
  });

  it('is read in linear time', () => {
    for (const part of ['tools.x({a:[', '/*', '`${', 'tools .', '"\\', ' '])
      assertLinear((length) => callsInCode(`tools ${part.repeat(length)}`), 2_000, 20_000, part);
  });
});
