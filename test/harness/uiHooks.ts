import type { RootHookObject } from 'mocha';
import { exitOnSignals } from '../../scripts/processGroup.ts';
import { closeAll } from './ui.ts';

exitOnSignals();

/** For `mocha --require`: leaves no editor and no browser behind, whatever the tests did. */
export const mochaHooks: RootHookObject = {
  afterAll: closeAll,
};
