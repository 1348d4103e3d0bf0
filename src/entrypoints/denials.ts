/** The denials of a hook whose own code cannot decide; the loader needs them only then. */
export { denialOf } from '../agents/protocols.ts';
