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
 * Guesses the folder for service-cli on a remote machine, whose home folder the editor does not tell an extension.
 *
 * @param folderPath The absolute path of the workspace folder on that machine, with forward slashes.
 * @returns A path below the home folder that `folderPath` starts with; an empty string if it starts with none.
 */
export function guessCliFolder(folderPath: string, version: string): string {
  const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(folderPath)?.[0];
  return home === undefined ? '' : `${home}/.service/service-cli/bin/${version}`;
}
