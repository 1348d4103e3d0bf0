import assert from 'node:assert/strict';
import { readCommand } from '../../../../src/agents/shell/readCommand.ts';
import type { Facts } from '../../../../src/agents/shell/facts.ts';
import { fieldOf } from '../../../support/lists.ts';

const factsOf = (command: string): Facts =>
  readCommand(
    { command, cwd: '/p', shell: 'posix' },
    { home: '/home/a', environment: { A: 'a.env', WINDOWS: String.raw`C:\Users\a` } },
  );

/** Command lines, and the files that they may print: patterns, separated by a blank. */
const files: Readonly<Record<string, string>> = {
  'cat "a*"': '\\a\\*'.slice(1),
  'cat a{1,2}': 'a1 a2',
  "cat $'\\x61'": 'a',
  'cat ${A##*.}': 'env',
  'cat ${A/env/txt}': 'a.txt',
  // The shell of Git for Windows.
  'cat "${WINDOWS%/*}/b"': String.raw`C:\\Users\\a/b C \\Users\\a/b /c/Users/b`,
  'cat $(dirname a/b)/c': 'a/c',
  'cat <<< a': '',
  'bash -c "cat a"': 'a',
  'command -v cat a': '',
  "psql -c '\\! cat a'": '-c cat a',
  // Searches.
  'grep x a b': 'a b',
  'grep -e x a': 'a',
  'grep -iex a': 'a',
  'grep --regexp=x a': 'a',
  'grep -F x a': 'a',
  'grep x -- -a': '-a',
  'grep -f p a': 'p a',
  'grep -fp a': 'a',
  'grep -vfp a': 'a',
  'grep -Ff p a': 'p a',
  'grep --file p a': 'p a',
  'grep --file=p a': 'p a',
  'rg -f p a': 'p a',
  'rg -fp a': 'a',
};

describe('the files that a command line may print', () => {
  for (const [command, names] of Object.entries(files))
    it(`are known of ${JSON.stringify(command)}`, () => {
      const wanted = names === '' ? [] : names.split(' ');
      assert.deepEqual([...factsOf(command).names.keys()], wanted);
    });

  it('may be known by their address or by their encoded name', () => {
    assert.ok(factsOf('curl file:///p/x.env').names.has('/p/x.env'));
    assert.ok(factsOf('curl file://localhost/p/x.env').names.has('/p/x.env'));
    assert.ok(factsOf('echo LnNlY3JldA== | base64 -d | xargs cat').names.has('.secret'));
    // Without the padding.
    assert.ok(factsOf(`python -c "print(open(b64decode('LmVudg').decode()).read())"`).names.has('.env'));
    assert.ok(factsOf("printf '%%s%s' a | xargs cat").names.has('%sa'));
  });
});

describe('the variables that a command line prints', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'echo $B': ['B'],
    'echo ${B}': ['B'],
    'echo ${#B}': [],
    'echo $B > out': [],
    'echo $B 2> out': ['B'],
    'echo $B >&2': ['B'],
    'echo $B > /dev/stdout': ['B'],
    'printenv B': ['B'],
    'declare -p B': ['B'],
    'export B': [],
    'readonly B': [],
  };
  for (const [command, variables] of Object.entries(cases))
    it(`are known of ${command}`, () => {
      assert.deepEqual([...factsOf(command).variables], variables);
    });

  it('are known from code', () => {
    for (const command of [
      `python -c 'import os; print(os.environ["TOKEN_B"])'`,
      "git -c alias.x='!echo $TOKEN_B' x",
    ])
      assert.ok(factsOf(command).variables.has('TOKEN_B'), command);
  });

  it('are all of them where no name is given', () => {
    for (const command of ['env', 'printenv', 'export -p', 'set', 'declare'])
      assert.equal(factsOf(command).printsEnvironment, true, command);
    for (const command of ['env cat a', 'printenv B', 'export B', 'declare -f'])
      assert.equal(factsOf(command).printsEnvironment, false, command);
  });
});

describe('the rest of what a command line does', () => {
  it('names the scripts that run', () => {
    for (const command of ['sh x', 'bash x', 'timeout 5 bash x', '. x', 'source x y'])
      assert.deepEqual([...factsOf(command).scripts], ['x'], command);
    for (const command of ['bash -n x', 'ls x', 'ls x | xargs cat'])
      assert.deepEqual([...factsOf(command).scripts], [], command);
  });

  it('has the words of each program that runs, and the files into which the shell writes', () => {
    const runsOf = (command: string): readonly string[] => [
      ...new Set(factsOf(command).calls.map((fields) => fields.map(({ text }) => text).join(' '))),
    ];
    assert.deepEqual(runsOf('x=b; sudo rm -rf "a $x" && bash -c "mv c d" | tee e'), [
      'rm -rf a b',
      'bash -c mv c d',
      'mv c d',
      'tee e',
    ]);
    assert.deepEqual(
      [...new Set(factsOf('{ echo a; } > b 2>> c').written.map(({ text }) => text))],
      ['b', 'c'],
    );
    const facts = readCommand(
      { command: "Remove-Item 'a b'; echo x > .\\c", cwd: '/p', shell: 'powershell' },
      { home: '/home/a', environment: {} },
    );
    assert.deepEqual(
      facts.calls.map((fields) => fields.map(({ text }) => text)),
      [
        ['Remove-Item', 'a b'],
        ['echo', 'x', './c'],
      ],
    );
    assert.deepEqual(fieldOf(facts.written, 'text'), ['./c']);
  });

  it('names what git reads and records', () => {
    const [read] = factsOf('git show HEAD:a').gitReads;
    assert.deepEqual(read, { command: 'show', args: ['HEAD:a'], folder: '.' });
    assert.deepEqual(factsOf('git add a').recorded[0]?.text, 'a');
    assert.deepEqual(factsOf('git status').recorded, []);
    assert.equal(factsOf('git archive --remote=a HEAD').unchecked, 'Use git show');
    assert.deepEqual(factsOf('git archive HEAD').gitReads, [
      { command: 'grep', args: ['-h', '-e', '', 'HEAD'], folder: '.' },
    ]);
    assert.deepEqual(factsOf('git archive HEAD -o a.tar').gitReads, []);
    assert.ok(factsOf("git -c alias.x='!cat f' x").names.has('f'));
  });

  it('names the folders of a search, its pattern and its files', () => {
    const searchOf = (command: string) => factsOf(command).searches[0];
    assert.deepEqual(searchOf('grep -rn --include=*.env -C 2 x d'), {
      path: 'd',
      pattern: 'x',
      globs: ['*.env'],
      ignoresCase: false,
      context: 2,
      skipsHidden: false,
    });
    for (const command of ['grep -r x', 'rg x', 'find -exec cat {} +'])
      assert.equal(searchOf(command)?.path, '.', command);
    assert.equal(searchOf('find d -exec cat {} +')?.path, 'd');
    assert.deepEqual(factsOf("find . -name '*.ts' -exec sed -i 's/a/b/' {} +").searches, []);
    assert.equal(searchOf(String.raw`grep -r 'a\|b' d`)?.pattern, 'a|b');
    assert.equal(searchOf("grep -r 'a|b' d")?.pattern, String.raw`a\|b`);
    assert.equal(searchOf("grep -rE 'a|b' d")?.pattern, 'a|b');
    assert.equal(searchOf('rg x')?.skipsHidden, true);
    assert.equal(searchOf('rg --hidden x')?.skipsHidden, false);
    assert.equal(searchOf('grep -riv x')?.pattern, undefined);
    assert.equal(searchOf('grep -rf p d')?.pattern, undefined);
    assert.equal(searchOf('ack -f'), undefined);
    assert.deepEqual(searchOf('find d -path "*/x.env" -exec cat {} +')?.globs, ['x.env']);
  });
});
