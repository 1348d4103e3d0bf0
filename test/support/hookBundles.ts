import * as outputs from '../../src/cli/hook/outputs/main.ts';
import * as policy from '../../src/cli/hook/policy/main.ts';
import * as session from '../../src/cli/hook/session/main.ts';
import * as projectRules from '../../src/secrets/policy/projectRules.ts';

/** The bundles beside that of the hook, by the names with which it loads them. */
export const bundles: Readonly<Record<string, unknown>> = {
  './outputs.js': outputs,
  './policy.js': policy,
  './projectRules.js': projectRules,
  './session.js': session,
};

/**
 * Provides what the modules of the hook find in their bundle: `require` loads the other bundles, which are the modules of
 * the source here. Call it inside of `describe`.
 *
 * @returns The names of the bundles that the current test has loaded.
 */
export function withHookBundles(): readonly string[] {
  const loaded: string[] = [];
  beforeEach(() => {
    loaded.length = 0;
  });
  before(() => {
    const load = (name: string): unknown => {
      loaded.push(name);
      return bundles[name];
    };
    Object.assign(globalThis, { require: load });
  });
  after(() => Reflect.deleteProperty(globalThis, 'require'));
  return loaded;
}

/** Sets variables of this process for the tests of a `describe`: the engine of the hooks finds the home of the user there. */
export function withServiceHome(home: () => string): void {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.SERVICE_HOME;
    process.env.SERVICE_HOME = home();
  });
  afterEach(() => {
    if (before === undefined) delete process.env.SERVICE_HOME;
    else process.env.SERVICE_HOME = before;
  });
}
