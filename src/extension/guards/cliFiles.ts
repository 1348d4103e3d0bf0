/** The bundles of service-cli that come with the extension, as a remote machine needs them. */
export const cliFiles = [
  'cli.js',
  'commands.js',
  'loader.js',
  'hook.js',
  'policy.js',
  'session.js',
  'tools.js',
  'toolCalls.js',
  'toolHttp.js',
] as const;

/**
 * Where service-cli would lie on the machine of a folder, guessed from the folder's path: the editor does not say whose
 * home is where. Empty where the path tells nothing, so that the person is asked.
 */
export function guessCliFolder(folderPath: string, version: string): string {
  const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(folderPath)?.[0];
  return home === undefined ? '' : `${home}/.service/service-cli/bin/${version}`;
}
