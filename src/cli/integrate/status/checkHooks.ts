import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsEvents } from '../../../agents/agent.ts';
import { probeRequest } from '../../../agents/probes.ts';
import { runShellCommand } from '../../../node/process/runPrograms.ts';
import { hooksOf, type Layout } from '../layout.ts';
import { hookCommand } from '../shims/hookCommand.ts';

/** The result of asking one installed hook a harmless and a harmful question. */
export interface HookCheck {
  readonly event: string;
  /** `skipped`: the event only asks about files on disk. */
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly reason?: string;
}

/** Longer than the hook gives itself, and than most agents give it. */
const timeoutMs = 15_000;

/**
 * Runs each hook of an installation with a harmless and a harmful question, as the agent does.
 *
 * @param layout An installation whose files are those that `integrate` writes, because the scripts are run.
 */
export async function checkHooks(layout: Layout, env: NodeJS.ProcessEnv): Promise<HookCheck[]> {
  const folder = await mkdtemp(join(tmpdir(), 'service-check-'));
  try {
    const checks: HookCheck[] = [];
    for (const event of secretsEvents(layout.editor))
      checks.push(await checkEvent(layout, event, folder, env));
    return checks;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkEvent(
  layout: Layout,
  event: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<HookCheck> {
  const { editor, root } = layout;
  const command = commandOf(layout, event);
  const ask = async (text: string): Promise<'allowed' | 'denied' | 'none' | 'skipped'> => {
    const probe = probeRequest(editor.id, event, { folder, text });
    if (!probe || command === undefined || !editor.hooks) return 'skipped';
    const run = await runShellCommand(command, {
      cwd: root,
      env: { ...env, ...variablesOf(layout), SERVICE_HOOK_CHECK: '1' },
      input: JSON.stringify(probe.request),
      timeoutMs,
    });
    if (run.exitCode === undefined) return 'none';
    const allowed = editor.hooks.protocol.allow(probe.kind);
    const isSilent = editor.hooks.deniesFaults === 'exitCode' && run.stdout === '';
    if (run.exitCode === allowed.exitCode && (isSilent || run.stdout.trim() === allowed.stdout.trim()))
      return 'allowed';
    return run.exitCode === 2 || /Blocked|Withheld|hidden by service-cli/.test(run.stdout)
      ? 'denied'
      : 'none';
  };
  const harmless = await ask('Please add a test.');
  if (harmless === 'skipped') return { event, result: 'skipped' };
  // Hexadecimal digits cannot spell a placeholder: one in 60,000 texts of base64 has "your" in it.
  const harmful = await ask(`Use the token glpat-${randomBytes(10).toString('hex')} for it.`);
  const reason =
    harmless === 'none' || harmful === 'none'
      ? 'the hook does not answer'
      : harmless === 'denied'
        ? 'it denies a request without a secret. Is service-cli logged in?'
        : harmful === 'allowed'
          ? 'it allows a request with a secret'
          : undefined;
  return reason === undefined ? { event, result: 'passed' } : { event, result: 'failed', reason };
}

/** Returns the command line as `integrate` writes it. A plugin has none: it runs the script itself. */
function commandOf(layout: Layout, event: string): string | undefined {
  const { root, platform } = layout;
  const { hooks, place } = hooksOf(layout) ?? {};
  const entry = hooks?.entries.find((item) => item.event === event);
  if (!hooks || !place || !entry) return undefined;
  return hookCommand({ platform, root, place, deniesFaults: hooks.deniesFaults, entry }).here;
}

function variablesOf(layout: Layout): NodeJS.ProcessEnv {
  const command = hooksOf(layout)?.place.command;
  return typeof command === 'object' ? { [command.variable]: layout.root } : {};
}
