import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { eligibilityOf } from '../../core/agentFeatures.ts';
import { analyseFile } from '../../core/api/fileAnalysis.ts';
import { Failure } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';
import { apiOf, type Credential } from '../../node/credentials/credentials.ts';
import { partsInside } from '../../node/files/realPath.ts';
import { changedFiles } from '../../node/process/repository.ts';
import { CliError, type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { Unreadable } from '../../agents/protocol.ts';
import { readTextInside } from '../readText.ts';
import { discoverProjectOnline } from '../integrate/discovery.ts';
import { platformFacts } from '../project/platformFacts.ts';
import { scopeNotFound } from '../failedCall.ts';
import { requireCredential } from '../session.ts';
import type { Context } from '../program.ts';
import { failedRequest } from '../words.ts';

interface AgenticOptions {
  readonly depth?: 'STANDARD' | 'DEEP';
  readonly file?: readonly string[];
  readonly project?: string;
  readonly branch?: string;
  /** Say nothing where the platform has no agent analysis: agents ask at the end of every turn. */
  readonly quiet?: boolean;
}

/**
 * Has the platform analyze files as they are on disk, one request each. Without `--file`: what git sees as changed. The
 * edition and version are asked for first, so that no source is sent to a platform without the feature. The exit code
 * is 51 if the platform finds issues.
 */
export async function analyzeAgentic(context: Context, options: AgenticOptions): Promise<ExitCode> {
  const { session, terminal } = context;
  const credential = await requireCredential(session);
  const facts = platformFacts(session, credential, undefined).catch((cause: unknown) => {
    throw worded(cause, credential);
  });
  const eligibility = eligibilityOf(await terminal.during('Contacting the platform', facts));
  if (!eligibility.eligible) {
    if (options.quiet === true) return exitCodes.fine;
    throw new CliError(`Agent analysis is not available: ${eligibility.reason}.`);
  }
  const cwd = await realpath(terminal.host.cwd);
  const project = await discoverProjectOnline(session, cwd, credential);
  const key = options.project ?? project.key;
  if (key === undefined)
    throw new CliError('No project is configured.', {
      fix: 'Bind the folder to a project, or pass --project KEY.',
    });
  const given = options.file?.map((path) => insideRoot(project.root, cwd, path));
  const files = given ?? (await changedFiles(project.root));
  const found: Awaited<ReturnType<typeof analyze>> = [];
  for (const path of new Set(files)) {
    let content: string;
    try {
      content = readTextInside(project.root, path);
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause;
      if (given) throw new CliError(cause.message, { cause });
      terminal.warn(`Skipped: ${cause.message}`);
      continue;
    }
    const request = {
      path,
      content,
      project: key,
      organization: credential.platform.organization,
      branch: options.branch,
      depth: options.depth,
    };
    const work = analyze(context, credential, request);
    found.push(...(await terminal.during(`Analyzing ${path}`, work)));
  }
  terminal.items(found, ({ file, line, rule, message }) =>
    printable(`${file}:${line ?? 1}: ${message} (${rule})`),
  );
  terminal.say(found.length === 0 ? 'No issues found.' : `${found.length} issues found.`);
  return found.length === 0 ? exitCodes.fine : exitCodes.findings;
}

async function analyze(
  { session, terminal }: Context,
  credential: Credential,
  request: Parameters<typeof analyseFile>[1],
) {
  try {
    const { issues, errors } = await analyseFile(apiOf(credential, { ...session, newer: true }), request);
    for (const { message } of errors ?? []) terminal.warn(`${request.path}: ${message}`);
    return issues.map(({ rule, message, filePath, textRange }) => ({
      file: filePath ?? request.path,
      ...(textRange && { line: textRange.startLine }),
      rule,
      message,
    }));
  } catch (cause) {
    if (Failure.is(cause, 'notFound')) throw scopeNotFound(request, credential.platform.baseUrl, cause);
    throw worded(cause, credential);
  }
}

function worded(cause: unknown, { platform }: Credential): unknown {
  return Failure.is(cause) ? failedRequest(cause, platform.baseUrl) : cause;
}

/** Returns the path relative to `root`, with `/`, as the platform names it. @throws {CliError} for one outside of it */
function insideRoot(root: string, cwd: string, given: string): string {
  const parts = partsInside(root, resolve(cwd, given));
  if (!parts) throw invalidOptions(`${given} is not in the project folder ${root}`);
  return parts.join('/');
}
