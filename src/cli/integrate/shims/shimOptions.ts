/** What the text of a shim depends on. */
export interface ShimOptions {
  readonly version: string;
  /** What `SERVICE_HOME` was when it was written; undefined: the person's home, looked up at run time. */
  readonly home: string | undefined;
  readonly editor: string;
}
