import { startEmbeddedPlatform, type EmbeddedPlatform } from '../../scripts/embeddedPlatform.ts';
import { useToken } from './tokens.ts';

/**
 * An embedded platform of a test's own, from the built `dist/cli.js`; its token is searched for after the run. Works in
 * the test process and in the extension host.
 * @param data folder of its store, which must not lie below the folders that are searched
 * @param options further ones of `platform start`, for example `--cloud`
 */
export async function startPlatform(data: string, ...options: string[]): Promise<EmbeddedPlatform> {
  const program = {
    node: process.env.SERVICE_TEST_NODE ?? process.execPath,
    root: process.env.SERVICE_TEST_ROOT ?? process.cwd(),
  };
  const platform = await startEmbeddedPlatform(program, '--data', data, ...options);
  useToken(platform.token);
  return platform;
}
