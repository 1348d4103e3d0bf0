import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { agents } from '../../../src/agents/agents.ts';
import { generatedPages } from '../../../scripts/documents/pages.ts';
import { withParts } from '../../../scripts/documents/markdown.ts';
import {
  brokenCommandLines,
  brokenData,
  brokenLinks,
  missingPaths,
  unknownOptions,
  unknownScripts,
  unknownSettings,
  unknownTitles,
  unknownVariables,
} from '../../support/documentChecks.ts';
import { assertNone } from '../../support/lists.ts';
import { filesBelow } from '../../../scripts/filesBelow.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const scripts = new Set(Object.keys(manifest.scripts));

/** The pages that issue templates, readers and the README expect under these names. */
const expected = [
  'administration.md',
  'agents.md',
  'command-line.md',
  'connected-mode.md',
  'continuous-integration.md',
  'emulator.md',
  'extension-api.md',
  'getting-started.md',
  'install.md',
  'issues.md',
  'notifications.md',
  'privacy-and-security.md',
  'reference.md',
  'relay.md',
  'secrets.md',
  'tools.md',
  'troubleshooting.md',
  'verify.md',
  'webhooks.md',
];
const docs = readdirSync(join(root, 'docs'));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  ...docs.map((file) => `docs/${file}`),
  ...filesBelow(root, 'README.md', 'src', 'scripts', 'lab', 'test').filter(
    (file) => !file.includes('fixtures'),
  ),
];
/** Returns the folder that the page describes; undefined for a page about the whole product. */
function folderOf(page: string): string | undefined {
  return page.endsWith('/README.md') ? dirname(page) : undefined;
}
/** Syntax and texts of the product stand there, with placeholders: they are not for copying. */
const listings: ReadonlySet<string> = new Set(['docs/reference.md', 'docs/troubleshooting.md']);

/** The tests that run blocks of a page, by its headings; `''` stands for every heading. */
const testedBlocks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { 'Try it in a clone': 'scripts/testBare.ts' },
  'docs/command-line.md': { '': 'test/unit/cli/fiveMinutes.e2e.test.ts' },
  'docs/secrets.md': {
    'Find secrets': 'test/unit/cli/fiveMinutes.e2e.test.ts',
    'Block commits and pushes': 'test/unit/cli/fiveMinutes.e2e.test.ts',
    'Scan in CI': 'test/unit/cli/fiveMinutes.e2e.test.ts',
    'Start with an old code base': 'test/unit/cli/fiveMinutes.e2e.test.ts',
  },
  'docs/administration.md': {
    'Find out why the platform is not reached': 'test/unit/cli/fiveMinutes.e2e.test.ts',
  },
  'docs/agents.md': { 'Check that hooks fire': 'test/unit/cli/fiveMinutes.e2e.test.ts' },
  'docs/continuous-integration.md': {
    'Read more from the platform': 'test/unit/cli/fiveMinutes.e2e.test.ts',
    'Bind a folder from the command line': 'test/unit/cli/fiveMinutes.e2e.test.ts',
    'GitHub Actions': 'test/install/npmPackages.test.ts',
    GitLab: 'test/install/npmPackages.test.ts',
  },
  'docs/webhooks.md': { 'Receive webhooks in a program': 'test/unit/cli/webhooks/samples.test.ts' },
};

/** Returns the headings of blocks to run that no test runs and that are not marked, as in a fence with `sh no-run`. */
function unmarkedBlocks(page: string, text: string): string[] {
  const tests = testedBlocks[page] ?? {};
  let heading = '';
  let isInside = false;
  const unmarked: string[] = [];
  for (const line of text.split('\n')) {
    const [, language, mark = ''] = /^ *```(\w*)( .*)?$/.exec(line) ?? [];
    if (language === undefined) {
      if (!isInside) heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
      continue;
    }
    isInside = !isInside;
    // JSON is parsed by another check, and text is what a command prints.
    if (!isInside || ['', 'json', 'text'].includes(language) || mark === ' no-run') continue;
    if (tests[''] === undefined && tests[heading] === undefined) unmarked.push(heading);
  }
  return unmarked;
}

describe('the documents', () => {
  it('include a page for each task', () => assertNone(expected, (file) => !docs.includes(file)));

  for (const file of pages) {
    const text = read(file);
    if (!listings.has(file))
      it(`show commands that service-cli accepts: ${file}`, () => {
        assert.deepEqual(brokenCommandLines(text), []);
        assert.deepEqual(unknownOptions(text), []);
      });

    it(`name scripts, settings, commands, variables and paths that exist: ${file}`, () => {
      assert.deepEqual(unknownScripts(text, scripts), []);
      assert.deepEqual(unknownSettings(text), []);
      assert.deepEqual(unknownTitles(text), []);
      assert.deepEqual(unknownVariables(text), []);
      assert.deepEqual(missingPaths(text, folderOf(file)), []);
    });

    it(`have links that lead somewhere, and JSON and YAML that parse: ${file}`, () => {
      assert.deepEqual(brokenLinks(file, text), []);
      assert.deepEqual(brokenData(text), []);
    });
  }

  it('name scripts that exist in the workflow and the pull-request template', () => {
    for (const file of ['.github/workflows/ci.yml', '.github/pull_request_template.md'])
      assert.deepEqual(unknownScripts(read(file), scripts), []);
    assert.match(read('.github/workflows/ci.yml'), /\.ci\/run$/m);
  });

  it('have only commands and samples that a test runs, or that are marked no-run', () => {
    for (const page of ['README.md', ...docs.map((file) => `docs/${file}`)])
      assert.deepEqual(unmarkedBlocks(page, read(page)), [], page);
    for (const [page, tests] of Object.entries(testedBlocks))
      for (const file of Object.values(tests)) assert.ok(read(file).includes(page.replace('.md', '')), file);
    assert.deepEqual(unmarkedBlocks('x.md', '## A\n```sh\n# B\n```\n```sh no-run\n```\n```json\n```'), ['A']);
  });

  it('link to every page of docs from the README', () => {
    const readme = read('README.md');
    assertNone(docs, (file) => !readme.includes(`(docs/${file})`));
  });

  it('show in the README what docs/command-line.md shows', () => {
    const lines = [...read('README.md').matchAll(/^\| `service-cli .*` \| `(.*)` \|$/gm)].map(
      ([, line = '']) => line,
    );
    assert.equal(lines.length, 4);
    assertNone(lines, (line) => !read('docs/command-line.md').includes(line));
  });

  it('explain at most 30 terms in the glossary, each on one line and once', () => {
    const [, glossary = ''] = read('ARCHITECTURE.md').split('\n## Glossary\n');
    const [section = ''] = glossary.split('\n## ');
    const terms = [...section.matchAll(/^\| ([a-z ]+) \| .+\. \|$/gm)].map(([, term = '']) => term);
    assert.ok(terms.includes('connection') && terms.length <= 30, `${terms.length} terms`);
    assert.equal(new Set(terms).size, terms.length);
  });

  it('say of every agent what it gets', () => {
    const text = read('docs/agents.md');
    assert.deepEqual(
      agents.map(({ id }) => id).filter((id) => !text.includes(`| \`${id}\` |`)),
      [],
    );
  });

  it('have the tables that npm run generate:docs writes', () => {
    for (const [file, text] of generatedPages(root))
      assert.equal(read(file), text, `${file} is out of date: run npm run generate:docs`);
  });
});

describe('the checks of documents', () => {
  it('find command lines that service-cli refuses', () => {
    const text =
      '```sh\nX=1 service-cli webhooks list --projekt A\nservice-cli completion\n```\nRun `service-cli analise`.';
    assert.deepEqual(
      brokenCommandLines(text).map((line) => line.split(':')[0]),
      ['service-cli webhooks list --projekt A', 'service-cli completion', 'service-cli analise'],
    );
  });

  it('accept complete command lines, pipes and comments, and a command that is only named', () => {
    const text =
      '```sh\ngit show | service-cli analyze secrets --stdin > out.txt # all\nservice-cli mcp --read-only\n```\nRun `service-cli integrate` or `service-cli relay`.';
    assert.deepEqual(brokenCommandLines(text), []);
  });

  it('find options, scripts, settings, titles, variables and paths that do not exist', () => {
    assert.deepEqual(unknownOptions('`--staged`, `--stagd`, `npm start -- --no-open`'), ['--stagd']);
    assert.deepEqual(unknownScripts('npm run lint, npm run lints, npm test', scripts), ['lints']);
    assert.deepEqual(unknownSettings('`service.notifications.relay`, `service.notifications.relais`'), [
      'service.notifications.relais',
    ]);
    assert.deepEqual(unknownTitles('**Service: Add Connection**, **Service: Add Connections**'), [
      'Service: Add Connections',
    ]);
    assert.deepEqual(missingPaths('`src/core`, `src/kore`, `test/x.test.ts`'), [
      'src/kore',
      'test/x.test.ts',
    ]);
    assert.deepEqual(
      missingPaths('`gate/model.ts`, `gate/modell.ts`, `gate/`, `gat/`, `src/core/log.ts`', 'src/core'),
      ['gate/modell.ts', 'gat/'],
    );
    assert.deepEqual(unknownVariables('SERVICE_TOKEN, SERVICE_TOKENS'), ['SERVICE_TOKENS']);
  });

  it('find command lines in the jobs of YAML that service-cli refuses', () => {
    const job =
      '```yaml\njob:\n  script:\n    - service-cli gate status --wait\n    - service-cli gate stat\n```\n';
    assert.deepEqual(
      brokenCommandLines(job).map((line) => line.split(':')[0]),
      ['service-cli gate stat'],
    );
  });

  it('find links to files and headings that do not exist, and JSON and YAML that do not parse', () => {
    const text =
      '# A heading, long\n[a](README.md) [b](READYOU.md) [c](#a-heading-long) [d](#b) [e](https://x.example.com)';
    assert.deepEqual(brokenLinks('README.md', text), ['READYOU.md', '#b']);
    assert.equal(brokenData('```json\n{ "a": 1, }\n```').length, 1);
    assert.equal(brokenData('```yaml\na: [1\n```').length, 1);
  });

  it('refuse a page without a place for a generated part', () =>
    assert.throws(() => withParts('# Page', { rules: 'x' }), /no place for the generated part "rules"/));
});
