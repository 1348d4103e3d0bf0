/**
 * The shims run this file: `node loader.js hook <editor> <event>`. It runs the handler beside it only if the handler is
 * byte for byte the one that `integrate` installed: a truncated or half-updated handler must not decide anything.
 */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { denialOf, kindOf } from '../agents/protocols.ts';
import { digestOf } from '../cli/hook/digest.ts';
import { runSource } from '../cli/hook/runtime.ts';

const [, , , editor = '', event = ''] = process.argv;

try {
  const manifest = JSON.parse(readFileSync(join(__dirname, 'manifest.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  const verified = (name: string): Buffer => {
    const source = readFileSync(join(__dirname, name));
    if (manifest.files[name] !== digestOf(source)) throw new Error(`${name} differs from what was installed`);
    return source;
  };
  const source = verified('hook.js');
  verified(kindOf(editor, event) === 'session' ? 'session.js' : 'policy.js');
  runSource(source, join(__dirname, 'hook.js'));
} catch {
  // The answer refuses the event and names the repair. `service-cli system status` says which file is damaged.
  const reason = `Blocked: the secrets hook is damaged. Run: service-cli integrate ${editor}`;
  const { stdout, stderr, exitCode } = denialOf(editor, event, reason);
  if (stderr !== undefined) writeSync(2, `${stderr}\n`);
  writeSync(1, stdout);
  process.exitCode = exitCode;
}
