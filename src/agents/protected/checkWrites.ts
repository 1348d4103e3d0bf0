import { Unreadable, type Finding, type WriteRequest } from '../protocol.ts';
import { type ParseJson, whyRefused } from './contentRules.ts';
import { protectedBelow, type Protection, protectionOf } from './protectedNames.ts';

export interface FilePorts {
  /** Returns the text of a file; undefined for a name without a file. @throws {Unreadable} */
  readonly readTextIfFile: (path: string) => string | undefined;
  /** Returns the real path of a file or folder, which need not exist. */
  readonly realPath: (path: string) => string | undefined;
  readonly parseJson: ParseJson;
  /** The folder of this program's files, by its real path. */
  readonly serviceHome: string;
}

export interface WritePorts extends FilePorts {
  /** Returns the number of secrets in a text that its comments let pass. */
  readonly countAllowed: (text: string, path: string) => number;
  /** Returns the first secret of a text that `before` does not have. */
  readonly findNewSecret: (text: string, before: string, path: string) => Finding | undefined;
  /** Whether git records the file with the next commit of everything. */
  readonly isCommitted: (path: string) => Promise<boolean>;
}

/** Returns why the changes of files by a tool are denied, or undefined. */
export async function checkWrites(
  writes: readonly WriteRequest[],
  ports: WritePorts,
): Promise<string | undefined> {
  for (const write of writes) {
    const reason =
      placeholderReason(write, ports) ?? whyProtected(write, ports) ?? (await secretReason(write, ports));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The placeholder of a secret in a masked output (src/secrets/masking). */
export const placeholder = /\u2039hidden by service-cli: [^\u203A\n]*\u203A/;

export const placeholderDenial =
  'Blocked: the text has a placeholder in the place of a secret, which would replace the real value. Leave lines with placeholders as they are. To give the value to a program, run: service-cli run --with NAME -- COMMAND';

/** An agent that has read a masked file may write it back. */
function placeholderReason({ path, added }: WriteRequest, ports: FilePorts): string | undefined {
  const isNew = added.some((text) => placeholder.test(text)) && !placeholder.test(textOf(path, ports) ?? '');
  return isNew ? placeholderDenial : undefined;
}

/** The comment that lets a secret pass in commits. */
export const allowComment = 'service:allow-secret';

export const commentDenial = `Blocked: only the user adds the comment ${allowComment}. For a value that is no secret, ask the user to run: service-cli policy allow FILE:LINE`;

/** Returns why a change of a file is denied because it would weaken the hooks, or undefined. */
export function whyProtected({ path, added, result }: WriteRequest, ports: FilePorts): string | undefined {
  for (const name of new Set([path, ports.realPath(path) ?? path])) {
    const protection = isInside(name, ports.serviceHome) ? 'whole' : protectionOf(name);
    if (!protection) continue;
    const why = whyContentRefused(protection, name, { path, added, result }, ports);
    if (why !== undefined) return denial(path, why);
  }
  return result('') === '' && added.length === 0 ? whyFolderRefused(path, ports) : undefined;
}

function whyContentRefused(
  protection: Protection,
  path: string,
  { added, result }: WriteRequest,
  ports: FilePorts,
): string | undefined {
  const before = textOf(path, ports) ?? '';
  const after = result(before);
  const { parseJson } = ports;
  if (after !== undefined) return whyRefused(protection, { before, after, parseJson });
  // Added texts may switch hooks off, and everything else may be gone.
  const why = whyRefused(protection, { before: '', after: added.join('\n'), parseJson });
  return protection === 'whole' ? why : (why ?? whyRefused(protection, { before, after: '', parseJson }));
}

/** Returns why a file or folder may not be removed or moved, because protected files are below it. */
export function whyFolderRefused(path: string, ports: FilePorts): string | undefined {
  const real = ports.realPath(path) ?? path;
  if (isInside(ports.serviceHome, real)) return denial(path, 'belongs to the secrets hooks');
  for (const file of protectedBelow(real)) {
    const protection = protectionOf(file);
    const before = protection && textOf(file, ports);
    if (protection === undefined || before === undefined) continue;
    const why = whyRefused(protection, { before, after: '', parseJson: ports.parseJson });
    if (why !== undefined) return denial(file, why);
  }
  return undefined;
}

/** Returns why a change brings a secret into a file that git would record, or undefined. */
async function secretReason(
  { path, added, result }: WriteRequest,
  ports: WritePorts,
): Promise<string | undefined> {
  if (added.length === 0) return undefined;
  const before = textOf(path, ports) ?? '';
  const after = result(before);
  const texts = after === undefined ? added : [after];
  const whole = texts.join('\n');
  if (whole.includes(allowComment) && ports.countAllowed(whole, path) > ports.countAllowed(before, path))
    return commentDenial;
  for (const text of texts) {
    const finding = ports.findNewSecret(text, before, path);
    if (finding && (await ports.isCommitted(path)))
      return `Blocked: the change would bring a secret (${finding.rule}, line ${finding.line}) into ${path}, which git would commit. Read the value from an environment variable, and keep it in a file that git ignores, such as .env.`;
  }
  return undefined;
}

/** Returns the text of a file; undefined for a missing one, and for one that is not text. */
export function textOf(path: string, { readTextIfFile }: FilePorts): string | undefined {
  try {
    return readTextIfFile(path);
  } catch (error) {
    // A file that is not text, or too large, has no entries of ours and no secret that was known before.
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

const denial = (path: string, why: string): string =>
  `Blocked: ${path} ${why}, so an agent cannot change it that way. Ask the user to make the change.`;

function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((text) => text.replaceAll('\\', '/').replace(/\/+$/, ''));
  return inner === outer || (inner ?? '').startsWith(`${outer}/`);
}
