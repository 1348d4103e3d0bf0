import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AnalysisOutcome } from '../../src/emulator/scanner/submit.ts';
import { fieldsOf } from '../support/lists.ts';
import { usePlatform } from './usePlatform.ts';

const block = Array.from(
  { length: 14 },
  (_, index) => `  total += weigh(list[${index}], 'part ${index}') * factor - rest(total, ${index});`,
).join('\n');
const functionWith = (name: string, body: string): string =>
  `export function ${name}(list, factor) {\n  let total = 0;\n${body}\n  return total;\n}\n`;
const runs = "import { exec } from 'node:child_process';\nexport const run = (name) => exec(name);\n";

interface ScmAnswer {
  readonly scm: readonly (readonly [line: number, author: string, date: string, revision: string])[];
}

/** Real source in a real repository, analysed by the real analyzers, as far as what the platform answers about it. */
describe('an analysis', () => {
  const { admin } = usePlatform();
  let folder: string;
  let time = Date.parse('2026-10-01T10:00:00Z');

  before(async () => {
    await admin.user('ada');
    folder = mkdtempSync(join(tmpdir(), 'service-analysis-'));
    git('init', '-q');
  });
  after(() => rmSync(folder, { recursive: true }));

  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = (author: string): string => {
    const at = new Date((time += 60_000)).toISOString();
    const person = { NAME: author, EMAIL: `${author}@example.org`, DATE: at };
    const env = Object.fromEntries(
      Object.entries(person).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    );
    git('add', '-A');
    execFileSync('git', ['commit', '-qm', 'change'], { cwd: folder, env: { ...process.env, ...env } });
    return git('rev-parse', 'HEAD').trim();
  };
  const analyse = (properties: Record<string, string> = {}): Promise<AnalysisOutcome> =>
    admin.scan({ directory: folder, projectKey: 'p', properties });
  const measures = async (component: string, ...keys: string[]): Promise<Record<string, string>> => {
    const answer = await admin.get<{ component: { measures: { metric: string; value: string }[] } }>(
      'measures/component',
      { component, metricKeys: keys.join() },
    );
    return Object.fromEntries(answer.component.measures.map(({ metric, value }) => [metric, value]));
  };

  it('attributes each line to its author, and each issue to its assignee', async () => {
    write('src/a.js', 'export const one = 1;\ndebugger;\n');
    const first = commit('ada');
    write('src/a.js', 'export const one = 1;\ndebugger;\nexport const two = 2;\n');
    const second = commit('eve');
    write('src/later.js', 'debugger;\n');
    await analyse();
    const { scm } = await admin.get<ScmAnswer>('sources/scm', { key: 'p:src/a.js' });
    assert.deepEqual(scm.slice(0, 2), [
      [1, 'ada@example.org', '2026-10-01T10:01:00+0000', first],
      [3, 'eve@example.org', '2026-10-01T10:02:00+0000', second],
    ]);
    const { issues } = await admin.get<{
      issues: { component: string; author: string; assignee?: string; creationDate: string }[];
    }>('issues/search', { components: 'p' });
    assert.deepEqual(
      issues.map(({ component, author, assignee, creationDate }) => [
        component,
        author,
        assignee,
        creationDate.startsWith('2026-10-01T10:01'),
      ]),
      // As old as its line at a first analysis; what is not committed has no author.
      [
        ['p:src/later.js', '', undefined, false],
        ['p:src/a.js', 'ada@example.org', 'ada', true],
      ],
    );
  });

  it('shows duplicated blocks with their places', async () => {
    write('src/b.js', functionWith('b', block));
    write('src/c.js', `// A copy\n${functionWith('c', block)}`);
    write('test/d.test.js', functionWith('d', block));
    await analyse();
    const { duplications, files } = await admin.get<{
      duplications: { blocks: { from: number; size: number; _ref: string }[] }[];
      files: Record<string, { key: string }>;
    }>('duplications/show', { key: 'p:src/c.js' });
    const [{ blocks } = { blocks: [] }, ...more] = duplications;
    assert.deepEqual(more, []);
    assert.deepEqual(
      blocks.map(({ _ref }) => files[_ref]?.key),
      ['p:src/c.js', 'p:src/b.js'],
    );
    const [own, other] = blocks;
    assert.ok(own && other);
    assert.equal(own.size, other.size);
    assert.equal(own.from, other.from + 1);
    assert.deepEqual(await measures('p', 'duplicated_files', 'duplicated_blocks', 'duplicated_lines'), {
      duplicated_files: '2',
      duplicated_blocks: '2',
      duplicated_lines: String(2 * own.size),
    });
    const none = await admin.get('duplications/show', { key: 'p' });
    assert.deepEqual(none, { duplications: [], files: {} });
  });

  it('reads the coverage report in its usual place, or the named one', async () => {
    assert.deepEqual(await measures('p', 'coverage'), {});
    write('coverage/lcov.info', `SF:src/a.js\nDA:1,1\nDA:3,0\nBRDA:1,0,0,1\nBRDA:1,0,1,-\nend_of_record\n`);
    await analyse();
    assert.deepEqual(await measures('p:src/a.js', 'coverage', 'line_coverage', 'branch_coverage'), {
      coverage: '50.0',
      line_coverage: '50.0',
      branch_coverage: '50.0',
    });
    write('second.info', `SF:${join(folder, 'src/a.js')}\nDA:1,0\nDA:3,2\nend_of_record\n`);
    const reports = 'coverage/lcov.info, second.info';
    await analyse({ 'sonar.javascript.lcov.reportPaths': reports });
    assert.deepEqual(await measures('p:src/a.js', 'line_coverage'), { line_coverage: '100.0' });
    await assert.rejects(analyse({ 'sonar.javascript.lcov.reportPaths': 'no.info' }), /'no\.info'/u);
  });

  it('reads no coverage report behind a link of the repository', async () => {
    const usual = join(folder, 'coverage/lcov.info');
    rmSync(usual);
    symlinkSync(join(folder, 'second.info'), usual);
    try {
      await assert.rejects(analyse(), /'coverage\/lcov\.info'/u);
    } finally {
      rmSync(usual);
    }
  });

  it('creates security hotspots, which a gate can require to be reviewed', async () => {
    await admin.gate('Reviewed', [['security_hotspots_reviewed', 'LT', '100']], 'p');
    write('src/run.js', runs);
    commit('ada');
    assert.equal((await analyse()).gate, 'ERROR');
    const search = (more: Record<string, string> = {}) =>
      admin.get<{ hotspots: { key: string; component: string; status: string; line: number }[] }>(
        'hotspots/search',
        { project: 'p', ...more },
      );
    const [found, ...others] = (await search()).hotspots;
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.deepEqual([found.component, found.line, found.status], ['p:src/run.js', 2, 'TO_REVIEW']);
    assert.deepEqual(await measures('p', 'security_hotspots', 'security_review_rating'), {
      security_hotspots: '1',
      security_review_rating: '5.0',
    });
    const review = { hotspot: found.key, status: 'REVIEWED' };
    await assert.rejects(
      admin.post('hotspots/change_status', review),
      /resolution\\u0027 must be specified/u,
    );
    await admin.post('hotspots/change_status', { ...review, resolution: 'SAFE', comment: 'Only ours.' });
    assert.equal(await admin.gateStatus('p'), 'OK', 'at once');
    const shown = await admin.get<{
      rule: { securityCategory: string };
      assignee: string;
      comment: { markdown: string }[];
    }>('hotspots/show', { hotspot: found.key });
    assert.deepEqual(
      [shown.rule.securityCategory, shown.assignee, shown.comment.map(({ markdown }) => markdown)],
      ['command-injection', 'ada', ['Only ours.']],
    );
    assert.equal((await search({ status: 'REVIEWED', resolution: 'SAFE' })).hotspots.length, 1);
    await assert.rejects(search({ resolution: 'SAFE' }), /can only be provided if/u);

    write('src/run.js', `// First\n${runs}`);
    assert.equal((await analyse()).gate, 'OK', 'known again on another line');
    write('src/run.js', 'export const run = 1;\n');
    await analyse();
    assert.deepEqual((await search()).hotspots, []);
    write('src/run.js', runs);
    await analyse();
    assert.deepEqual(fieldsOf((await search()).hotspots, 'key', 'status'), [[found.key, 'REVIEWED']]);
  });
});
