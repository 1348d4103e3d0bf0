import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tooLong } from './longTexts.data.ts';
import { secretText, ShellProject, token } from './shellProject.ts';

/** Commands of compilers and test runners whose messages quote lines of `.env`. */
const quotingMessages: readonly string[] = [
  'rustc .env',
  'cargo --config .env build',
  'npx tsc @.env',
  'npx mocha .env',
  'pytest @.env',
  'eslint --stdin < .env',
  'vim -u .env',
];

/** Lists of files of programs that few machines have, printed by another program. */
const listedFiles: readonly string[] = [
  'rg --files --hidden | xargs cat',
  "cat $(rg --files -. -g '.e*')",
  'fdfind -H | xargs cat',
  'eza -a | xargs cat',
  'rg -l --hidden TOKEN | xargs cat',
  'ack -f | xargs cat',
  'ag -g . --hidden | xargs cat',
  'cat $(locate .env)',
  'zip -sf x.zip | xargs cat',
  'parallel echo :::: .env',
  "git ls-files | parallel 'cat {}'",
];

/** Commands that shells read differently, so that they are denied whatever they print. */
const ambiguous: readonly string[] = [
  ': <<E$x\nE$x\ncat .env',
  ': <<`E`\n`E`\ncat .env',
  'echo "${x:-\'}"; cat .env; echo "\'}"',
  'echo "${x:-\'"\'}"',
];

describe('the check of commands and searches', () => {
  let project: ShellProject;
  before(() => {
    project = new ShellProject(secretText);
  });
  after(() => {
    project.remove();
  });

  it('denies printing an environment that contains a secret, and allows printing other variables', async () => {
    const env = { DEPLOY_TOKEN: token, NODE_ENV: 'test' };
    for (const command of [
      'env',
      'printenv',
      'set',
      'export -p',
      'declare -p',
      'cat /proc/self/environ',
      'echo $DEPLOY_TOKEN',
      'printenv DEPLOY_TOKEN',
      'node -p process.env',
      'python3 -c "import os; print(os.environ)"',
      'env | sort',
    ])
      assert.ok(await project.ask(command, { env }), command);
    for (const command of ['env', 'printenv', 'echo $NODE_ENV'])
      assert.equal(await project.ask(command, { env: { NODE_ENV: 'test' } }), undefined, command);
    for (const command of ['echo $NODE_ENV', 'printenv NODE_ENV', 'npm publish', 'env A=1 npm test'])
      assert.equal(await project.ask(command, { env }), undefined, command);
    for (const [shell, command] of [
      ['powershell', 'Get-ChildItem Env:'],
      ['powershell', '$env:DEPLOY_TOKEN'],
      ['cmd', 'set'],
      ['cmd', 'echo %DEPLOY_TOKEN%'],
    ] as const)
      assert.ok(await project.ask(command, { shell, env }), command);
  });

  it('denies commands that print the secrets of other programs, and names what to do instead', async () => {
    for (const command of [
      'kubectl get secret app -o yaml',
      'docker inspect web',
      'aws secretsmanager get-secret-value --secret-id a',
      'gh auth token',
      'vault kv get a',
    ])
      assert.match(JSON.stringify(await project.ask(command)), /cannot be checked\. \w/, command);
  });

  it('reads a script without an extension or a first line that names its program', async () => {
    project.write('run', 'cat .env\n', 0o755);
    project.write('task', '#!/usr/bin/env node\n// cat .env\n', 0o755);
    for (const command of ['./run', 'bash run', 'sh ./run', '. ./run', 'ENV=./run sh -i'])
      assert.ok(await project.ask(command), command);
    for (const command of ['./task', 'bash -n run', 'ls run'])
      assert.equal(await project.ask(command), undefined, command);
  });

  it('denies programs that git runs and that print the file', async () => {
    for (const command of [
      'git rebase -x "cat .env" main',
      'git bisect run cat .env',
      'git submodule foreach cat .env',
    ])
      assert.ok(await project.ask(command), command);
  });

  it('denies a pattern that matches more files than can be checked, as where links lead around in circles', async () => {
    using circles = new ShellProject('NAME=x\n');
    for (let count = 0; count < 20; count++) symlinkSync('.', join(circles.folder, `circle${count}`));
    assert.match(
      JSON.stringify(await circles.ask(`cat ${'*/'.repeat(38)}{1..30}`)),
      /more files than can be checked/,
    );
  });

  it('denies git printing a new file that the same command line records, and allows it for an ignored one', async () => {
    using other = new ShellProject('NAME=x\n');
    other.git('stash', 'clear');
    other.write('sub/new.txt', `TOKEN=${token}\n`);
    const printed = [
      'git add -A && git diff --cached',
      'git add . && git diff --staged',
      'git add sub && git commit -qm x && git show',
      'git add sub/* && git diff --cached',
      'git stash -u && git stash show -p -u',
    ];
    for (const command of printed) assert.ok(await other.ask(command), command);
    for (const command of [
      'git add -A && git diff --cached --stat',
      'git add src && git diff --cached',
      'git add -A && git commit -m x',
    ])
      assert.equal(await other.ask(command), undefined, command);
    other.write('.gitignore', 'new.txt\n');
    for (const command of printed.slice(0, 3)) assert.equal(await other.ask(command), undefined, command);
    assert.ok(await other.ask('git add -f sub && git diff --cached'));
  });

  it('sees an option behind any number of other arguments', async () => {
    const padding = 'x '.repeat(6_000);
    for (const command of [
      `wc ${padding} --files0-from=.env`,
      `gofmt ${padding} -d .env`,
      `docker inspect ${padding} web`,
      `kubectl get secret ${padding} -o yaml`,
    ])
      assert.ok(await project.ask(command), command.replace(padding, '…'));
  });

  it('denies printing a file that is missing until git writes it, and allows other files of the revision', async () => {
    using missing = new ShellProject(`TOKEN=${token}\n`);
    missing.git('rm', '-q', '--cached', '.env');
    for (const name of ['.env', 'hard', 'link']) rmSync(join(missing.folder, name), { force: true });
    for (const write of ['checkout HEAD -- .env', 'restore -s HEAD .', 'stash pop', 'reset --hard']) {
      assert.ok(await missing.ask(`git ${write} && cat .env`), write);
      assert.equal(await missing.ask(`git ${write} && cat README.md`), undefined, write);
    }
  });

  it('denies printing the files of a list, wherever the program of the list is installed', async () => {
    for (const command of listedFiles) assert.ok(await project.ask(command), command);
  });

  it('denies compilers and test runners a file that their messages would quote, and allows source code', async () => {
    for (const command of quotingMessages) assert.ok(await project.ask(command), command);
    project.write('src/token.test.ts', `export const made = '${token}';\n`);
    for (const command of ['npx tsc src/token.test.ts', 'npx mocha src/token.test.ts', 'eslint src'])
      assert.equal(await project.ask(command), undefined, command);
  });

  it('takes two dots behind a link for the folder above its target, as the system does', async () => {
    using other = new ShellProject('NAME=x\n');
    other.write('packages/a/keep', '');
    other.write('packages/.env', `TOKEN=${token}\n`);
    symlinkSync('packages/a', join(other.folder, 'linked'));
    assert.ok(await other.ask('cat linked/../.env'));
    assert.equal(await other.ask('cat linked/../../.env'), undefined);
  });

  it('resolves the home folder and folders in variables as PowerShell and cmd name them', async () => {
    using clean = new ShellProject('NAME=x\n');
    const name = "../O'Brien (my), $home";
    const home = join(clean.folder, name);
    const env = { HOME: home, USERPROFILE: home, AppData: join(home, 'AppData') };
    clean.write(`${name}/sec.env`, `TOKEN=${token}\n`);
    clean.write(`${name}/AppData/sec.env`, `TOKEN=${token}\n`);
    clean.write(`${name}/clean.env`, 'NAME=x\n');
    for (const [shell, command] of [
      ['cmd', String.raw`type %USERPROFILE%\sec.env`],
      ['cmd', String.raw`type "%HOMEDRIVE%%HOMEPATH%\sec.env"`],
      ['cmd', String.raw`cd /d %USERPROFILE% && type sec.env`],
      ['cmd', String.raw`more < %appdata%\sec.env`],
      ['powershell', String.raw`Get-Content $env:USERPROFILE\sec.env`],
      ['powershell', String.raw`gc "$HOME\s*.env"`],
      ['powershell', String.raw`cat ~\sec.env`],
      ['powershell', String.raw`Get-Content -Path '~/sec.env'`],
      ['powershell', 'Get-Content "$($HOME)/sec.env"'],
      ['powershell', String.raw`gc "${'$'}{env:USERPROFILE}\sec.env"`],
      ['powershell', String.raw`gc "$($env:APPDATA)\sec.env"`],
      ['powershell', 'cd ~; gc sec.env'],
      ['posix', 'cat ~/sec.env'],
    ] as const) {
      assert.ok(await clean.ask(command, { shell, env }), command);
      assert.equal(
        await clean.ask(command.replaceAll(/s(?:ec|\*)\.env/g, 'clean.env'), { shell, env }),
        undefined,
        command,
      );
    }
  });

  it('judges the lines and variables that a command prints of a file, and the whole file where others may change it', async () => {
    using other = new ShellProject(`TOKEN=${token}\nNAME=x\nPORT=3000\nALIAS=$TOKEN\nKEY="\n${token}"\n`);
    other.write('long.js', `${'a;\n'.repeat(419)}t = '${token}';\n${'b;\n'.repeat(10)}`);
    other.write(
      'key.pem',
      `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}\n${token}\n`,
    );
    for (const command of [
      'grep NAME .env',
      'grep -n PORT .env | head',
      'cd . && grep -E "^(NAME|PORT)=" .env',
      'head -20 long.js',
      'head long.js | cat -n',
      'tail -n 5 long.js',
      "sed -n '1,40p' long.js 2>/dev/null",
      'source .env && echo $PORT',
      'set -a; . ./.env; set +a; echo "$NAME ${PORT}"; printenv PORT',
      'docker compose config -q',
      'docker compose config --services',
    ])
      assert.equal(await other.ask(command), undefined, command);
    for (const command of [
      'grep TOKEN .env',
      'grep -v NAME .env',
      'grep -A1 KEY .env',
      'X=T; grep "$X" .env',
      'grep NAME .env; cat .env',
      'grep NAME .env; grep TOKEN .env',
      "sed -i 's/TOKEN/NAME/' .env; grep NAME .env",
      'cp .env x; grep NAME x',
      'head -430 long.js',
      'tail -20 long.js',
      'tail -n +2 long.js',
      "sed -n '400,425p' long.js",
      'head -c 99 .env',
      'head -2 key.pem',
      "sed -n '3,3p' key.pem",
      'npm test; head -2 long.js',
      'source .env && echo $TOKEN',
      '. ./.env; echo $ALIAS',
      '. ./.env; for v in TOKEN; do echo "${!v}"; done',
      '. ./.env; printenv TOKEN',
      'docker compose config',
      'docker compose run -q app cat .env',
    ])
      assert.ok(await other.ask(command), command);
  });

  it('denies a command that shells read differently, and says to split it', async () => {
    for (const command of ambiguous) {
      const denial = await project.ask(command);
      assert.match(
        denial && 'reason' in denial ? denial.reason : '',
        /cannot be checked .* Split it/,
        command,
      );
    }
  });

  it('denies a command that is too long or too deeply nested to be checked', async () => {
    for (const command of ['a'.repeat(300 * 1024), '$('.repeat(1_000), ...tooLong])
      assert.match(JSON.stringify(await project.ask(command)), /cannot be checked for secrets/);
  });
});
