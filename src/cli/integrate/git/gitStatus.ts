import { messageOf } from '../../../core/failures.ts';
import type { CliState } from '../../../node/credentials/cliState.ts';
import { UnsafePath } from '../../../node/files/realPath.ts';
import { isSamePath } from '../../../node/files/systemPath.ts';
import { homeOf } from '../../../node/files/serviceHome.ts';
import { CliError } from '../../exitCodes.ts';
import type { Session } from '../../session.ts';
import { readResource } from '../apply.ts';
import type { ComponentStatus } from '../plan.ts';
import { fixOf } from '../record.ts';
import { gitLayout, type GitScope } from './gitLayout.ts';

export interface GitStatus extends ComponentStatus {
  readonly editor: 'git';
  readonly scope: GitScope;
  readonly root: string;
  readonly fix?: string;
}

export async function gitStatus(session: Session, state: CliState, cwd: string): Promise<GitStatus[]> {
  const recorded = (state.integrations?.installed ?? []).filter(({ integration }) => integration === 'git');
  const statuses: GitStatus[] = [];
  const add = async (scope: GitScope, folder: string): Promise<void> => {
    const status = await statusOf(session, scope, folder, recorded);
    if (status && !statuses.some((item) => item.scope === scope && isSamePath(item.root, status.root)))
      statuses.push(status);
  };
  await add('project', cwd);
  await add('global', homeOf(session.terminal.host.env));
  for (const { scope, root } of recorded) if (scope === 'project') await add(scope, root);
  return statuses;
}

/** Returns undefined outside of a repository. */
async function statusOf(
  session: Session,
  scope: GitScope,
  folder: string,
  recorded: readonly { readonly scope: string; readonly root: string }[],
): Promise<GitStatus | undefined> {
  const fix = fixOf({ editor: 'git', scope, root: folder });
  const base = { editor: 'git', scope, component: 'secretsHooks' } as const;
  try {
    const layout = await gitLayout(session, scope, folder);
    const items: ComponentStatus['items'][number][] = [];
    for (const file of [...layout.files, ...layout.shared])
      for (const item of file.inspect(await readResource(file))) items.push({ path: file.path, ...item });
    const own = items.filter(({ part }) => part !== '');
    const { root } = layout;
    if (own.every(({ status }) => status === 'NOT CONFIGURED'))
      return { ...base, root, status: 'NOT CONFIGURED', items: own };
    return items.every(({ status }) => status === 'CONFIGURED')
      ? { ...base, root, status: 'CONFIGURED', items }
      : { ...base, root, status: 'CONFIGURED / INVALID CONFIG', items, fix };
  } catch (error) {
    if (!(error instanceof CliError) && !(error instanceof UnsafePath)) throw error;
    if (!recorded.some((item) => item.scope === scope && isSamePath(item.root, folder))) return undefined;
    const status = 'CONFIGURED / INVALID CONFIG';
    const items = [{ path: folder, part: '', status, reason: messageOf(error) } as const];
    return { ...base, root: folder, status, items, fix };
  }
}
