import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  gateMarkdown,
  gateSarif,
  githubAnnotations,
  gitlabCodeQuality,
} from '../../../../src/core/ci/gateFormats.ts';
import { reportedConditionText, headline, type GateReport } from '../../../../src/core/ci/gateReport.ts';
import type { Cause } from '../../../../src/core/gate/causes.ts';
import { printableJson, withoutBuildCommands } from '../../../../src/core/printable.ts';

const cause: Cause = {
  key: 'i1',
  file: 'src/a b.ts',
  line: 3,
  rule: 'ts:S1',
  severity: 'MAJOR',
  message: 'Wrong',
};

function failed(...causes: Cause[]): GateReport {
  const condition = (metric: string) => ({
    metric,
    status: 'ERROR',
    isNewCode: false,
    comparator: 'GT',
    threshold: '0',
    actual: '3',
    total: 3,
    causes,
  });
  return {
    project: 'shop',
    branch: 'main',
    status: 'ERROR',
    link: 'https://host/dashboard?id=shop',
    conditions: [condition('bugs'), condition('violations')],
  };
}

/** Text of an attacker who can name files, rules and issues. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '::error::x',
        '\n::set-output name=a::b',
        '\r',
        '##[add-mask]x',
        '###[add-mask]x',
        '##vso[task.setvariable]y',
        '%0A',
        ',',
        '::',
        '`',
        '<img src=x>',
        '](http://x)',
        '@team',
        '\u2028',
        '|',
        '\u001B[0K',
      ),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));
const hostileReport = fc
  .record({ file: hostile, rule: hostile, message: hostile, key: hostile })
  .map((texts) => ({ ...failed({ ...cause, ...texts }), project: texts.message }));

describe('formats of the gate for builds', () => {
  it('GitHub annotations are one error per condition and one per issue at its line', () =>
    assert.deepEqual(githubAnnotations(failed(cause)).trimEnd().split('\n'), [
      '::error title=Quality gate::Quality gate of shop, branch main: failed https://host/dashboard?id=shop',
      '::error title=Quality gate condition::Bugs: 3, must be at most 0',
      '::error title=Quality gate condition::Issues: 3, must be at most 0',
      '::error file=src/a b.ts,line=3,title=ts%3AS1::Wrong (bugs, violations)',
    ]));

  it('GitHub annotations contain no command that comes from a name of the platform [R10]', () =>
    fc.assert(
      fc.property(hostileReport, (report) => {
        const lines = githubAnnotations(report)
          .trimEnd()
          .split(/[\n\r\u2028\u2029]/);
        assert.equal(lines.length, 4);
        for (const line of lines) {
          assert.match(line, /^::error [^:]*::/);
          assert.doesNotMatch(line, /##[\w-]*\[/);
        }
      }),
    ));

  it('text for build logs contains no command of GitHub, Azure or TeamCity [R10]', () => {
    assert.equal(withoutBuildCommands('a\n  ::stop-commands::x'), 'a\n  \\u003a:stop-commands::x');
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = withoutBuildCommands(text);
        assert.doesNotMatch(safe, /^\s*::/mu);
        assert.doesNotMatch(safe, /##[\w-]*\[/u);
        const json = printableJson({ text });
        assert.doesNotMatch(json, /##[\w-]*\[/u);
        if (!/\p{Surrogate}/u.test(text)) assert.deepEqual(JSON.parse(json), { text });
      }),
    );
  });

  it('the code quality report of GitLab has a path, a line, a severity and a stable fingerprint', () => {
    const [entry, ...others] = gitlabCodeQuality(failed(cause)) as Record<string, unknown>[];
    assert.deepEqual(others, []);
    assert.deepEqual(entry, {
      description: 'Wrong (Bugs, Issues)',
      check_name: 'ts:S1',
      fingerprint: entry?.fingerprint,
      severity: 'major',
      location: { path: 'src/a b.ts', lines: { begin: 3 } },
    });
    assert.match(String(entry.fingerprint), /^[\da-f]{32}$/);
  });

  it('SARIF has one result per issue, and the conditions as notifications', () => {
    const { runs } = gateSarif(failed(cause), '5.0.0') as {
      runs: {
        results: { ruleId: string; locations: unknown }[];
        invocations: { toolExecutionNotifications: object[] }[];
      }[];
    };
    assert.equal(runs[0]?.results.length, 1);
    assert.equal(runs[0].results[0]?.ruleId, 'ts:S1');
    assert.match(JSON.stringify(runs[0].results[0].locations), /"uri":"src\/a%20b\.ts".*"startLine":3/);
    assert.equal(runs[0].invocations[0]?.toolExecutionNotifications.length, 3);
  });

  it('SARIF has a URI for a file whose name a URI cannot hold', () =>
    assert.match(
      JSON.stringify(gateSarif(failed({ ...cause, file: 'src/\uD83D.ts' }), '5.0.0')),
      /"uri":"src\/%EF%BF%BD\.ts"/,
    ));

  it('Markdown shows names of the platform as text, without links, HTML or mentions [R10]', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const markdown = gateMarkdown(report);
        const own = '[Open on the platform](<https://host/dashboard?id=shop>)';
        assert.equal(markdown.split(own).length, 2);
        // Code spans show everything as it is.
        const rest = markdown.replace(own, '').replace(/(?<!`)(`+)(?!`).+?\1(?!`)/g, '');
        assert.doesNotMatch(rest, /<|@|(?<!\\)\]\(/);
      }),
    );
    assert.match(gateMarkdown(failed(cause)), /\| Bugs \| 3 \| ≤ 0 \| ❌ failed \|/);
    assert.match(gateMarkdown(failed(cause)), /- `src\/a b\.ts:3` Wrong \(ts:S1\)\n- … and 2 more/);
  });

  it('the headline says the status in words, and a status that it does not know as it is', () => {
    const of = (status: string): string => headline({ ...failed(), branch: undefined, status });
    assert.equal(of('OK'), 'Quality gate of shop: passed');
    assert.equal(of('constructor'), 'Quality gate of shop: constructor');
  });

  it('a condition says which bound its value breaks', () => {
    const condition = { metric: 'coverage', comparator: 'LT', threshold: '80', actual: '12.5' };
    assert.equal(reportedConditionText(condition), 'Coverage: 12.5 %, must be at least 80 %');
  });
});
