import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Installation {
  readonly home: string;
  /** The folder of the handler. */
  readonly bin: string;
}

/** Faults behind the script of a hook, which no agent may take for consent. Each breaks one part of an installation. */
export const handlerFaults = {
  'the user is not logged in': ({ home }) => {
    writeFileSync(join(home, '.service/service-cli/state.json'), '{"version":1}');
  },
  'the handler was changed': ({ bin }) => {
    const path = join(bin, 'hook.js');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// x`);
  },
  'the loader is missing': ({ bin }) => {
    unlinkSync(join(bin, 'loader.js'));
  },
  'the loader is empty': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), '');
  },
  'the shell that waits for the handler is killed': ({ bin }) => {
    const answer = '{"permission":"allow","continue":true,"decision":"allow"}';
    writeFileSync(join(bin, 'loader.js'), `process.kill(process.ppid, 'SIGKILL'); console.log('${answer}')`);
  },
  'the loader crashes': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), 'process.abort()');
  },
} as const satisfies Readonly<Record<string, (installation: Installation) => undefined>>;
