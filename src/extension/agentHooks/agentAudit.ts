import { homedir } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { finishScript } from '../../node/process/runPrograms.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { type InstalledExtension, ownScript, parseLines } from './installCli.ts';

/** A secret that an agent or a shell has stored, without the secret. */
const audited = z.object({
  description: z.string(),
  /** The page of the vendor about such secrets. */
  link: z.optional(z.string()),
  agent: z.string(),
  /** The files that have it. */
  sessions: z.array(z.string()),
  /** ISO dates. */
  first: z.string(),
  last: z.string(),
  /** An environment file that has it now. */
  source: z.optional(z.string()),
});

export interface AuditedSecretNode {
  readonly kind: 'auditedSecret';
  readonly id: string;
  readonly secret: z.output<typeof audited>;
}

/** The secrets in what the agents of this machine have stored. */
export interface AgentAuditNode {
  readonly kind: 'agentAudit';
  readonly id: string;
  /** Undefined until the user has searched for them in this window. */
  readonly secrets: readonly AuditedSecretNode[] | undefined;
  /** False if some files could not be read. */
  readonly isComplete: boolean;
}

/** Codes with which `agents audit` ends: nothing found, files that could not be read, secrets found. */
const fine = 0;
const unread = 1;
const found = 51;

const timeoutMs = 10 * 60 * 1_000;

/** Returns the search for secrets in what the agents of this machine have stored. Its result is kept until the window closes. */
export function agentAudit(extension: InstalledExtension) {
  let node: AgentAuditNode = { kind: 'agentAudit', id: 'agentAudit', secrets: undefined, isComplete: true };
  return {
    node: () => node,
    /**
     * Searches, with progress that the user can cancel.
     *
     * @throws {Failure} `storage` if service-cli fails, `malformed` if its output has another form, `cancelled`.
     */
    run: async (): Promise<void> => {
      const { stdout, exitCode } = await withProgress(
        vscode.l10n.t('Searching what AI agents have stored for secrets…'),
        (signal) =>
          finishScript(ownScript(extension), ['agents', 'audit', '--json'], homedir(), {
            timeoutMs,
            accepts: [fine, unread, found],
            signal,
          }),
      );
      const secrets = parseLines(audited, stdout, 'agents audit').map((secret, index) => {
        return { kind: 'auditedSecret', id: `auditedSecret/${index}`, secret } as const;
      });
      node = { ...node, secrets, isComplete: exitCode !== unread };
      void showInformation(auditText(node));
    },
  };
}

export function auditText({ secrets, isComplete }: AgentAuditNode): string {
  if (secrets === undefined)
    return vscode.l10n.t('Select to search the sessions, settings and histories of this machine.');
  const count =
    secrets.length === 0
      ? vscode.l10n.t('No secrets were found in what AI agents have stored.')
      : vscode.l10n.t('Secrets that AI agents have stored: {0}. Replace them.', secrets.length);
  return isComplete
    ? count
    : `${count} ${vscode.l10n.t('Some files could not be read. To see which, run service-cli agents audit in a terminal.')}`;
}
