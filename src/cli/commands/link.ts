import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Argument, InvalidArgumentError } from 'commander';
import type { CommandRow, Context } from '../program.ts';
import { showProject } from '../../core/api/components.ts';
import { parseSharedBinding, sharedBindingText } from '../../core/bindings/sharedBinding.ts';
import { brands, neutralBrand } from '../../core/brand.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';
import { readInside } from '../../node/files/realPath.ts';
import { applyChanges, type FileChange } from '../../node/files/transaction/fileTransaction.ts';
import { CliError, exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import { scopeNotFound } from '../failedCall.ts';
import { collect } from '../options.ts';
import { onPlatform } from '../session.ts';
import { widest } from '../terminal.ts';

/** Adds `link`, which writes the same file as Share Binding of the editor. */
export const linkCommand: CommandRow = (program, run) =>
  program
    .command('link')
    .description('Write the file that binds this folder to a project, for everyone who opens the repository')
    .addArgument(
      new Argument('[list]', 'list the bindings of this folder and the folders below it')
        .choices(['list'])
        .argParser((word) => {
          if (word !== 'list')
            throw new InvalidArgumentError(`To bind to a project, write --project ${word}.`);
          return word;
        }),
    )
    .option(
      '-p, --project <key>',
      'key of the project; KEY=FOLDER binds a folder below this one; repeatable',
      collect,
    )
    .option('--dry-run', 'show the files without writing them')
    .option('--yes', 'replace other bindings without prompting')
    .action(
      run((context, list: string | undefined, options: LinkOptions) =>
        list === undefined ? link(context, options) : listLinks(context, options),
      ),
    );

interface LinkOptions {
  readonly project?: readonly string[];
  readonly dryRun?: true;
  readonly yes?: true;
}

interface PlannedLink extends FileChange {
  readonly project: string;
  readonly after: Buffer;
}

/**
 * Writes the shared binding files below the working folder, which the editor offers to everyone who opens the
 * repository. They name the platform and the project, and contain no token. Files with another binding are replaced
 * only after a question. Either all files are written or none.
 */
async function link(context: Context, { project = [], dryRun, yes }: LinkOptions): Promise<ExitCode> {
  const { terminal, prompts } = context;
  if (project.length === 0) throw invalidOptions('name the project with --project KEY, or several');
  const links = await planLinks(context, project.map(partsOf));
  const answer = (written: boolean, words: (link: PlannedLink) => string): ExitCode => {
    for (const item of links) {
      const isWritten = written && isChanged(item);
      terminal.answer({ file: item.path, project: item.project, written: isWritten }, () =>
        printable(isChanged(item) ? words(item) : `${item.path} already binds to ${item.project}.`),
      );
    }
    return exitCodes.fine;
  };
  const changed = links.filter(isChanged);
  if (dryRun || changed.length === 0)
    return answer(false, ({ path, after }) => `Would write ${path}: ${onOneLine(after)}`);
  const replaced = changed.filter(({ before }) => before !== undefined).map(({ path }) => path);
  if (replaced.length > 0 && !yes) {
    const what = `${replaced.join(', ')} ${replaced.length === 1 ? 'contains' : 'contain'} another binding`;
    if (!terminal.isInteractive) throw invalidOptions(`${what}: pass --yes to replace it without a terminal`);
    if (!(await prompts.confirm(`${printable(what)}. Replace it?`, false)))
      return answer(false, ({ path }) => `Not written: ${path}`);
  }
  await applyChanges(changed);
  answer(true, ({ path, project: key }) => `Wrote ${path} (${key}).`);
  terminal.say('Commit what was written to offer the binding to everyone.');
  return exitCodes.fine;
}

/** Parses `KEY` and `KEY=FOLDER`; a key has no equals sign. */
function partsOf(given: string): { readonly project: string; readonly folder: string } {
  const [project = '', ...rest] = given.split('=');
  if (project === '') throw invalidOptions(`--project ${given} names no project`);
  return { project, folder: rest.length === 0 ? '.' : rest.join('=') };
}

async function planLinks(
  { session, terminal }: Context,
  wanted: readonly { readonly project: string; readonly folder: string }[],
): Promise<PlannedLink[]> {
  const root = await realpath(terminal.host.cwd);
  const file = neutralBrand.files.sharedBinding;
  const links: PlannedLink[] = [];
  for (const { project, folder } of wanted) {
    const path = join(root, folder, file);
    if (!existsSync(join(root, folder))) throw invalidOptions(`the folder ${folder} does not exist`);
    const before = presentBytes(root, relative(root, path));
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
    const after = Buffer.from(sharedBindingText({ target: platform.target, projectKey: project }));
    if (links.some((other) => other.path === path)) throw invalidOptions(`${folder} is named twice`);
    links.push({ path, within: root, before, after, project });
  }
  return links;
}

const isChanged = ({ before, after }: PlannedLink): boolean => !before || !after.equals(before);

const onOneLine = (bytes: Buffer): string => bytes.toString('utf8').replace(/\s+/g, ' ').trim();

function presentBytes(root: string, path: string): Buffer | undefined {
  try {
    return readInside(root, path);
  } catch (cause) {
    throw new CliError(`${path} cannot be used: ${messageOf(cause)}.`, { cause });
  }
}

interface Link {
  readonly folder: string;
  readonly file: string;
  readonly project?: string;
  readonly platform?: string;
  readonly problem?: string;
}

async function listLinks({ terminal }: Context, { project }: LinkOptions): Promise<ExitCode> {
  if (project) throw invalidOptions('link list takes no --project');
  const root = await realpath(terminal.host.cwd);
  const links: Link[] = [];
  for (const folder of await foldersBelow(root)) {
    for (const { files } of brands) links.push(...linkIn(root, folder, files.sharedBinding));
  }
  const width = widest(links.map(({ folder }) => folder));
  terminal.items(links, ({ folder, project: key = '', platform = '', problem }) =>
    printable(`${folder.padEnd(width)}  ${problem ?? `${key}  ${platform}`}`),
  );
  if (links.length === 0)
    terminal.say('No folder is bound. To bind this one, run: service-cli link --project KEY');
  return links.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.fine;
}

function linkIn(root: string, folder: string, name: string): Link[] {
  const file = join(folder, name);
  try {
    const bytes = readInside(root, file);
    if (!bytes) return [];
    const { target, projectKey } = parseSharedBinding(bytes.toString('utf8'), file);
    const platform =
      target.kind === 'server' ? target.serverUrl : `${target.organizationKey} (${target.region})`;
    return [{ folder, file, project: projectKey, platform }];
  } catch (error) {
    return [{ folder, file, problem: messageOf(error) }];
  }
}

/** Folders of dependencies and of tools, which have no projects of the user. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'dist', 'build', 'target']);
const deepest = 5;

/** Returns the folder itself as `.` and those below it, without links and hidden ones. */
async function foldersBelow(root: string, folder = '.', depth = 0): Promise<string[]> {
  if (depth === deepest) return [folder];
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
    .map(({ name }) => name);
  const below = await Promise.all(names.map((name) => foldersBelow(root, join(folder, name), depth + 1)));
  return [folder, ...below.flat()];
}
