import type { AgentLayout } from '../agent.ts';
import { agents } from '../agents.ts';
import { ignoreFiles } from '../ignoreEntries.ts';

/**
 * How a file of the hooks is protected. `whole`: it has one author, this program. `hooks`: our entries stay, and no setting
 * switches hooks off. `git`: our lines and the folder of hooks stay. `ignores`: no entry is removed. `shell`: no variable is
 * set that switches hooks off.
 */
export type Protection = 'whole' | 'hooks' | 'git' | 'ignores' | 'shell';

/** Files of agents with settings for hooks, which our layouts do not name because nothing of ours is in them. */
const moreSettings = [
  '.claude/settings.local.json',
  '.codex/config.toml',
  '.github/copilot/settings.json',
  '.github/copilot/settings.local.json',
  '.copilot/config.json',
  '.copilot/settings.json',
  '.cursor/settings.json',
  '.devin/hooks.v1.json',
  '.config/devin/hooks.v1.json',
  '.vscode/settings.json',
  'Code/User/settings.json',
  'Cursor/User/settings.json',
];

const shims = ['service-guard.sh', 'service-guard.ps1'];
const own = ['.service/secrets.json', '.service/service-cli'];

const all = (protection: Protection, names: readonly string[]) =>
  names.map((name) => [name.toLowerCase(), protection] as const);

/** Endings of paths, with parts separated by `/`, in lower case: some systems do not tell upper from lower case. */
const endings: ReadonlyMap<string, Protection> = new Map([
  ...all('whole', own),
  ...agents.flatMap(endingsOf),
  ...all('hooks', moreSettings),
  ...all('ignores', Object.values(ignoreFiles)),
  ...all('git', ['.git/config', '.git/config.worktree', '.gitconfig', '.config/git/config', 'etc/gitconfig']),
  ...all('git', ['.git/hooks/pre-commit', '.husky/pre-commit', '.git/hooks/pre-push', '.husky/pre-push']),
  ...all('git', ['lefthook.yml', '.lefthook.yml', '.pre-commit-config.yaml']),
  ...all('shell', ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.zprofile', '.huskyrc']),
  ...all('shell', ['.envrc', '.config/husky/init.sh', 'fish/config.fish']),
]);

function endingsOf({ hooks }: AgentLayout): readonly (readonly [string, Protection])[] {
  if (!hooks) return [];
  const kind = hooks.format.kind === 'own' ? 'whole' : 'hooks';
  const places = Object.values(hooks.places);
  const scripts = places.flatMap(({ scripts }) => shims.map((shim) => `${scripts}/${shim}`));
  return [
    ...all(
      kind,
      places.flatMap(({ file, contextFile = file }) => [file, contextFile]),
    ),
    ...all('whole', scripts),
    ...all(kind, Object.values(hooks.system ?? {})),
    ...all(
      'hooks',
      (hooks.switches ?? []).map(({ file }) => file),
    ),
  ];
}

const normal = (path: string): string => path.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase();

/** Returns how a file is protected by its path, wherever its project or home is. */
export function protectionOf(path: string): Protection | undefined {
  const text = `/${normal(path)}`;
  for (let slash = text.lastIndexOf('/'), parts = 0; slash >= 0 && parts < 7; parts++) {
    const known = endings.get(text.slice(slash + 1));
    if (known) return known;
    slash = slash === 0 ? -1 : text.lastIndexOf('/', slash - 1);
  }
  return /\/\.service\/service-cli\/|\/lib\/service-cli\/|\/programdata\/service-cli\//.test(text)
    ? 'whole'
    : undefined;
}

/** Returns the paths of protected files that may lie below the folder of an agent, a project, or a home. */
export function protectedBelow(path: string): readonly string[] {
  const text = `/${normal(path)}/`;
  return [...endings.keys()].flatMap((ending) => {
    const parts = ending.split('/');
    return parts.flatMap((_, taken) => {
      const head = parts.slice(0, taken).join('/');
      if (head !== '' && !text.endsWith(`/${head}/`)) return [];
      return `${path}/${parts.slice(taken).join('/')}`;
    });
  });
}
