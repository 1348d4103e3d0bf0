import manifest from '../../package.json' with { type: 'json' };

/** The version of the command line, which is the version of the whole product. */
export const version: string = manifest.version;
