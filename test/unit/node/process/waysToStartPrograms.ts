import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Playground } from './playground.ts';

/** One way in which git starts a program that a repository names. */
export interface Way {
  readonly name: string;
  readonly arrange: (playground: Playground) => void;
  /** Arguments of git by which the way is shown to work; without them, `why` no command line can show it here. */
  readonly control: readonly string[] | { readonly why: string };
  /** Text for the standard input of git in the control. */
  readonly input?: string;
}

/** A hook that git runs after it has written the index. */
function hookIn(folder: string, program: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['post-index-change', 'fsmonitor-watchman', 'pre-commit', 'reference-transaction'])
    cpSync(program, join(folder, name));
}

const attributes = (text: string) => (playground: Playground) => playground.write('.gitattributes', text);

/** Settings under which the clean filter of every file is our program. */
const cleanFilter = (program: string): string => `[filter "x"]\n\tclean = ${program}`;

/**
 * A filter of all files, which git runs when it compares them.
 *
 * @param settings Returns the lines of the configuration.
 */
const filter = (name: string, settings: (program: string) => string, files = '* filter=x\n'): Way => ({
  name,
  arrange: (playground) => {
    attributes(files)(playground);
    playground.configure(settings(playground.program));
  },
  control: ['diff', 'HEAD'],
});

const filters: readonly Way[] = [
  filter('a clean filter', cleanFilter),
  {
    name: 'a clean filter of $GIT_DIR/info/attributes',
    arrange: ({ repo, configure, program }) => {
      mkdirSync(join(repo, '.git/info'), { recursive: true });
      writeFileSync(join(repo, '.git/info/attributes'), '* filter=x\n');
      configure(cleanFilter(program));
    },
    control: ['diff', 'HEAD'],
  },
  {
    name: 'a clean filter of core.attributesFile',
    arrange: ({ repo, write, configure, program }) => {
      write('attributes', '* filter=x\n');
      configure(`[core]\n\tattributesFile = ${join(repo, 'attributes')}\n${cleanFilter(program)}`);
    },
    control: ['diff', 'HEAD'],
  },
  filter('a required filter', (program) => `${cleanFilter(program)}\n\trequired = true`),
  filter('a filter process', (program) => `[filter "x"]\n\tprocess = ${program}`),
  {
    name: 'a smudge filter',
    arrange: (playground) => {
      attributes('* filter=x\n')(playground);
      playground.configure(`[filter "x"]\n\tsmudge = ${playground.program}`);
    },
    control: ['checkout', 'HEAD', '--', 'a.ts'],
  },
  {
    name: 'a filter in a file that include.path names',
    arrange: (playground) => {
      attributes('* filter=x\n')(playground);
      playground.write('more.config', cleanFilter(playground.program));
      playground.configure('[include]\n\tpath = ../more.config');
    },
    control: ['diff', 'HEAD'],
  },
  {
    name: 'a filter in a file that includeIf names',
    arrange: (playground) => {
      attributes('* filter=x\n')(playground);
      playground.write('more.config', cleanFilter(playground.program));
      playground.configure('[includeIf "onbranch:main"]\n\tpath = ../more.config');
    },
    control: ['diff', 'HEAD'],
  },
  {
    name: 'a filter in config.worktree',
    arrange: (playground) => {
      attributes('* filter=x\n')(playground);
      playground.configure('[extensions]\n\tworktreeConfig = true');
      playground.write('.git/config.worktree', cleanFilter(playground.program));
    },
    control: ['diff', 'HEAD'],
  },
  filter(
    'a filter whose name has dots and spaces',
    (program) => `[filter "x.y"]\n\tclean = ${program}\n[filter "a b"]\n\tclean = cat`,
    '* filter=x.y\n',
  ),
  filter(
    'a filter whose name has an equals sign',
    (program) => `[filter "x=y"]\n\tclean = ${program}`,
    '* filter=x=y\n',
  ),
  {
    name: 'a filter of an entry that changed in the same second as the index',
    arrange: (playground) => {
      attributes('* filter=x\n')(playground);
      playground.write('b.ts', 'export const b = 1;\n');
      playground.plainGit('add', '.');
      playground.write('b.ts', 'export const b = 2;\n');
      playground.configure(cleanFilter(playground.program));
    },
    control: ['diff', 'HEAD'],
  },
];

const comparisons: readonly Way[] = [
  {
    name: 'core.fsmonitor',
    arrange: ({ configure, program }) => configure(`[core]\n\tfsmonitor = ${program}`),
    control: ['status'],
  },
  {
    name: 'a hook of the repository',
    arrange: ({ repo, program }) => hookIn(join(repo, '.git/hooks'), program),
    control: ['add', 'new.ts'],
  },
  {
    name: 'a hook of core.hooksPath',
    arrange: ({ repo, program, configure }) => {
      hookIn(join(repo, 'hooks'), program);
      configure('[core]\n\thooksPath = hooks');
    },
    control: ['add', 'new.ts'],
  },
  {
    name: 'the command of a diff driver',
    arrange: (playground) => {
      attributes('*.ts diff=x\n')(playground);
      playground.configure(`[diff "x"]\n\tcommand = ${playground.program}`);
    },
    control: ['diff', 'HEAD'],
  },
  {
    name: 'diff.external',
    arrange: ({ configure, program }) => configure(`[diff]\n\texternal = ${program}`),
    control: ['diff', 'HEAD'],
  },
  ...(['diff HEAD', 'blame b.ts'] as const).map((control): Way => ({
    name: `textconv in ${control}`,
    arrange: (playground) => {
      attributes('*.ts diff=x\n')(playground);
      playground.configure(`[diff "x"]\n\ttextconv = ${playground.program}`);
    },
    control: control.split(' '),
  })),
  {
    name: 'a filter of a submodule',
    arrange: ({ repo, plainGit, program }) => {
      plainGit('init', '-q', 'sub');
      writeFileSync(join(repo, 'sub/s.ts'), 'export const s = 1;\n');
      writeFileSync(join(repo, 'sub/.gitattributes'), '* filter=x\n');
      plainGit('-C', 'sub', 'add', '.');
      plainGit('-C', 'sub', 'commit', '-qm', 'sub');
      plainGit('add', 'sub');
      plainGit('commit', '-qm', 'with sub');
      writeFileSync(join(repo, 'sub/s.ts'), 'export const s = 2;\n');
      appendFileSync(join(repo, 'sub/.git/config'), `\n${cleanFilter(program)}\n`);
    },
    control: ['diff', 'HEAD'],
  },
  {
    name: 'diff.external of a submodule with diff.submodule',
    arrange: ({ repo, plainGit, configure, program }) => {
      plainGit('init', '-q', 'sub');
      for (const value of ['1', '2']) {
        writeFileSync(join(repo, 'sub/s.ts'), `export const s = ${value};\n`);
        plainGit('-C', 'sub', 'add', '.');
        plainGit('-C', 'sub', 'commit', '-qm', value);
        plainGit('add', 'sub');
        plainGit('commit', '-qm', `sub ${value}`);
      }
      appendFileSync(join(repo, 'sub/.git/config'), `\n[diff]\n\texternal = ${program}\n`);
      configure('[diff]\n\tsubmodule = diff');
    },
    control: ['show', 'HEAD'],
  },
];

/** git fetches missing objects of a partial clone from its remote, by the programs that any transfer uses. */
function asPartialClone({ repo, configure }: Playground, remote: string): void {
  configure(`[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin`);
  configure(`[remote "origin"]\n\tpromisor = true\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n${remote}`);
  // Staged, and then gone from the store of objects: git asks the remote for it.
  const missing = execFileSync('git', ['hash-object', 'staged.ts'], { cwd: repo }).toString().trim();
  rmSync(join(repo, '.git/objects', missing.slice(0, 2), missing.slice(2)));
}

const transfers: readonly Way[] = [
  {
    name: 'core.sshCommand, for a missing object of a partial clone',
    arrange: (playground) => {
      asPartialClone(playground, '\turl = ssh://example.invalid/x');
      playground.configure(`[core]\n\tsshCommand = ${playground.program}`);
    },
    control: ['cat-file', '-p', ':staged.ts'],
  },
  {
    name: 'remote.origin.uploadpack, for a missing object of a partial clone',
    arrange: (playground) =>
      asPartialClone(playground, `\turl = ${playground.repo}\n\tuploadpack = ${playground.program}`),
    control: ['cat-file', '-p', ':staged.ts'],
  },
  {
    name: 'a remote address ext::, for a missing object of a partial clone',
    arrange: (playground) => {
      asPartialClone(playground, `\turl = ext::${playground.program}`);
      playground.configure('[protocol "ext"]\n\tallow = always');
    },
    control: ['cat-file', '-p', ':staged.ts'],
  },
  {
    name: 'core.gitProxy, for a missing object of a partial clone',
    arrange: (playground) => {
      asPartialClone(playground, '\turl = git://127.0.0.1:1/x');
      playground.configure(`[core]\n\tgitProxy = ${playground.program}`);
    },
    control: ['cat-file', '-p', ':staged.ts'],
  },
  {
    name: 'credential.helper',
    arrange: ({ configure, program }) =>
      configure(`[credential]\n\thelper = !${program}\n[remote "origin"]\n\turl = https://127.0.0.1:1/x`),
    control: ['credential', 'fill'],
    input: 'protocol=https\nhost=127.0.0.1:1\n\n',
  },
];

/** Makes two branches that change one line, whose files belong to the merge driver `x`. */
function arrangeMerge(playground: Playground): void {
  const { plainGit, write } = playground;
  plainGit('reset', '-q', '--hard');
  plainGit('checkout', '-qb', 'other');
  write('b.ts', 'export const b = 3;\n');
  plainGit('commit', '-qam', 'other');
  plainGit('checkout', '-q', 'main');
  write('b.ts', 'export const b = 4;\n');
  attributes('*.ts merge=x\n')(playground);
  plainGit('add', '.');
  plainGit('commit', '-qm', 'main');
}

/** Adds a commit whose signature git checks with a program, such as to print `%G?`. */
function arrangeSigned({ repo, plainGit }: Playground): void {
  const signer = join(repo, '../signer');
  writeFileSync(signer, signing, { mode: 0o755 });
  plainGit('-c', `gpg.program=${signer}`, 'commit', '-qS', '-m', 'signed');
}

/** A program that signs as gpg does, as far as git looks. */
const signing = `#!/bin/sh
cat > /dev/null
printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'
`;

const others: readonly Way[] = [
  {
    name: 'a pager',
    arrange: ({ configure, program }) =>
      configure(`[core]\n\tpager = ${program}\n[pager]\n\tdiff = ${program}\n\tblame = ${program}`),
    control: { why: 'git starts a pager on a terminal only' },
  },
  {
    name: 'an alias',
    arrange: ({ configure, program }) => {
      const names = ['x', 'diff', 'ls-files', 'rev-parse', 'remote', 'grep', 'blame', 'config', 'cat-file'];
      configure(`[alias]\n${names.map((name) => `\t${name} = !${program}`).join('\n')}`);
    },
    control: ['x'],
  },
  {
    name: 'gpg.program with log.showSignature',
    arrange: ({ configure, program }) =>
      configure(`[gpg]\n\tprogram = ${program}\n[log]\n\tshowSignature = true\n[commit]\n\tgpgSign = true`),
    control: ['commit', '-qm', 'signed'],
  },
  ...['gpg', 'gpg "openpgp"'].map((section): Way => ({
    name: `the program of [${section}] with format.pretty`,
    arrange: (playground) => {
      arrangeSigned(playground);
      playground.configure(`[${section}]\n\tprogram = ${playground.program}\n[format]\n\tpretty = %G?`);
    },
    control: ['show', 'HEAD'],
  })),
  {
    name: 'core.editor',
    arrange: ({ configure, program }) =>
      configure(`[core]\n\teditor = ${program}\n[sequence]\n\teditor = ${program}`),
    control: ['commit'],
  },
  {
    name: 'a merge driver',
    arrange: (playground) => {
      arrangeMerge(playground);
      playground.configure(`[merge "x"]\n\tdriver = ${playground.program}`);
    },
    control: ['merge', 'other'],
  },
  {
    name: 'a merge driver with log.diffMerges',
    arrange: (playground) => {
      arrangeMerge(playground);
      const { plainGit, write, configure, program } = playground;
      plainGit('merge', 'other');
      write('b.ts', 'export const b = 5;\n');
      plainGit('commit', '-qam', 'merged');
      configure(`[merge "x"]\n\tdriver = ${program}\n[log]\n\tdiffMerges = remerge`);
    },
    control: ['show', '-m', 'HEAD'],
  },
  {
    name: 'core.alternateRefsCommand',
    arrange: ({ repo, plainGit, configure, program }) => {
      plainGit('init', '-q', '../alternate');
      writeFileSync(
        join(repo, '.git/objects/info/alternates'),
        `${join(repo, '../alternate/.git/objects')}\n`,
      );
      configure(`[core]\n\talternateRefsCommand = ${program}`);
    },
    control: ['rev-list', '--alternate-refs'],
  },
  {
    name: 'the update command of a submodule',
    arrange: ({ repo, plainGit, configure, write, program }) => {
      plainGit('init', '-q', 'sub');
      plainGit('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'sub');
      write('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
      plainGit('add', '.');
      plainGit('commit', '-qm', 'with sub');
      plainGit('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'ahead');
      configure(`[submodule "sub"]\n\turl = ${join(repo, 'sub')}\n\tupdate = !${program}\n\tactive = true`);
    },
    control: ['submodule', 'update'],
  },
  {
    name: 'the command of a trailer',
    arrange: ({ configure, program }) => configure(`[trailer "x"]\n\tkey = X\n\tcmd = ${program}`),
    control: ['interpret-trailers', '--trailer', 'x=1'],
  },
  {
    name: 'a diff tool',
    arrange: ({ configure, program }) => configure(`[diff]\n\ttool = x\n[difftool "x"]\n\tcmd = ${program}`),
    control: ['difftool', '-y', 'HEAD'],
  },
  {
    name: 'the command of an archive format',
    arrange: ({ configure, program }) => configure(`[tar "x"]\n\tcommand = ${program}`),
    control: ['archive', '--format=x', 'HEAD'],
  },
  {
    name: 'gpg.ssh.defaultKeyCommand',
    arrange: ({ configure, program }) =>
      configure(`[gpg]\n\tformat = ssh\n[gpg "ssh"]\n\tdefaultKeyCommand = ${program}`),
    control: ['commit', '-qS', '-m', 'signed'],
  },
];

export const ways: readonly Way[] = [...filters, ...comparisons, ...transfers, ...others];
