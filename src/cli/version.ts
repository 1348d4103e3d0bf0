import manifest from '../../package.json' with { type: 'json' };

/** Of the command line, which is that of the whole product. */
export const version: string = manifest.version;
