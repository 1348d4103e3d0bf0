import * as vscode from 'vscode';

/** Files that are on no disk of this machine, as the editor hands those of another one to an extension. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>(['/']);
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const file = this.files.get(path);
    if (!file && !this.folders.has(path)) throw vscode.FileSystemError.FileNotFound(path);
    const type = file ? vscode.FileType.File : vscode.FileType.Directory;
    return { type, ctime: 0, mtime: 0, size: file?.length ?? 0 };
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const prefix = path.endsWith('/') ? path : `${path}/`;
    const below = (paths: Iterable<string>, type: vscode.FileType): [string, vscode.FileType][] =>
      [...paths]
        .filter(
          (name) => name !== prefix && name.startsWith(prefix) && !name.slice(prefix.length).includes('/'),
        )
        .map((name) => [name.slice(prefix.length), type]);
    return [
      ...below(this.folders, vscode.FileType.Directory),
      ...below(this.files.keys(), vscode.FileType.File),
    ];
  }

  createDirectory({ path }: vscode.Uri): void {
    this.folders.add(path);
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const file = this.files.get(path);
    if (!file) throw vscode.FileSystemError.FileNotFound(path);
    return file;
  }

  writeFile({ path }: vscode.Uri, content: Uint8Array): void {
    if (!this.folders.has(path.slice(0, path.lastIndexOf('/'))))
      throw vscode.FileSystemError.FileNotFound(path);
    this.files.set(path, content);
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}
