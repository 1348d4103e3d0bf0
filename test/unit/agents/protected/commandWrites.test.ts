import assert from 'node:assert/strict';
import { listed } from '../../../support/ignoreLists.ts';
import { claudeSettings, denies, withWritingAgent, type WritingAgent } from './writingAgent.ts';

/** A project with hooks of an agent and of git, and an ignore list. */
function withHooks(use: (agent: WritingAgent) => Promise<void>): Promise<void> {
  return withWritingAgent((agent) => {
    const { put } = agent;
    put('project/.claude/settings.json', claudeSettings);
    put('project/.claude/settings.local.json', '{}\n');
    put('project/.claude/hooks/service-guard.sh', 'true\n');
    put('project/.cursorignore', listed('/a.env'));
    put('project/.git/hooks/pre-commit', '#!/bin/sh\n# >>> service-cli: x\nsh x\n# <<< service-cli\n');
    put('home/.service/service-cli/policies.json', '{}');
    put('project/src/a.ts', 'a\n');
    return use(agent);
  });
}

const denied = [
  'service-cli policy trust',
  'service-cli policy allow a.ts:1',
  'service-cli policy revoke .',
  'script -qec "service-cli policy trust" /dev/null',
  'echo y | script -qec "service-cli policy trust" /dev/null',
  "tmux send-keys 'service-cli policy trust' Enter",
  'npx service-cli auth logout',
  'service-cli agents audit --since 30d --scrub',
  'node /opt/cli.js agents audit --scrub --json',
  'service-cli config unset proxy',
  'service-cli config set proxy x',
  'service-cli integrate cursor --remove',
  'node /opt/service/dist/cli.js integrate git --remove',
  'setsid service-cli policy trust &',
  'bash -c "service-cli policy trust"',
  'rm -rf ~/.service/service-cli',
  'rm -rf ~/.service',
  'mv ~/.service /tmp/x',
  'printf x > ~/.service/service-cli/policies.json',
  'cd ~/.service && rm -rf service-cli',
  'find ~/.service -delete',
  'echo {} > .claude/settings.json',
  'cd .claude; echo {} > settings.json',
  'echo {} | tee .claude/settings.json',
  'rm .claude/settings.json',
  'rm -rf .claude',
  'mv .claude x',
  'git rm -r --cached -f .claude',
  'git checkout HEAD~3 -- .claude/settings.json',
  'ln -sf /dev/null .claude/settings.json',
  'cp /tmp/x .claude/settings.json',
  "sed -i 's/service-guard/x/' .claude/settings.json",
  `python3 -c "open('.claude/settings.json','w').write('{}')"`,
  `node -e "require('fs').writeFileSync('.claude/settings.json', '{}')"`,
  `echo '{"disableAllHooks": true}' > .claude/settings.local.json`,
  'truncate -s0 .claude/hooks/service-guard.sh',
  'chmod -x .claude/hooks/service-guard.sh',
  'echo > .cursorignore',
  "sed -i '/a.env/d' .cursorignore",
  "echo '!a.env' >> .cursorignore",
  'rm .cursorignore',
  'rm .git/hooks/pre-commit',
  'rm -rf .git/hooks',
  'git commit --no-verify -m x',
  'git commit -nm x',
  'git commit -am x --no-veri',
  'git push --no-verify',
  'git -c core.hooksPath=/dev/null commit -m x',
  'git config core.hooksPath /dev/null',
  'git config --global --unset core.hooksPath',
  'HUSKY=0 git commit -m x',
  'export HUSKY=0',
  'env HUSKY=0 git commit -m x',
  'LEFTHOOK=0 git push',
  'SERVICE_HOME=/tmp/x claude -p hi',
  'set service_home=x&& git commit -m x',
  'setx SERVICE_HOME x',
  'setx /m HUSKY 0',
  'reg add HKCU/Environment /v SERVICE_HOME /d x /f',
  '$env:HUSKY=0; git commit -m x',
  "${env:service_home} = 'x'; git commit -m x",
  'Set-Item -Path env:LEFTHOOK -Value 0; git push',
  "[Environment]::SetEnvironmentVariable('SERVICE_HOME', 'x', 'User')",
  'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=x git commit -m x',
  "sed -i 's/$/ # service:allow-secret/' .env",
  "echo '# service:allow-secret' >> a.ts",
  'sed -i "s/$/ # service:al""low-secret/" .env',
  `python3 -c "import pty; pty.spawn(['service-cli','policy','trust'])"`,
  'truncate -s 0 .claude/hooks/*.sh',
  'rm -rf .cl*',
  'rsync -a --delete empty/ .claude',
  'rsync -a --remove-source-files .claude/ ../x',
  'rsync -a /empty/ .claude --del',
  'robocopy empty .claude *.* /MIR',
  'robocopy .claude x /MOVE',
  'rm -rf .',
  'rm -rf ..',
  'mv ../project ../other',
  'cd .. && mv project other',
  'cd src && rm -rf ../..',
  `node -e 'fs.rmSync("..", { recursive: true })'`,
];

const allowed = [
  'cat .claude/settings.json',
  'jq .hooks .claude/settings.json',
  'grep -rn service:allow-secret src',
  'git commit -m "explain --no-verify and HUSKY=0"',
  'git commit -m "use service-cli policy trust"',
  'git push -n',
  'git config core.hooksPath',
  'git config user.name x',
  'git add .claude/settings.json && git commit -m hooks',
  'git diff .claude',
  'cp .claude/settings.json /tmp/x',
  'echo b.env >> .cursorignore',
  'rm -rf src dist node_modules',
  'mkdir -p .claude/commands && echo hi > .claude/commands/a.md',
  'echo {} > .vscode/settings.json',
  'service-cli policy show',
  'service-cli auth status',
  'service-cli config list',
  'service-cli integrate cursor --dry-run',
  'service-cli analyze secrets --staged',
  `python3 -c "import json; print(json.load(open('.claude/settings.json')))"`,
  'ls -la ~/.service .claude .git/hooks',
  'npm test && git push',
  'sed -i s/a/b/ src/a.ts',
  "sed -i 's/ # service:allow-secret$//' src/a.ts",
  'rm -f *.log src/*',
  'rsync -a --delete --exclude dist . ../backup',
  'robocopy . backup /MIR',
  'echo $env:SERVICE_HOME; dir',
  '$env:NODE_ENV = "test"; npm test --silent HUSKY=1',
  'reg query HKCU/Environment /v SERVICE_HOME',
];

describe('a command line', () => {
  for (const command of denied)
    it(`cannot weaken the hooks: ${command} [A9]`, () =>
      withHooks(async ({ askCommand }) => {
        await denies(askCommand(command), /^Blocked: /);
      }));

  for (const command of allowed)
    it(`may do what leaves the hooks alone: ${command}`, () =>
      withHooks(async ({ askCommand }) => {
        assert.equal(await askCommand(command), undefined);
      }));
});
