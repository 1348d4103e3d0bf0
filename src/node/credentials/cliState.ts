import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import { parse, parseStored } from '../../core/parsing.ts';
import { readIfPresent } from '../files/transaction/fileSteps.ts';
import { applyChanges, type FileChange } from '../files/transaction/fileTransaction.ts';
import { openJsonDocument } from '../json/jsonDocument.ts';
import { isSamePath } from '../files/systemPath.ts';
import { withLock } from '../files/locks/lock.ts';

/** Every object is loose, so that entries of a newer version are kept. */
const login = z.looseObject({
  url: z.string(),
  organization: z.optional(z.string()),
  storedIn: z.enum(['keyring', 'encryptedFile', 'file']),
  /** ISO date. */
  at: z.string(),
});

const feature = z.looseObject({
  feature: z.string(),
  cliVersion: z.string(),
  installedAt: z.string(),
  /** `isOurs`: the file was created by `integrate`, so it is deleted with the feature when it holds nothing else. */
  files: z.array(z.looseObject({ path: z.string(), isOurs: z.boolean() })),
});

const installation = z.looseObject({
  integration: z.string(),
  scope: z.enum(['project', 'global', 'system']),
  /** The project's folder, the user's home folder, or the root of the file system. */
  root: z.string(),
  cliVersion: z.string(),
  /** The key from `--project` or the git remote, for commands that find the project by its folder. */
  projectKey: z.optional(z.string()),
  features: z.array(feature),
});

const stateSchema = z.looseObject({
  version: z.literal(1),
  /** Present while the user is logged in. The hooks open no keyring and treat this entry as "authenticated". */
  login: z.optional(login),
  /** The platform of the login before the platform refused the token. A new login uses it again. */
  refused: z.optional(z.looseObject({ url: z.string(), organization: z.optional(z.string()) })),
  integrations: z.optional(z.looseObject({ installed: z.array(installation) })),
});

export type Login = z.output<typeof login>;
export type Installation = z.output<typeof installation>;
export type InstalledFeature = z.output<typeof feature>;
export type CliState = z.output<typeof stateSchema>;

const emptyState: CliState = { version: 1 };

interface StateFile {
  readonly state: CliState;
  readonly bytes: Uint8Array | undefined;
}

/**
 * Reads the state file. Returns the defaults only if the file does not exist.
 *
 * @throws {Failure} `malformed`, with file and line, for a file that does not parse.
 */
export async function readState(path: string): Promise<StateFile> {
  const bytes = await readIfPresent(path);
  if (bytes === undefined) return { state: emptyState, bytes };
  const { value } = openJsonDocument(path, bytes);
  try {
    return { state: parseStored(stateSchema, value, path), bytes };
  } catch (error) {
    if (!Failure.is(error, 'malformed')) throw error;
    const fix = 'the file was left as it is. Correct it, or delete it and log in again.';
    throw new Failure('malformed', `${path}:1: ${error.message.replace(`${path}: `, '')}; ${fix}`);
  }
}

/** Returns the project key that `integrate` recorded for a folder whose configuration names no key. */
export function rememberedKey({ integrations }: CliState, root: string): string | undefined {
  return integrations?.installed.find((item) => isSamePath(item.root, root))?.projectKey;
}

/** Returns the change of state.json for `applyChanges`, which applies it together with other files or not at all. */
export function stateChange(path: string, { bytes }: StateFile, next: CliState): FileChange {
  const text = `${JSON.stringify(parse(stateSchema, next, path), undefined, 2)}\n`;
  return { path, before: bytes, after: Buffer.from(text), mode: 0o600 };
}

/** Reads, changes and writes the state under the lock. Does not write if `change` returns the same object. */
export function updateState(path: string, change: (state: CliState) => CliState): Promise<CliState> {
  return withLock(path, async (held) => {
    const file = await readState(path);
    const next = change(file.state);
    if (next === file.state) return next;
    await held.assertHeld();
    await applyChanges([stateChange(path, file, next)]);
    return next;
  });
}

/** Returns the state after a logout: the hooks no longer treat the user as authenticated. */
export function withoutLogin(state: CliState): CliState {
  const next = { ...state };
  delete next.login;
  delete next.refused;
  return next;
}

/** Returns the state after the platform refused the token: the address stays for the next login. */
export function withRefusedLogin(state: CliState): CliState {
  const { url, organization } = state.login ?? {};
  const next = withoutLogin(state);
  if (url !== undefined) next.refused = { url, ...(organization !== undefined && { organization }) };
  return next;
}
