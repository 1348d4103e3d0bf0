/**
 * The shims run this file: `node loader.js hook <editor> <event> shim`. It runs the handler beside it, and the bundles that the
 * handler requires, only if they are byte for byte what `integrate` installed: a truncated or half-updated handler must
 * not decide anything.
 */
import { readFileSync, statSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Answer } from '../agents/protocol.ts';
import { handlerCode, runWithCompiledCode } from '../cli/compiledCode.ts';
import { hangs, watchedRequire } from '../cli/hook/watchdog.ts';
import type * as Denials from './denials.ts';

const [, , , editor = '', event = '', caller = ''] = process.argv;

/** @throws when that bundle is damaged, too; the shim then denies. */
function denialOf(reason: string): Answer {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- few hooks need it, and loading it takes longer than the rest of the loader
  return (require('./denials.js') as typeof Denials).denialOf(editor, event, reason);
}

try {
  const manifest = JSON.parse(readFileSync(join(__dirname, 'manifest.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  // Most events do not need it, but without it the handler is incomplete.
  statSync(join(__dirname, 'policy.js'));
  const keepCode = runWithCompiledCode(join(__dirname, 'hook.js'), {
    folder: join(__dirname, handlerCode),
    require: watchedRequire(require, () => denialOf(hangs), caller === 'shim'),
    verify(path, digest) {
      if (manifest.files[basename(path)] !== digest)
        throw new Error(`${path} differs from what was installed`);
    },
  });
  process.once('exit', keepCode);
} catch {
  // The answer refuses the event and names the repair. `service-cli system status` says which file is damaged.
  const reason = `Blocked: the secrets hook is damaged. Run: service-cli integrate ${editor}`;
  const { stdout, stderr, exitCode } = denialOf(reason);
  if (stderr !== undefined) writeSync(2, `${stderr}\n`);
  writeSync(1, stdout);
  process.exitCode = exitCode;
}
