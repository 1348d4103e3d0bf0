import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import {
  createPolicy,
  mostHashesUnasked,
  parsePolicy,
  policyFile,
  type Policy,
  type PolicyDocument,
} from '../../secrets/policy/policy.ts';
import type { ProjectScan } from '../../secrets/policy/projectRules.ts';
import { SaltedHashes } from '../../secrets/policy/allowedValues.ts';
import { givePolicyConsent } from '../../node/credentials/changePolicyConsents.ts';
import {
  hasPolicyConsent,
  policyIdentity,
  type PolicyIdentity,
  remotePolicyIdentity,
} from '../../node/credentials/policyConsents.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import type { Report } from '../host/commands.ts';
import { hasLink, readInside } from '../host/folders/workspaceFile.ts';
import { showInformation } from '../ui/messages.ts';

/** A policy that allows nothing yet, because the user has not agreed to it. */
export interface PendingPolicy {
  readonly stated: Policy;
  /** Finds out what the policy would allow. It is limited, because the user has not agreed to the policy. */
  readonly hashes: SaltedHashes;
  readonly identity: PolicyIdentity;
  readonly file: vscode.Uri;
}

export interface FolderPolicy {
  /** The policy that applies now; it allows nothing until the user has agreed to the file. */
  readonly policy: Policy;
  /** Finds out what the policy allows. It is kept with the policy, so that no hash is computed again after each edit. */
  readonly hashes: SaltedHashes;
  readonly pending: PendingPolicy | undefined;
  /** The scan by the project's own rules. It needs no agreement, because it only finds more. */
  readonly scanByProject: ProjectScan | undefined;
  /** The policy file, which need not exist yet. */
  readonly file: vscode.Uri;
  readonly nameOf: (uri: vscode.Uri) => string;
}

interface StatedPolicy {
  readonly document: PolicyDocument;
  readonly bytes: Uint8Array;
  readonly scanByProject: ProjectScan | undefined;
}

type OwnPolicy = StatedPolicy | 'none' | 'unusable';

/** The policies of the workspace: of a file, the nearest one upwards within its folder of the workspace. */
export class Policies implements Disposable {
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<void>());
  readonly #report: Report;
  /** The policy file in each folder, without those above it. Emptied when any policy changes. */
  readonly #own = new Map<string, Promise<OwnPolicy>>();
  /** The policy that applies to the files of each folder. Emptied together with `#own`. */
  readonly #known = new Map<string, Promise<FolderPolicy>>();
  readonly onDidChange = this.#changed.event;
  #hasPending = false;

  constructor(report: Report) {
    this.#report = report;
    const watcher = this.#scope.add(vscode.workspace.createFileSystemWatcher(`**/${policyFile}`));
    const forget = () => this.#forget();
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      this.#scope.add(event(forget));
    this.#scope.add(vscode.workspace.onDidChangeWorkspaceFolders(forget));
    this.#scope.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        // The user may have agreed in a terminal.
        if (focused && this.#hasPending) forget();
      }),
    );
  }

  /** Returns the policy for a text; undefined for a text that belongs to no folder of the workspace. */
  async of(uri: vscode.Uri): Promise<FolderPolicy | undefined> {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (!root) return undefined;
    const folder = vscode.Uri.joinPath(uri, '..');
    const found = await remembered(this.#known, folder, () => this.#find(folder, root));
    // A policy is about real files of its folder, not about what a link of the repository leads to.
    return (await hasLink(root, uri)) ? { ...found, policy: createPolicy(), pending: undefined } : found;
  }

  /** Whether the file of a pending policy still has the content that is pending. Otherwise all policies are read again. */
  async isCurrent({ identity, file }: PendingPolicy): Promise<boolean> {
    const root = vscode.workspace.getWorkspaceFolder(file)?.uri;
    const bytes = root && (await readInside(root, file));
    const folder = vscode.Uri.joinPath(file, '../..');
    if (bytes !== undefined && identityOf(folder, bytes).digest === identity.digest) return true;
    this.#forget();
    return false;
  }

  async agree(identity: PolicyIdentity): Promise<void> {
    await givePolicyConsent(home(), identity, new Date().toISOString());
    this.#forget();
  }

  #forget(): void {
    this.#own.clear();
    this.#known.clear();
    this.#hasPending = false;
    this.#changed.fire();
  }

  async #find(from: vscode.Uri, root: vscode.Uri): Promise<FolderPolicy> {
    for (let folder = from; ; folder = vscode.Uri.joinPath(folder, '..')) {
      const file = vscode.Uri.joinPath(folder, policyFile);
      const own = await remembered(this.#own, folder, () => this.#read(file, root));
      if (own !== 'none') return this.#evaluate(folder, own, file);
      if (folder.path.length <= root.path.length) return policyIn(root);
    }
  }

  #evaluate(folder: vscode.Uri, own: StatedPolicy | 'unusable', file: vscode.Uri): FolderPolicy {
    if (own === 'unusable') return policyIn(folder);
    const identity = identityOf(folder, own.bytes);
    const { scanByProject } = own;
    const stated = policyIn(folder, own.document);
    if (this.isAgreed(identity)) return { ...stated, scanByProject };
    this.#hasPending = true;
    const hashes = new SaltedHashes(mostHashesUnasked);
    const pending = { stated: stated.policy, hashes, identity, file };
    return { ...policyIn(folder), scanByProject, pending };
  }

  /** Whether the user agreed to a policy. False, after a message to the user, if the consents cannot be read. */
  isAgreed(identity: PolicyIdentity): boolean {
    try {
      return hasPolicyConsent(home(), identity);
    } catch (error) {
      this.#report(error, 'reading what the user agreed to');
      return false;
    }
  }

  /** Reads the policy of a file. A broken one allows nothing, and the user gets one message about it. */
  async #read(file: vscode.Uri, root: vscode.Uri): Promise<OwnPolicy> {
    try {
      const bytes = await readInside(root, file);
      if (bytes === undefined) return 'none';
      const name = vscode.workspace.asRelativePath(file);
      const document = parsePolicy(new TextDecoder().decode(bytes), name);
      return { document, bytes, scanByProject: await scanOf(document, name) };
    } catch (error) {
      this.#report(error, 'reading what may stay');
      return 'unusable';
    }
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

/** @throws {Failure} if a folder of the workspace, or another user, can fill the folder of the consents. */
const home = () =>
  serviceHome(
    process.env,
    (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
      uri.scheme === 'file' ? [uri.fsPath] : [],
    ),
  );

async function scanOf({ rules }: PolicyDocument, where: string): Promise<ProjectScan | undefined> {
  if (rules.length === 0) return undefined;
  const { compileProjectRules } = await import('../../secrets/policy/projectRules.ts');
  return compileProjectRules(rules, where);
}

function policyIn(folder: vscode.Uri, document?: PolicyDocument): FolderPolicy {
  return {
    policy: createPolicy(document),
    hashes: new SaltedHashes(Infinity),
    pending: undefined,
    scanByProject: undefined,
    file: vscode.Uri.joinPath(folder, policyFile),
    nameOf: (uri) => uri.path.slice(folder.path.length).replace(/^\//, ''),
  };
}

function remembered<T>(
  known: Map<string, Promise<T>>,
  folder: vscode.Uri,
  read: () => Promise<T>,
): Promise<T> {
  const key = folder.toString();
  const promise = known.get(key) ?? read();
  known.set(key, promise);
  return promise;
}

/** Returns the identity by which consent to a policy is stored. Folders of the machine share it with service-cli. */
export function identityOf(folder: vscode.Uri, bytes: Uint8Array): PolicyIdentity {
  return folder.scheme === 'file'
    ? policyIdentity(folder.fsPath, bytes)
    : remotePolicyIdentity(folder.toString(), bytes);
}

type Choose = (question: string, ...answers: readonly string[]) => Thenable<string | undefined>;

/**
 * Returns the function that asks the user whether a policy may apply, once per window and content of the policy. It
 * resolves when the user answers or closes the question. In Restricted Mode it asks nothing. An answer is accepted only
 * if the file has the same content when it is shown and when the user agrees: an agent could replace it in between.
 *
 * @param choose Shows a question, and resolves with the answer that the user picks.
 */
export function policyQuestions(
  policies: Policies,
  choose: Choose = showInformation,
): (pending: PendingPolicy) => Promise<void> {
  const asked = new Set<string>();
  /** Whether the file still has the content of the question. If not, the user may be asked again. */
  const isCurrent = async (pending: PendingPolicy): Promise<boolean> => {
    const hasSameContent = await policies.isCurrent(pending);
    if (!hasSameContent) asked.delete(JSON.stringify(pending.identity));
    return hasSameContent;
  };
  return async (pending) => {
    const { identity, file } = pending;
    const key = JSON.stringify(identity);
    if (!vscode.workspace.isTrusted || asked.has(key)) return;
    asked.add(key);
    const trust = vscode.l10n.t('Trust Policy');
    const show = vscode.l10n.t('Show Policy');
    const question = vscode.l10n.t(
      'The policy {0} allows secrets in this project. Trust it, also for AI agents?',
      vscode.workspace.asRelativePath(file),
    );
    let answer = await choose(question, trust, show);
    while (answer === show) {
      if (!(await isCurrent(pending))) return;
      await vscode.window.showTextDocument(file);
      answer = await choose(question, trust, show);
    }
    if (answer === trust && (await isCurrent(pending))) await policies.agree(identity);
  };
}
