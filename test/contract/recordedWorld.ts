import type { FileFacts } from '../../src/emulator/store/analyses/files.ts';
import { Provisioner, type Person, type TestIssue } from './provision.ts';

/** The callers in the recordings, by the names of fixtures/real/index.md, with their `Authorization` headers. */
export type Callers = ReadonlyMap<string, string | undefined>;

const basic = (token: string): string => `Basic ${Buffer.from(`${token}:`).toString('base64')}`;

/** A file of so many lines with issues on its first ones; those in `critical` are critical. */
function sourceOf(
  lines: number,
  issues: number,
  critical: readonly number[],
): { source: string; issues: TestIssue[] } {
  return {
    source: Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join('\n'),
    issues: Array.from({ length: issues }, (_, index) => ({
      line: index + 1,
      severity: critical.includes(index) ? 'CRITICAL' : 'MAJOR',
      type: index < 3 ? 'BUG' : 'CODE_SMELL',
    })),
  };
}

const uncovered = (lines: number): FileFacts['lineHits'] =>
  Array.from({ length: lines }, (_, index): [number, number] => [index + 1, 0]);

const sizes = { statements: 29, functions: 4, complexity: 6, comment_lines: 2 };
const small = { 'src/a.py': { ...sourceOf(20, 7, [0]), facts: { ncloc: 15, lineHits: uncovered(14) } } };
const large = {
  'src/a.py': { ...sourceOf(39, 13, [0, 7, 8]), facts: { ...sizes, ncloc: 30, lineHits: uncovered(29) } },
};

export const gateName = 'Live <gate> & "Ü"';
/** In the order in which both servers show them. */
const gateConditions = [
  ['new_coverage', 'LT', '80'],
  ['critical_violations', 'GT', '1'],
  ['ncloc', 'GT', '1000'],
  ['new_violations', 'GT', '100'],
  ['violations', 'GT', '9'],
] as const;

/** Sets a platform up as the recorded servers were: people, rights, tokens, projects, analyses. */
export async function buildRecordedWorld(url: string, token: string): Promise<Callers> {
  const admin = new Provisioner(url, token);
  const people = new Map<string, Person>();
  for (const [login, name] of [
    ['alice', 'Alice Ü'],
    ['bob', 'Bob Ü'],
    ['carol', 'Carol Ü'],
    ['scan', 'Scan Ü'],
  ] as const)
    people.set(login, await admin.user(login, name));

  await admin.project('gate', 'Gate flip');
  await admin.project('never', 'Never analysed');
  await admin.project('pub:a', `Größe <A> & "B" = 'C' 数`);
  for (const key of ['priv-b', 'priv-c']) {
    await admin.project(key, key === 'priv-b' ? 'Private B' : 'Private C', 'private');
    await admin.forbidGroup('sonar-users', 'user', key);
  }
  for (const permission of ['provisioning', 'scan']) await admin.forbidGroup('sonar-users', permission);
  for (const permission of ['user', 'admin', 'scan']) await admin.permit('bob', permission, 'priv-b');
  await admin.permit('bob', 'admin', 'gate');
  await admin.permit('carol', 'scan', 'priv-b');
  for (const permission of ['scan', 'provisioning']) await admin.permit('scan', permission);
  await admin.permit('admin', 'provisioning');

  await admin.gate(gateName, gateConditions, 'gate');
  await admin.analyse('gate', { files: small, date: Date.now() - 20_000 });
  await admin.analyse('gate', { files: large, version: '1.0', date: Date.now() - 10_000 });

  const tokens: [caller: string, kind?: string, projectKey?: string][] = [
    ['admin-user'],
    ['alice-user'],
    ['bob-user'],
    ['carol-user'],
    ['admin-global', 'GLOBAL_ANALYSIS_TOKEN'],
    ['scan-global', 'GLOBAL_ANALYSIS_TOKEN'],
    ['alice-global-noperm', 'GLOBAL_ANALYSIS_TOKEN'],
    ['admin-proj', 'PROJECT_ANALYSIS_TOKEN', 'gate'],
    ['bob-proj', 'PROJECT_ANALYSIS_TOKEN', 'priv-b'],
    ['carol-proj', 'PROJECT_ANALYSIS_TOKEN', 'priv-b'],
    ['alice-proj-noperm', 'PROJECT_ANALYSIS_TOKEN', 'priv-b'],
  ];
  const callers = new Map<string, string | undefined>([
    ['anon', undefined],
    ['bad', basic(`squ_${'0'.repeat(40)}`)],
  ]);
  for (const [caller, kind, projectKey] of tokens) {
    const owner: Provisioner | Person = people.get(caller.split('-')[0] ?? '') ?? admin;
    callers.set(caller, basic(await owner.token(caller, kind, projectKey)));
  }
  // Each had been used before it was asked about.
  for (const authorization of callers.values()) await use(`${url}/api/users/current`, authorization);
  return callers;
}

async function use(url: string, authorization: string | undefined): Promise<void> {
  const response = await fetch(
    url,
    authorization === undefined ? {} : { headers: { Authorization: authorization } },
  );
  await response.body?.cancel();
}

/** Brings the world to its state when events were recorded: two more projects fail, and `gate` passes again. */
export async function advanceRecordedWorld(url: string, token: string): Promise<void> {
  const admin = new Provisioner(url, token);
  await admin.project('first-err', 'First err');
  await admin.project('scm', 'Scm & co');
  for (const projectKey of ['first-err', 'scm'])
    await admin.post('qualitygates/select', { gateName, projectKey });
  await admin.analyse('first-err', { files: large, date: Date.now() - 9000 });
  await admin.analyse('scm', { files: small, date: Date.now() - 8000 });
  await admin.analyse('scm', { files: large, date: Date.now() - 7000 });
  await admin.analyse('gate', { files: small, date: Date.now() - 5000 });
  const issues = await admin.openIssues('scm');
  for (const issue of issues.slice(1)) await admin.post('issues/assign', { issue, assignee: 'alice' });
}
