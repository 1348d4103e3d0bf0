import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandRow, Context } from '../program.ts';
import { showProject } from '../../core/api/components.ts';
import { sharedBindingText } from '../../core/bindings/sharedBinding.ts';
import { neutralBrand } from '../../core/brand.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { readInside } from '../../node/files/realPath.ts';
import { applyChanges } from '../../node/files/transaction/fileTransaction.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { scopeNotFound } from '../failedCall.ts';
import { onPlatform } from '../session.ts';

/** Adds `link`, which writes the same file as Share Binding of the editor. */
export const linkCommand: CommandRow = (program, run) => {
  program
    .command('link')
    .description('Write the file that binds this folder to a project, for everyone who opens the repository')
    .requiredOption('-p, --project <key>', 'key of the project')
    .option('--dry-run', 'show the file without writing it')
    .option('--yes', 'replace another binding without prompting')
    .action(run((context, options: LinkOptions) => link(context, options)));
};

interface LinkOptions {
  readonly project: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/**
 * Writes the shared binding file into the working folder, which the editor offers to everyone who opens the repository. It
 * names the platform and the project, and contains no token. A file with another binding is replaced only after a
 * question.
 */
async function link(context: Context, { project, dryRun, yes }: LinkOptions): Promise<ExitCode> {
  const { session, terminal, prompts } = context;
  const folder = await realpath(terminal.host.cwd);
  const path = neutralBrand.files.sharedBinding;
  const file = join(folder, path);
  const platform = await onPlatform(
    session,
    async (opened) => {
      await showProject(opened.api, project).catch((cause: unknown) => {
        throw Failure.is(cause, 'forbidden')
          ? scopeNotFound({ project }, opened.platform.baseUrl, cause)
          : cause;
      });
      return opened.platform;
    },
    { project },
  );
  const text = sharedBindingText({ target: platform.target, projectKey: project });
  const before = presentBytes(folder, path);
  const answer = (written: boolean, words: string): ExitCode => {
    terminal.answer({ file, project, written }, () => words);
    return exitCodes.fine;
  };
  if (before?.toString('utf8') === text)
    return answer(false, `${file} already binds this folder to ${project}.`);
  if (dryRun) return answer(false, `Would write ${file}:\n${text.trimEnd()}`);
  if (before !== undefined && !yes) {
    if (!terminal.isInteractive)
      throw invalidOptions(`${path} contains another binding: pass --yes to replace it without a terminal`);
    if (!(await prompts.confirm(`${path} contains another binding. Replace it?`, false)))
      return answer(false, 'Nothing was written.');
  }
  await applyChanges([{ path: file, within: folder, before, after: Buffer.from(text) }]);
  return answer(true, `Wrote ${file}. Commit it to offer the binding to everyone.`);
}

function presentBytes(folder: string, path: string): Buffer | undefined {
  try {
    return readInside(folder, path);
  } catch (cause) {
    throw new CliError(`${path} cannot be used: ${messageOf(cause)}.`, { cause });
  }
}
