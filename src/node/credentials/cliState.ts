import * as z from 'zod/mini';
import { Failure } from '../../core/failures.ts';
import { parse } from '../../core/parsing.ts';
import { readIfPresent } from '../files/transaction/fileSteps.ts';
import { applyChanges, type FileChange } from '../files/transaction/fileTransaction.ts';
import { openJsonDocument } from '../json/jsonDocument.ts';
import { withLock } from '../files/locks/lock.ts';

/** Loose throughout: what a newer version noted there is kept. */
const login = z.looseObject({
  url: z.string(),
  organization: z.optional(z.string()),
  storedIn: z.enum(['keyring', 'file']),
  /** ISO date. */
  at: z.string(),
});

const feature = z.looseObject({
  feature: z.string(),
  cliVersion: z.string(),
  installedAt: z.string(),
  /** `isOurs`: made by us, so that it goes with us when nothing else is in it. */
  files: z.array(z.looseObject({ path: z.string(), isOurs: z.boolean() })),
});

const installation = z.looseObject({
  integration: z.string(),
  scope: z.enum(['project', 'global']),
  /** The project's folder, or the person's home. */
  root: z.string(),
  cliVersion: z.string(),
  /** What `--project` or the git remote named, for commands that find the project by its folder. */
  projectKey: z.optional(z.string()),
  features: z.array(feature),
});

const stateSchema = z.looseObject({
  version: z.literal(1),
  /** Present while somebody is logged in: what the hooks, which open no keyring, take for "authenticated". */
  login: z.optional(login),
  /** Where somebody was logged in until the platform refused the token: a new login leads there again. */
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

/** The defaults only where there is no file. Rejects with `malformed`, file and line, for one that does not parse. */
export async function readState(path: string): Promise<StateFile> {
  const bytes = await readIfPresent(path);
  if (bytes === undefined) return { state: emptyState, bytes };
  const { value } = openJsonDocument(path, bytes);
  try {
    return { state: parse(stateSchema, value, path), bytes };
  } catch (error) {
    if (!Failure.is(error)) throw error;
    const remedy = 'the file was left as it is. Correct it, or delete it and log in again.';
    throw new Failure('malformed', `${path}:1: ${error.message.replace(`${path}: `, '')}; ${remedy}`);
  }
}

/** The key that `integrate` noted for a folder which names none itself. */
export function rememberedKey({ integrations }: CliState, root: string): string | undefined {
  return integrations?.installed.find((item) => item.root === root)?.projectKey;
}

/** The change of state.json that `applyChanges` takes, so that it stands or falls with other files. */
export function stateChange(path: string, { bytes }: StateFile, next: CliState): FileChange {
  const text = `${JSON.stringify(parse(stateSchema, next, path), undefined, 2)}\n`;
  return { path, before: bytes, after: Buffer.from(text), mode: 0o600 };
}

/** Reads, changes and writes under the lock. Returning the same object writes nothing. */
export function updateState(path: string, change: (state: CliState) => CliState): Promise<CliState> {
  return withLock(path, async () => {
    const file = await readState(path);
    const next = change(file.state);
    if (next !== file.state) await applyChanges([stateChange(path, file, next)]);
    return next;
  });
}

/** After a logout: the hooks stop counting anybody as authenticated. */
export function withoutLogin(state: CliState): CliState {
  const next = { ...state };
  delete next.login;
  delete next.refused;
  return next;
}

/** After the platform has refused the token: as after a logout, but it is known where to log in again. */
export function withRefusedLogin(state: CliState): CliState {
  const { url, organization } = state.login ?? {};
  const next = withoutLogin(state);
  if (url !== undefined) next.refused = { url, ...(organization !== undefined && { organization }) };
  return next;
}
