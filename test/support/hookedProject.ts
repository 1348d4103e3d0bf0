import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givePolicyConsent } from '../../src/node/credentials/changePolicyConsents.ts';
import { policyIdentity } from '../../src/node/credentials/policyConsents.ts';
import { serviceHome } from '../../src/node/files/serviceHome.ts';
import { fireEvent, type FakeEditorOptions, type Outcome } from '../fakeEditor/fakeEditor.ts';
import { expectSuccess } from './cliRun.ts';
import { withIntegrateFixture, type IntegrateFixture } from './integrateFixture.ts';
import { homeVariables } from './homeVariables.ts';

/** A token of the platform's own shape, made here, so that no scanner takes this file for a leak. */
export const secret = `squ_${createHash('sha1').update('guard').digest('hex')}`;

export interface HookedProject extends IntegrateFixture {
  readonly bin: string;
  readonly fire: (
    event: string,
    payload: Record<string, unknown> | Buffer,
    more?: Partial<FakeEditorOptions>,
  ) => Promise<Outcome>;
}

/** A project with installed hooks, opened in the editor by a user who is logged in. */
export function withHooks(use: (fixture: HookedProject) => Promise<void>): Promise<void> {
  return withIntegrateFixture(async (fixture) => {
    expectSuccess(await fixture.run('integrate cursor --non-interactive'));
    logIn(fixture);
    const { home, project: root } = fixture;
    const fire: HookedProject['fire'] = (event, payload, more) =>
      fireEvent(event, payload, { root, home, killAfterMs: 50, ...more });
    await use({ ...fixture, fire, bin: join(home, '.service/service-cli/bin/5.0.0') });
  });
}

/** Agrees to the policy, as the user does in the editor or with `service-cli policy trust`. */
export function agreeToPolicy(home: string, project: string): Promise<void> {
  const policy = policyIdentity(project, readFileSync(join(project, '.service/secrets.json')));
  return givePolicyConsent(serviceHome(homeVariables(home)), policy, '2026-01-01T00:00:00Z');
}

export function logIn({ home, url }: IntegrateFixture): void {
  const path = join(home, '.service/service-cli/state.json');
  const state = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(
    path,
    JSON.stringify({ ...state, login: { url, storedIn: 'file', at: '2026-01-01T00:00:00Z' } }),
  );
}

/** The ways by which text reaches the model, each about the file `a.txt` or its text. */
export const questions = {
  beforeSubmitPrompt: () => ({ prompt: 'hello', attachments: [] }),
  beforeReadFile: (root: string) => ({ file_path: join(root, 'a.txt'), content: 'hello' }),
  beforeTabFileRead: (root: string) => ({ file_path: join(root, 'a.txt'), content: 'hello' }),
  preToolUse: (root: string) => ({
    tool_name: 'Read',
    tool_input: { file_path: join(root, 'a.txt') },
    cwd: root,
  }),
  beforeShellExecution: (root: string) => ({ command: 'cat a.txt', cwd: root }),
  beforeMCPExecution: (root: string) => ({
    tool_name: 'read_file',
    tool_input: JSON.stringify({ path: join(root, 'a.txt') }),
  }),
} as const;
export const events = Object.keys(questions) as (keyof typeof questions)[];
