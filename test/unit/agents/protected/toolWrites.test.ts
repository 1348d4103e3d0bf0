import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { maskText } from '../../../../src/secrets/masking.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { claudeSettings, denies, hookCommand, withWritingAgent } from './writingAgent.ts';

const settings = '.claude/settings.json';
const off = '{"disableAllHooks": true}';

/** How each agent writes a whole file, and replaces a text in one. */
const writers: Readonly<
  Record<string, (path: string, text: string) => readonly [tool: string, input: object | string]>
> = {
  claude: (file_path, content) => ['Write', { file_path, content }],
  cursor: (path, contents) => ['Write', { path, contents }],
  copilot: (path, file_text) => ['create', { path, file_text }],
  codex: (path, text) => [
    'apply_patch',
    {
      command: `*** Begin Patch\n*** Delete File: ${path}\n*** Add File: ${path}\n${text.replaceAll(/^/gm, '+')}\n*** End Patch\n`,
    },
  ],
  gemini: (file_path, content) => ['write_file', { file_path, content }],
  kiro: (path, file_text) => ['fs_write', { command: 'create', path, file_text }],
  antigravity: (TargetFile, CodeContent) => ['write_to_file', { TargetFile, CodeContent, Overwrite: true }],
  opencode: (filePath, content) => ['write', { filePath, content }],
  windsurf: (file_path, new_string) => [
    'pre_write_code',
    { file_path, edits: [{ old_string: '', new_string }] },
  ],
};
const editors: typeof writers = {
  claude: (file_path, new_string) => ['Edit', { file_path, old_string: 'OLD', new_string }],
  cursor: (file_path, new_string) => ['StrReplace', { file_path, old_string: 'OLD', new_string }],
  copilot: (filePath, newString) => [
    'multi_replace_string_in_file',
    { replacements: [{ filePath, oldString: 'OLD', newString }] },
  ],
  codex: (path, text) => [
    'apply_patch',
    { input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-OLD\n+${text}\n*** End Patch` },
  ],
  gemini: (file_path, new_string) => ['replace', { file_path, old_string: 'OLD', new_string }],
  kiro: (path, new_str) => ['fs_write', { command: 'str_replace', path, old_str: 'OLD', new_str }],
  antigravity: (TargetFile, ReplacementContent) => [
    'replace_file_content',
    { TargetFile, ReplacementChunks: [{ TargetContent: 'OLD', ReplacementContent }] },
  ],
  opencode: (filePath, newString) => ['edit', { filePath, oldString: 'OLD', newString, replaceAll: true }],
  windsurf: (file_path, new_string) => [
    'pre_write_code',
    { file_path, edits: [{ old_string: 'OLD', new_string }] },
  ],
};

describe('a tool that writes files', function () {
  // git runs for each new secret.
  this.timeout(20_000);

  for (const [agent, write] of Object.entries(writers))
    it(`of ${agent} cannot switch hooks off, and may change other settings [A9]`, () =>
      withWritingAgent(async ({ put, ask }) => {
        const [fresh, known] = [settings, '.claude/settings.local.json'];
        put(`project/${fresh}`, claudeSettings);
        await denies(ask(agent, ...write(fresh, '{}')), /entries of the secrets hooks|belongs/);
        await denies(ask(agent, ...write(known, off)), /switch the secrets hooks off/);
        assert.equal(await ask(agent, ...write(known, '{"permissions": {"allow": []}}')), undefined);
      }));

  for (const [agent, edit] of Object.entries(editors))
    it(`of ${agent} brings no secret into a file that git would commit`, () =>
      withWritingAgent(async ({ put, ask }) => {
        const token = githubToken(51);
        put('project/.gitignore', '.env\n');
        for (const name of ['a.ts', '.env']) put(`project/${name}`, 'OLD\n');
        const text = `TOKEN=${token}`;
        await denies(ask(agent, ...edit('a.ts', text)), /would bring a secret .*environment variable/);
        assert.equal(await ask(agent, ...edit('.env', text)), undefined);
        assert.equal(await ask(agent, ...edit('a.ts', 'TOKEN=$TOKEN')), undefined);
        put('project/known.ts', `${text}\nOLD\n`);
        assert.equal(await ask(agent, ...edit('known.ts', 'other')), undefined);
      }));

  it('may write a secret outside of repositories', () =>
    withWritingAgent(async ({ home, ask }) => {
      const file = join(home, 'notes/a.txt');
      assert.equal(await ask('claude', 'Write', { file_path: file, content: githubToken(52) }), undefined);
    }));

  it('brings no placeholder of a hidden secret into a file, and may edit a file that has one', () =>
    withWritingAgent(async ({ ask, askCommand, put }) => {
      const token = githubToken(9);
      const { text = '' } =
        maskText(`TOKEN=${token}`, {
          known: [],
          find: (part) => scan(part).findings,
          numberOf: () => 12_345,
        }) ?? {};
      const file = put('project/.env.local', `TOKEN=${token}\nPORT=1\n`);
      const notes = put('project/notes.md', `Seen: ${text}\n`);
      for (const [agent, write] of [...Object.entries(writers), ...Object.entries(editors)])
        await denies(ask(agent, ...write(file, text)), /placeholder in the place of a secret/, agent);
      assert.equal(
        await ask('claude', 'Write', { file_path: notes, content: `Still: ${text}\n` }),
        undefined,
      );
      assert.equal(
        await ask('claude', 'Write', { file_path: file, content: 'TOKEN=‹your token›' }),
        undefined,
      );
      await denies(askCommand(`sed -i 's/PORT=1/${text}/' .env.local`), /placeholder/);
      await denies(askCommand(`printf '%s' '${text}' > .env.local`), /placeholder/);
    }));

  it('keeps the entries of the hooks, in any order and form, and what they match [A9]', () =>
    withWritingAgent(async ({ put, ask }) => {
      const file = put(`project/${settings}`, claudeSettings);
      const write = (content: string) => ask('claude', 'Write', { file_path: file, content });
      const edit = (old_string: string, new_string: string) =>
        ask('claude', 'Edit', { file_path: file, old_string, new_string });
      assert.equal(await edit('"Bash(npm test)"', '"Bash(npm test)", "Bash(ls)"'), undefined);
      assert.equal(await edit('./format.sh', './other.sh'), undefined);
      assert.equal(await write(JSON.stringify(JSON.parse(claudeSettings))), undefined);
      const refused = /entries of the secrets hooks/;
      await denies(edit('"matcher": "*"', '"matcher": "Write"'), refused);
      await denies(edit('"onFailure": "block"', '"onFailure": "allow"'), refused);
      await denies(edit(hookCommand('.claude'), 'true'), refused);
      await denies(edit('"PreToolUse"', '"PostToolUse"'), refused);
      await denies(edit('not in the file', 'x'), refused);
      await denies(write('{'), refused);
      await denies(edit('"permissions"', String.raw`"disable\u0041llHooks": true, "permissions"`), /off/);
    }));

  it('changes no file of the hooks themselves, by any name', () =>
    withWritingAgent(async ({ project, put, ask }) => {
      const service = put('home/.service/service-cli/policies.json', '{}');
      mkdirSync(join(project, '.kiro/hooks'), { recursive: true });
      const paths = [
        service,
        '~/.service/service-cli/hooks.json',
        '.service/secrets.json',
        '.kiro/hooks/service-secrets.json',
        '.github/hooks/service-secrets.json',
        '.opencode/plugins/service-guard.js',
        '.CLAUDE/Hooks/service-guard.sh',
        '../project/.cursor/hooks/service-guard.sh',
      ];
      for (const file_path of paths)
        await denies(
          ask('claude', 'Write', { file_path, content: '[]' }),
          /belongs to the secrets hooks/,
          file_path,
        );
      await denies(ask('cursor', 'Delete', { path: '~/.service' }), /belongs/);
      await denies(ask('claude', 'mcp__fs__write_file', { path: service, content: '' }), /belongs/);
      await denies(
        ask('claude', 'mcp__fs__move_file', { source: '~/.service', destination: 'x' }),
        /belongs/,
      );
    }));

  it('changes no file of the hooks themselves through a link', () =>
    withWritingAgent(async ({ project, home, put, ask }) => {
      put('home/.service/service-cli/policies.json', '{}');
      symlinkSync(join(home, '.service'), join(project, 'link'));
      const file_path = join(project, 'link/service-cli/policies.json');
      await denies(ask('claude', 'Write', { file_path, content: '[]' }), /belongs to the secrets/);
    }));

  it('removes no entry of an ignore list, no check of commits, and no folder with hooks', () =>
    withWritingAgent(async ({ put, ask }) => {
      put('project/.cursorignore', `mine\n${listed('/a.env')}`);
      const block =
        '# >>> service-cli: checks for secrets. Remove it\nsh x pre-commit || exit $?\n# <<< service-cli\n';
      put('project/.husky/pre-commit', `#!/bin/sh\n${block}npm test\n`);
      put('project/.git/config', '[core]\n\tbare = false\n');
      put(`project/${settings}`, claudeSettings);
      const write = (file_path: string, content: string) => ask('claude', 'Write', { file_path, content });
      assert.equal(await write('.cursorignore', `mine\nmore\n${listed('/a.env')}`), undefined);
      await denies(write('.cursorignore', 'mine\n'), /hides/);
      await denies(write('.cursorignore', `mine\n${listed('/a.env')}!a.env\n`), /hides/);
      assert.equal(await write('.husky/pre-commit', `#!/bin/sh\n${block}npm run lint\n`), undefined);
      await denies(write('.husky/pre-commit', 'npm test\n'), /check of commits/);
      await denies(write('.husky/pre-commit', `#!/bin/sh\nexit 0\n${block}`), /check of commits/);
      await denies(write('.git/config', '[core]\n\thooksPath = /x\n'), /folder of git hooks/);
      await denies(ask('cursor', 'Delete', { path: '.claude' }), /entries of the secrets hooks/);
      await denies(ask('cursor', 'Delete', { path: '.husky/pre-commit' }), /check of commits/);
      assert.equal(await ask('cursor', 'Delete', { path: 'src' }), undefined);
    }));

  it('adds no comment that allows a secret, and may write about the comment', () =>
    withWritingAgent(async ({ put, ask }) => {
      const secret = `const token = '${githubToken(53)}';`;
      const file_path = put('project/a.ts', `${secret}\n`);
      const write = (content: string) => ask('claude', 'Write', { file_path, content });
      await denies(write(`${secret} // service:allow-secret\n`), /only the user adds the comment/);
      await denies(write(`// service:allow-secret\n${secret}\n`), /only the user adds the comment/);
      assert.equal(await write('// the comment service:allow-secret\n'), undefined);
    }));
});

interface Edit {
  readonly file: string;
  /** The text before; `@ours` stands for the entries of the hooks. */
  readonly before?: string;
  readonly after?: string;
  readonly content?: string;
  readonly old_string?: string;
  readonly new_string?: string;
}

/** Edits that agents make every day, written without knowledge of the rules. */
const edits = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/ordinaryEdits.json'), 'utf8'),
) as Readonly<Record<string, readonly Edit[]>>;

const entries = (file: string): string =>
  /cursor|windsurf/.test(file)
    ? `"preToolUse": [${JSON.stringify({ command: hookCommand('.cursor'), failClosed: true })}]`
    : `"PreToolUse": [${JSON.stringify({ matcher: '*', hooks: [{ type: 'command', command: hookCommand('.claude') }] })}]`;

describe('ordinary edits', () => {
  for (const [kind, list] of Object.entries(edits))
    it(`of ${kind} files are all allowed`, () =>
      withWritingAgent(async ({ project, home, put, ask }) => {
        const denied: string[] = [];
        for (const { file, before, after, content, old_string, new_string } of list) {
          const fill = (text: string | undefined) => text?.replaceAll('@ours', () => entries(file));
          const place = file.startsWith('~/') ? `home/${file.slice(2)}` : `project/${file}`;
          const file_path = place.startsWith('home/') ? join(home, file.slice(2)) : join(project, file);
          if (before !== undefined) put(place, fill(before) ?? '');
          const change = { file_path, content: fill(content ?? after), old_string, new_string };
          const reason = await ask('claude', old_string === undefined ? 'Write' : 'Edit', change);
          if (reason !== undefined) denied.push(reason);
          rmSync(file_path, { force: true });
        }
        assert.deepEqual(denied, []);
      }));
});
