import { build } from 'esbuild';
import { bundleOptions, bundles } from '../../scripts/bundles.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';

let built: Promise<string> | undefined;

/** The bundles of service-cli as they are shipped, built once for all tests of a process. */
export function builtCli(): Promise<string> {
  built ??= buildAll();
  return built;
}

async function buildAll(): Promise<string> {
  const outdir = temporaryFolder('bundles');
  const names = ['cli', 'commands', 'loader', 'hook', 'policy', 'session', 'shell'];
  await Promise.all(
    names.map((name) => {
      const { entry = '', chunks = {}, external = [], alias = {}, keepNames = true } = bundles[name] ?? {};
      const options = bundleOptions(true);
      return build({
        ...options,
        entryPoints: { [name]: entry, ...chunks },
        outdir,
        external,
        alias: { ...options.alias, ...alias },
        keepNames,
      });
    }),
  );
  return outdir;
}
