import { isUtf8 } from 'node:buffer';
import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { CliError } from '../../exitCodes.ts';
import { type Resource, statusFor } from '../resources/resource.ts';
import { type GitHook, gitHooks, sharedCommand } from './hookFile.ts';

const id = 'service-secrets';

interface Manager {
  readonly command: (hook: GitHook) => string;
  /** Returns the entry as the manager's file has it, or undefined. */
  readonly find: (document: Document, hook: GitHook) => unknown;
  readonly add: (document: Document, hook: GitHook) => void;
  readonly drop: (document: Document, hook: GitHook) => void;
  readonly lines: (hooks: readonly GitHook[]) => string;
}

/** Returns checks in the YAML file of a hook manager. Colleagues share it, so no entry names a path of this machine. */
export function managerFile(
  manager: Manager,
  path: string,
  within: string,
  hooks: readonly GitHook[],
): Resource {
  const edit = (bytes: Uint8Array, change: (document: Document) => void): Uint8Array => {
    const edited = editYaml(bytes, change);
    if (edited) return edited;
    throw new CliError(`${path} cannot be edited safely. Nothing was changed.`, {
      fix: `Add these lines to it:\n${manager.lines(hooks)}`,
    });
  };
  return {
    path,
    within,
    parts: [...hooks],
    install: (bytes) =>
      bytes &&
      edit(bytes, (document) => {
        for (const hook of hooks) {
          if (isWanted(manager, document, hook)) continue;
          manager.drop(document, hook);
          manager.add(document, hook);
        }
      }),
    remove: (bytes) =>
      bytes &&
      edit(bytes, (document) => {
        for (const hook of gitHooks)
          if (manager.find(document, hook) !== undefined) manager.drop(document, hook);
      }),
    inspect(bytes) {
      const document = bytes && parseDocument(Buffer.from(bytes).toString('utf8'));
      return hooks.map((hook) => {
        const isThere = document !== undefined && manager.find(document, hook) !== undefined;
        return { part: hook, status: statusFor(isThere, isThere && isWanted(manager, document, hook)) };
      });
    },
  };
}

const isWanted = (manager: Manager, document: Document, hook: GitHook): boolean =>
  JSON.stringify(manager.find(document, hook) ?? '').includes(
    JSON.stringify(manager.command(hook)).slice(1, -1),
  );

/** Edits YAML and keeps comments. Returns undefined if other lines would change, because writing may format them. */
function editYaml(bytes: Uint8Array, change: (document: Document) => void): Uint8Array | undefined {
  const before = Buffer.from(bytes).toString('utf8');
  // Writing a text of another encoding would replace characters of its comments.
  if (!isUtf8(bytes)) return undefined;
  const document: Document = parseDocument(before);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    return undefined;
  const plain = JSON.stringify(document.toJS());
  change(document);
  if (JSON.stringify(document.toJS()) === plain) return bytes;
  const width = /^( +)\S/m.exec(before)?.[1]?.length ?? 2;
  const indent = Math.min(width, 8);
  for (const indentSeq of [true, false])
    for (const flowCollectionPadding of [true, false]) {
      const after = document.toString({ lineWidth: 0, indentSeq, flowCollectionPadding, indent });
      if (keepsLines(before, after) || keepsLines(after, before)) return Buffer.from(after);
    }
  return undefined;
}

/** Whether `after` has all lines of `before`, in their order. */
function keepsLines(before: string, after: string): boolean {
  const lines = after.split('\n');
  let at = 0;
  return before.split('\n').every((line) => {
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}

export const lefthook: Manager = {
  command: (hook) => lefthookCommand(hook),
  find(document, hook) {
    const job = jobsOf(document, hook)?.items.find((item) => nameOf(item, 'name') === id);
    return plain(job ?? document.getIn([hook, 'commands', id]));
  },
  add(document, hook) {
    const entry = { run: lefthookCommand(hook), ...(hook === 'pre-push' && { use_stdin: true }) };
    const jobs = jobsOf(document, hook);
    if (jobs) jobs.add(document.createNode({ name: id, ...entry }));
    else document.setIn([hook, 'commands', id], document.createNode(entry));
  },
  drop(document, hook) {
    const jobs = jobsOf(document, hook);
    if (jobs) jobs.items = jobs.items.filter((item) => nameOf(item, 'name') !== id);
    if (document.hasIn([hook, 'commands', id])) document.deleteIn([hook, 'commands', id]);
    dropEmpty(document, [hook, 'commands']);
    dropEmpty(document, [hook]);
  },
  lines: (hooks) =>
    hooks
      .map(
        (hook) =>
          `${hook}:\n  commands:\n    ${id}:\n      run: '${lefthookCommand(hook).replaceAll("'", "''")}'${hook === 'pre-push' ? '\n      use_stdin: true' : ''}`,
      )
      .join('\n'),
};

/** lefthook replaces `{1}` by the name of the remote. */
const lefthookCommand = (hook: GitHook): string =>
  hook === 'pre-push' ? sharedCommand(hook).replace(' pre-push;', ' pre-push {1};') : sharedCommand(hook);

function jobsOf(document: Document, hook: GitHook): YAMLSeq | undefined {
  const jobs = document.getIn([hook, 'jobs']);
  return isSeq(jobs) ? jobs : undefined;
}

export const preCommitFramework: Manager = {
  command: sharedCommand,
  find: (document, hook) =>
    plain(localHooks(document).find((item) => nameOf(item, 'id') === frameworkId(hook))),
  add(document, hook) {
    const repos = document.get('repos');
    const entry = { repo: 'local', hooks: [frameworkEntry(hook)] };
    if (isSeq(repos)) repos.add(document.createNode(entry));
    else document.set('repos', document.createNode([entry]));
  },
  drop(document, hook) {
    const repos = document.get('repos');
    if (!isSeq(repos)) return;
    repos.items = repos.items.filter((repo) => {
      const hooks = isMap(repo) ? repo.get('hooks') : undefined;
      return !(
        isSeq(hooks) &&
        hooks.items.length === 1 &&
        nameOf(hooks.items[0], 'id') === frameworkId(hook)
      );
    });
  },
  lines: (hooks) =>
    hooks
      .map((hook) => {
        const { id: name, ...rest } = frameworkEntry(hook);
        const fields = Object.entries(rest).map(([key, value]) => `        ${key}: ${JSON.stringify(value)}`);
        return [`  - repo: local`, '    hooks:', `      - id: ${name}`, ...fields].join('\n');
      })
      .join('\n'),
};

const frameworkId = (hook: GitHook): string => `${id}-${hook}`;

const frameworkEntry = (hook: GitHook): Readonly<Record<string, unknown>> & { readonly id: string } => ({
  id: frameworkId(hook),
  name: `Check for secrets (${hook})`,
  entry: `sh -c '${sharedCommand(hook)}'`,
  language: 'system',
  pass_filenames: false,
  always_run: true,
  stages: [hook],
});

function localHooks(document: Document): unknown[] {
  const repos = document.get('repos');
  const lists = isSeq(repos) ? repos.items.map((repo) => (isMap(repo) ? repo.get('hooks') : undefined)) : [];
  return lists.flatMap((list) => (isSeq(list) ? list.items : []));
}

const nameOf = (item: unknown, key: string): unknown => (isMap(item) ? item.get(key) : undefined);

const plain = (node: unknown): unknown => (isMap(node) ? node.toJSON() : node);

function dropEmpty(document: Document, path: readonly string[]): void {
  const node = document.getIn(path);
  if (isMap(node) && node.items.length === 0) document.deleteIn(path);
}
