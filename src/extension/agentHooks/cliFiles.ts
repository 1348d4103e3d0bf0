/** All bundles of service-cli that come with the extension: a remote machine needs each of them. */
export const cliFiles = [
  'cli.js',
  'commands.js',
  'loader.js',
  'denials.js',
  'gateDocument.js',
  'hook.js',
  'outputs.js',
  'shell.js',
  'policy.js',
  'projectRules.js',
  'session.js',
  'writes.js',
  'tools.js',
  'toolOptions.js',
  'toolProtocol.js',
  'toolCalls.js',
  'toolHttp.js',
  'cliLogin.js',
] as const;

/**
 * Guesses the folder for service-cli on the machine of a workspace folder.
 *
 * @param folderPath The absolute path of the workspace folder on that machine, with forward slashes.
 * @param version The version of the extension.
 * @returns A path below the home folder that `folderPath` starts with. An empty string if it starts with none, so
 * that the user enters a path.
 *
 * The editor does not tell an extension which home folder the user has on a remote machine.
 */
export function guessCliFolder(folderPath: string, version: string): string {
  const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(folderPath)?.[0];
  return home === undefined ? '' : `${home}/.service/service-cli/bin/${version}`;
}
