import { serviceHome } from '../../../node/files/serviceHome.ts';
import { parseRun, whyRunRefused } from '../../run/runConsent.ts';

/**
 * Returns why an agent may not start `service-cli run ARGS…` in a folder, or undefined.
 *
 * @throws {Failure} when the consents cannot be read.
 */
export function whyAgentRunRefused(
  env: NodeJS.ProcessEnv,
  folder: string,
  args: readonly string[],
): string | undefined {
  const run = parseRun(args);
  return run
    ? whyRunRefused(serviceHome(env, [folder]), folder, run)
    : 'its form is not: --with NAME -- COMMAND';
}
