import { config } from 'zod/mini';

/**
 * Keeps zod from compiling the check of each object when it is used first. Editors start the tool server without
 * arguments and send it few requests, so compiling takes more time than it saves: a twentieth of the time to the answer
 * of the first call. The schemas of the protocol read this setting when they are created, so this file is imported before them.
 */
if (process.argv.length === 3) config({ jitless: true });
