import assert from 'node:assert/strict';
import type { Api } from '../../src/core/api/client.ts';
import { assignIssueToMe, searchIssues } from '../../src/core/api/issues.ts';
import { showRule } from '../../src/core/api/rules.ts';
import { getRawSource } from '../../src/core/api/sources.ts';
import type { Finding } from '../../src/core/issues/finding.ts';
import { hashesOf, linesOf } from '../../src/core/issues/lineMap.ts';
import { ProjectFindings } from '../../src/core/issues/projectFindings.ts';
import { readIssues } from '../../src/core/issues/readFindings.ts';
import { changeStatus, isOpen, reopenIssue, transitionFor } from '../../src/core/issues/statusChanges.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import type { Provisioner } from './provision.ts';
import { fieldOf } from '../support/lists.ts';

const project = 'in-editor';
const source = [
  'def first(x):',
  '    # done',
  '    return x + 1',
  '',
  '',
  'def second(x):',
  '    \t# TODO  later ',
  '    return x - 1',
  '',
];
const cleanSource = source.with(6, '    # done too');
const scope = { project, organization: undefined, newCode: false };

/** The editor shows and changes issues in the same way on every platform. */
export function issueScenarios(admin: () => Provisioner, apiOf: (token: string) => Api): void {
  describe('an issue in the editor', () => {
    let api: Api;
    let issue: Finding;
    let now = 0;
    const signal = new AbortController().signal;
    const open = async (): Promise<readonly Finding[]> =>
      (await readIssues(scope, { api, limit: 100 })).findings;
    const analyse = (lines: readonly string[]) =>
      admin().analyse(project, {
        files: {
          'src/a.py': {
            source: lines.join('\n'),
            issues:
              lines === cleanSource ? [] : [{ line: lines.findIndex((line) => line.includes('TODO')) + 1 }],
          },
        },
      });
    let findings: ProjectFindings;

    before(async () => {
      await admin().project(project, 'In the editor');
      await admin().gate('In the editor', [['violations', 'GT', '0']], project);
      api = apiOf(await admin().token('a token of an editor'));
      await analyse(cleanSource);
      assert.equal((await analyse(source)).gate, 'ERROR');
      findings = new ProjectFindings({
        api: () => Promise.resolve(api),
        scope: { ...scope, newCode: true },
        clock: { now: () => now },
        log: new CollectingLog(),
      });
    });

    it('has the path, the line, and the hash of the line without white space', async () => {
      const [found, ...others] = await open();
      assert.ok(found);
      assert.deepEqual(others, []);
      issue = found;
      assert.deepEqual([issue.path, issue.line], ['src/a.py', 7]);
      const text = linesOf(await getRawSource(api, { key: `${project}:src/a.py` }));
      assert.deepEqual(text, [...source, ''], 'every line ends with a line break');
      assert.ok(hashesOf(text[6] ?? '').includes(issue.hash ?? ''));
    });

    it('of the new code is placed in a text that was edited since the analysis', async () => {
      const positions = await findings.of('src/a.py', signal);
      const edited = source.with(1, '    # edited').toSpliced(4, 0, 'import os');
      const [placed] = positions?.in(edited.join('\n')) ?? [];
      assert.equal(placed?.finding.key, issue.key);
      assert.equal(placed.range.startLine, 7);
      assert.equal(await findings.of('src/b.py', signal), undefined);
    });

    it('is behind the gate that it makes fail', async () => {
      const gate = await findings.ofGate(signal);
      assert.deepEqual(fieldOf(gate.findings, 'key'), [issue.key]);
      const counted = gate.groups.map(({ findings: found, unread }) => [found.length, unread]);
      assert.deepEqual(counted, [[1, 0]]);
    });

    it('has a rule with a name and a description', async () => {
      const rule = await showRule(api, { key: issue.rule ?? '' });
      assert.ok(rule.name);
      assert.ok((rule.htmlDesc ?? rule.descriptionSections[0]?.content ?? '').length > 0);
    });

    it('is assigned to the user of the token', async () => {
      await assignIssueToMe(api, issue.key);
      const { items } = await searchIssues(api, { keys: [issue.key] });
      assert.equal(items[0]?.assignee, 'admin');
    });

    for (const resolution of ['falsePositive', 'accept'] as const)
      it(`is closed with a comment as ${resolution}, which passes the gate, and opened again`, async () => {
        const transition = transitionFor(resolution, (await open())[0]?.transitions ?? []);
        assert.ok(transition);
        const lost = await changeStatus(api, { key: issue.key, transition, comment: 'Agreed.' });
        assert.equal(lost, undefined);
        assert.deepEqual(await open(), []);
        await assert.rejects(changeStatus(api, { key: issue.key, transition, comment: '' }), {
          code: 'badRequest',
        });
        assert.equal(await isOpen(api, { ...scope, key: issue.key }), false);
        assert.equal(await admin().gateStatus(project), 'OK');
        await reopenIssue(api, issue.key);
        assert.equal((await open())[0]?.key, issue.key);
        assert.equal(await isOpen(api, { ...scope, key: issue.key }), true);
        assert.equal(await admin().gateStatus(project), 'ERROR');
      });

    it('is requested again after another analysis, and not before', async () => {
      const positions = async () =>
        (await findings.of('src/a.py', signal))?.in(['# first', ...source].join('\n'))[0]?.range.startLine;
      now += 600_000;
      assert.equal(await findings.forgetOld(signal), true, 'the first analysis was unknown');
      assert.equal(await positions(), 7);
      now += 600_000;
      assert.equal(await findings.forgetOld(signal), false);
      await analyse(['# first', ...source]);
      now += 600_000;
      assert.equal(await findings.forgetOld(signal), true);
      assert.equal(await positions(), 7);
    });
  });
}
