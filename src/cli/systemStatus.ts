import { readState } from '../node/cliState.ts';
import { neutralBrand } from '../core/brand.ts';
import { type ExitCode, exitCodes } from './exitCodes.ts';
import type { Context } from './program.ts';
import { version } from './version.ts';

/** Needs no network: `auth status` asks the platform. */
export async function systemStatus({ session, terminal }: Context): Promise<ExitCode> {
  const { env } = terminal.host;
  const { state } = await readState(session.home.state);
  const source = env[neutralBrand.environment.token] ? 'environment' : state.login?.storedIn;
  const auth = { authenticated: source !== undefined, ...(source !== undefined && { source }) };
  terminal.answer({ version, home: session.home.directory, auth, items: [] }, () =>
    [
      `service-cli ${version}, files in ${session.home.directory}`,
      `Login: ${source === undefined ? 'none' : `token in the ${source}`}`,
    ].join('\n'),
  );
  return exitCodes.fine;
}
