/** What `system status` says of a file or a hook. */
export type Status = 'CONFIGURED' | 'CONFIGURED / INVALID CONFIG' | 'NOT CONFIGURED';

/** One thing that `integrate` writes. Pure: bytes of the file in, bytes out; undefined stands for "no file". */
export interface Resource {
  readonly path: string;
  /** The project that holds the file, see `FileChange`. Undefined for a file of the user. */
  readonly within: string | undefined;
  /** What is inside the file, where it is not the whole of it: names of hooks or of a server. */
  readonly parts: readonly string[];
  install(current: Uint8Array | undefined): Uint8Array | undefined;
  /** @param isOurFile we made the file: what is empty without our part goes as a whole. */
  remove(current: Uint8Array | undefined, isOurFile: boolean): Uint8Array | undefined;
  /** Status of each part, or of the file itself under the name ''. */
  inspect(current: Uint8Array | undefined): readonly PartStatus[];
}

export interface PartStatus {
  readonly part: string;
  readonly status: Status;
  /** Where the status alone does not say it: file, line and what is wrong. */
  readonly reason?: string;
}
