import { homedir } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { finishScript } from '../../node/process/runPrograms.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { AgentAuditNode } from './agentHookNodes.ts';
import { auditText } from './auditText.ts';
import { type InstalledExtension, ownScript, parseLines } from './installCli.ts';

/** A secret that an agent or a shell has stored, without the secret. */
const audited = z.object({
  description: z.string(),
  link: z.optional(z.string()),
  agent: z.string(),
  sessions: z.array(z.string()),
  first: z.string(),
  last: z.string(),
  source: z.optional(z.string()),
});

/** Codes with which `agents audit` ends: nothing found, files that could not be read, secrets found. */
const fine = 0;
const unread = 1;
const found = 51;

const timeoutMs = 10 * 60 * 1_000;

/** The search for secrets in what the agents of this machine have stored. Its result is kept until the window closes. */
export class AgentAudit {
  readonly #extension: InstalledExtension;
  #result: Pick<AgentAuditNode, 'secrets' | 'isComplete'> = { secrets: undefined, isComplete: true };

  constructor(extension: InstalledExtension) {
    this.#extension = extension;
  }

  get node(): AgentAuditNode {
    return { kind: 'agentAudit', id: 'agentAudit', ...this.#result };
  }

  /**
   * Searches, with progress that the user can cancel.
   *
   * @throws {Failure} `storage` if service-cli fails, `malformed` if its output has another form, `cancelled`.
   */
  async run(): Promise<void> {
    const { stdout, exitCode } = await withProgress(
      vscode.l10n.t('Searching what AI agents have stored for secrets…'),
      (signal) =>
        finishScript(ownScript(this.#extension), ['agents', 'audit', '--json'], homedir(), {
          timeoutMs,
          accepts: [fine, unread, found],
          signal,
        }),
    );
    this.#result = {
      secrets: parseLines(audited, stdout, 'agents audit').map((secret, index) => ({
        kind: 'auditedSecret',
        id: `auditedSecret/${index}`,
        secret,
      })),
      isComplete: exitCode !== unread,
    };
    void showInformation(auditText(this.node));
  }
}
