import type { RootHookObject } from 'mocha';
import { closeAll } from './ui.ts';

/** For `mocha --require`: leaves no editor and no browser behind, whatever the tests did. */
export const mochaHooks: RootHookObject = {
  afterAll: closeAll,
};
