import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/**
 * Provides folders that the editor sees on no disk, like those of a repository without a clone: `virtual:/…` is
 * writable, `readonly:/…` is not. Their content is in the folder of `SERVICE_TEST_VIRTUAL`, where a test sees
 * it.
 */
export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const root = process.env.SERVICE_TEST_VIRTUAL;
  if (root === undefined) throw new Error('SERVICE_TEST_VIRTUAL is not set');
  const { registerFileSystemProvider } = vscode.workspace;
  const caseSensitive = { isCaseSensitive: true };
  subscriptions.push(
    registerFileSystemProvider('virtual', new VirtualFiles(root), caseSensitive),
    registerFileSystemProvider('readonly', new VirtualFiles(root), { ...caseSensitive, isReadonly: true }),
  );
}

class VirtualFiles implements vscode.FileSystemProvider {
  readonly #root: string;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(root: string) {
    this.#root = root;
  }

  watch(): vscode.Disposable {
    // Nothing is watched: each write of this provider reports its change, and the folder has no other
    // writer.
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return found(uri, async () => {
      const about = await stat(this.#path(uri));
      const type = about.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, size: about.size, ctime: about.ctimeMs, mtime: about.mtimeMs };
    });
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return found(uri, async () => {
      const entries = await readdir(this.#path(uri), { withFileTypes: true });
      return entries.map((entry) => [
        entry.name,
        entry.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File,
      ]);
    });
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await mkdir(this.#path(uri), { recursive: true });
    this.#tell(uri, vscode.FileChangeType.Created);
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return found(uri, () => readFile(this.#path(uri)));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await found(uri, () => writeFile(this.#path(uri), content));
    this.#tell(uri, vscode.FileChangeType.Changed);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await found(uri, () => rm(this.#path(uri), { recursive: true }));
    this.#tell(uri, vscode.FileChangeType.Deleted);
  }

  async rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    await found(from, () => rename(this.#path(from), this.#path(to)));
    this.#tell(from, vscode.FileChangeType.Deleted);
    this.#tell(to, vscode.FileChangeType.Created);
  }

  #path({ path }: vscode.Uri): string {
    return this.#root + path;
  }

  #tell(uri: vscode.Uri, type: vscode.FileChangeType): void {
    this.#changed.fire([{ uri, type }]);
  }
}

/** Reports a missing file with the editor's error, as the editor requires of a provider. */
async function found<T>(uri: vscode.Uri, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? vscode.FileSystemError.FileNotFound(uri)
      : error;
  }
}
