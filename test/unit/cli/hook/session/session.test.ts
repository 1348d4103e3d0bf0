import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Session from '../../../../../src/cli/hook/session/main.ts';
import { startSession } from '../../../../../src/cli/hook/session/main.ts';
import { exportedSymbols, contextOf, limited } from '../../../../../src/cli/hook/session/context.ts';
import { expectSuccess } from '../../../../support/cliRun.ts';
import {
  enterprise,
  withIntegrateFixture,
  type IntegrateFixture,
} from '../../../../support/integrateFixture.ts';
import { goodToken } from '../../../../support/platformAnswers.ts';
import { homeVariables } from '../../../../support/homeVariables.ts';
import { put, eachFolder } from '../../../../support/tempFolder.ts';
import { startServer } from '../../../../support/httpServer.ts';

const conditions = [
  { status: 'ERROR', metricKey: 'new_coverage', comparator: 'LT', errorThreshold: '80', actualValue: '12.5' },
  { status: 'OK', metricKey: 'new_violations', comparator: 'GT', errorThreshold: '0', actualValue: '0' },
];
const answers = {
  ...enterprise,
  'api/qualitygates/project_status': { projectStatus: { status: 'ERROR', conditions } },
};

/**
 * The context of a session in the project, as the installed bundle returns it. It has more time than the hook gives it,
 * because the machine may be busy.
 */
function contextIn(
  { home, project, url }: IntegrateFixture,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  const bin = join(home, '.service/service-cli/bin/5.0.0');
  const { startSession: start } = createRequire(import.meta.url)(join(bin, 'session.js')) as typeof Session;
  const user = { ...homeVariables(home), PATH: '/usr/bin:/bin', SERVICE_KEYRING: 'off' };
  return start(JSON.stringify({ workspace_roots: [project] }), {
    env: { ...user, SERVICE_TOKEN: goodToken, SERVICE_URL: url, ...env },
    folder: undefined,
    bin,
    deadlineMs: 50_000,
  });
}

function fill({ project, write }: IntegrateFixture): void {
  write('CONTRIBUTING.md', 'Small functions.');
  write('ARCHITECTURE.md', 'Layers.');
  write(
    'package.json',
    JSON.stringify({ dependencies: { left: '^1.0.0' }, devDependencies: { right: '~2.0.0' } }),
  );
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/left': { version: '1.4.2' } } }));
  write('src/a.ts', 'export function parseThing() {}\n');
  write('src/b.ts', "import { parseThing } from './a.ts';\n");
  execFileSync('git', ['add', '.'], { cwd: project });
}

const installed = (use: (fixture: IntegrateFixture) => Promise<void>): Promise<void> =>
  withIntegrateFixture(async (fixture) => {
    fill(fixture);
    expectSuccess(await fixture.run('integrate cursor --non-interactive'));
    await use(fixture);
  }, answers);

describe('sessionStart', () => {
  it('contains guidelines, architecture, symbols with their users, locked dependencies and the gate, each with its source [HJ4] [IN16]', () =>
    installed(async (fixture) => {
      fixture.write('src/a.ts', 'export function parseThing() { return 1; }\n');
      const context = (await contextIn(fixture)) ?? '';
      for (const text of [
        /## Guidelines\n\(source: CONTRIBUTING\.md\)\n\nSmall functions\./,
        /## Architecture\n\(source: ARCHITECTURE\.md\)\n\nLayers\./,
        /`parseThing`: src\/b\.ts/,
        /\(source: package\.json, package-lock\.json\)\n\nUsed:\n- left 1\.4\.2\nFor development:\n- right ~2\.0\.0/,
        /## Quality gate\n\(source: http[^)]*\/dashboard\?id=demo\)\n\nStatus: ERROR\n- new_coverage is 12\.5, fails when LT 80/,
      ])
        assert.match(context, text);
      assert.ok(!context.includes('new_violations') && !context.includes(goodToken));
    }));

  it('contains nothing of a file that the repository links to, inside or outside [R2]', () =>
    installed(async (fixture) => {
      const { project, home, write } = fixture;
      writeFileSync(join(home, 'history'), 'export const bastion = 1;\nssh bastion\n');
      writeFileSync(join(home, 'package.json'), JSON.stringify({ dependencies: { bastion: '1' } }));
      write('.git/notes', 'ssh bastion');
      put(join(home, 'docs/CONTRIBUTING.md'), 'ssh bastion');
      for (const [path, target] of [
        ['AGENTS.md', join(home, 'history')],
        ['CONTRIBUTING.md', '.git/notes'],
        ['docs', join(home, 'docs')],
        ['ARCHITECTURE.md', join(home, 'history')],
        ['package.json', join(home, 'package.json')],
        ['src/new.ts', join(home, 'history')],
      ] as const) {
        rmSync(join(project, path), { force: true });
        symlinkSync(target, join(project, path));
      }
      const context = (await contextIn(fixture)) ?? '';
      assert.match(context, /Quality gate/);
      assert.doesNotMatch(context, /bastion/);
    }));

  it('is silent where no project is configured, and finds none by a file that is a link [R2]', () =>
    installed(async (fixture) => {
      const { project, home } = fixture;
      unlinkSync(join(project, 'service-project.properties'));
      assert.equal(await contextIn(fixture), undefined);
      writeFileSync(join(home, 'properties'), 'service.projectKey=demo\n');
      symlinkSync(join(home, 'properties'), join(project, 'service-project.properties'));
      assert.equal(await contextIn(fixture), undefined);
    }));

  it('leaves out the gate without login', () =>
    installed(async (fixture) => {
      const context = await contextIn(fixture, { SERVICE_TOKEN: '' });
      assert.match(context ?? '', /Guidelines/);
      assert.doesNotMatch(context ?? '', /Quality gate/);
    }));

  const token = `squ_${createHash('sha1').update('guard').digest('hex')}`;
  const tags = String.fromCodePoint(0xe0049, 0xe0067, 0xe006e);

  for (const [what, text] of [
    ['holds a secret', `Small functions, tested with ${token}.`],
    ['has characters that only an agent reads', `Small functions.${tags}`],
  ] as const)
    it(`leaves out a part that ${what} [A7]`, () =>
      installed(async (fixture) => {
        fixture.write('CONTRIBUTING.md', text);
        const context = (await contextIn(fixture)) ?? '';
        assert.doesNotMatch(context, /squ_|Small functions|Guidelines/);
        assert.match(context, /Architecture/);
      }));

  it('names the project, unless its key is longer than any, or holds a secret or hidden characters', () => {
    const part = { title: 'Guidelines', source: 'CONTRIBUTING.md', text: 'Small functions.' };
    const headingFor = (key: string): string | undefined => contextOf(key, [part])?.split('\n', 1)[0];
    assert.equal(headingFor('demo'), '# About this project (demo on the code-quality platform)');
    assert.equal(headingFor('a\nb'), String.raw`# About this project (a\nb on the code-quality platform)`);
    for (const key of [`demo${tags}`, token, 'x'.repeat(401)])
      assert.equal(headingFor(key), '# About this project', key);
  });

  for (const [what, stdin] of Object.entries({
    nothing: '',
    'no JSON': '{',
    'no folder': '{}',
    'a relative folder': '{"workspace_roots":["a"]}',
  }))
    it(`adds no context to ${what}`, async () => {
      const context = await startSession(stdin, {
        env: { SERVICE_HOME: '/nowhere' },
        folder: undefined,
        bin: '/nowhere',
      });
      assert.equal(context, undefined);
    });

  it('adds no context when the state file does not parse', () =>
    withIntegrateFixture(async ({ home, project }) => {
      put(join(home, '.service/service-cli/state.json'), '{');
      const context = await startSession(JSON.stringify({ workspace_roots: [project] }), {
        folder: undefined,
        env: homeVariables(home),
        bin: '/nowhere',
      });
      assert.equal(context, undefined);
    }));
});

describe('exportedSymbols', () => {
  it('finds the exported symbols of TypeScript, Python, Go and Java', () => {
    for (const [path, text, symbols] of [
      ['a.ts', 'export const a = 1;\nexport async function b() {}\nconst c = 1;', ['a', 'b']],
      ['a.mjs', 'export default class D {}', ['D']],
      ['a.py', 'def f():\n    def g(): pass\nclass C: pass\ndef _h(): pass', ['f', 'C']],
      ['a.go', 'func (s *T) Do() {}\nfunc quiet() {}\ntype T struct {}', ['Do', 'T']],
      ['A.java', 'public final class A {\n  public enum B {}\n}', ['A', 'B']],
      ['a.txt', 'export const a', []],
    ] as const)
      assert.deepEqual(exportedSymbols(path, text), symbols, path);
  });
});

describe('limited', () => {
  it('ends at a line when it is cut, with a note', () => {
    assert.equal(limited('one\ntwo\nthree', 9), 'one\ntwo\n… (shortened)');
    assert.equal(limited(' short ', 9), 'short');
  });
});

describe('startSession', () => {
  let home: string;
  eachFolder((folder) => {
    home = folder;
    for (const key of ['first', 'second', 'third', 'fourth']) {
      put(join(home, key, 'service-project.properties'), `service.projectKey=${key}\n`);
      put(join(home, key, 'AGENTS.md'), 'Small functions.');
    }
  });

  const start = (input: object, folder?: string, tellsRule?: boolean): Promise<string | undefined> =>
    startSession(JSON.stringify(input), {
      env: { SERVICE_HOME: join(home, '.service') },
      folder,
      bin: home,
      ...(tellsRule !== undefined && { tellsRule }),
      // The machine may be busy.
      deadlineMs: 20_000,
    });
  /** Starts a session of a user who is logged in to a platform at an address. */
  const startWith = (url: string, deadlineMs: number, env: NodeJS.ProcessEnv = {}) => {
    writeFileSync(join(home, 'manifest.json'), '{}');
    const user = { SERVICE_KEYRING: 'off', SERVICE_TOKEN: 'squ_x', SERVICE_URL: url };
    return startSession(JSON.stringify({ cwd: join(home, 'first') }), {
      env: { SERVICE_HOME: join(home, '.service'), ...user, ...env },
      folder: undefined,
      bin: home,
      deadlineMs,
    });
  };

  it('has the parts that are there at the deadline, without the gate of a platform that does not answer', async () => {
    await using server = await startServer(() => undefined);
    const context = await startWith(server.url, 1);
    assert.match(context ?? '', /## Guidelines\n.*\n\nSmall functions\./);
    assert.doesNotMatch(context ?? '', /Quality gate/);
  });

  it('sends no token to a proxy that a variable names for http [P1]', async () => {
    const requests: string[] = [];
    await using proxy = await startServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(502).end();
    });
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'SERVICE_PROXY']) {
      const context = await startWith('http://quality.invalid', 20_000, { [name]: proxy.url });
      assert.match(context ?? '', /Small functions/);
    }
    assert.deepEqual(requests, []);
  });

  const keyIn = (context: string | undefined): string | undefined =>
    /^# About this project \((\w+) on/m.exec(context ?? '')?.[1];

  it('is about the first open folder, else the folder that the editor names, else the working folder', async () => {
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((key) =>
      join(home, key),
    );
    assert.equal(keyIn(await start({ workspace_roots: [first, second], cwd: fourth }, third)), 'first');
    assert.equal(keyIn(await start({ workspace_roots: [], cwd: fourth }, third)), 'third');
    assert.equal(keyIn(await start({ cwd: fourth }, third)), 'third');
    assert.equal(keyIn(await start({ cwd: fourth })), 'fourth');
    assert.equal(await start({}), undefined);
    assert.equal(await start({ cwd: 'fourth' }), undefined);
    assert.equal(keyIn(await start({ cwd: 4 }, third)), 'third');
  });

  it('begins with the rule for analyses for agents that have no file for it, and only with a context', async () => {
    const plain = (await start({ cwd: join(home, 'first') })) ?? '';
    assert.match(plain, /^# About this project/);
    const told = (await start({ cwd: join(home, 'first') }, undefined, true)) ?? '';
    assert.ok(told.endsWith(`\n${plain}`) && told.length > plain.length + 50);
    assert.equal(await start({ cwd: home }, undefined, true), undefined);
  });
});
