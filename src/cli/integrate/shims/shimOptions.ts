/** The values that the text of a shim depends on. */
export interface ShimOptions {
  readonly version: string;
  /**
   * The value of `SERVICE_HOME` at the installation. Undefined: the shim looks up the user's home folder at run time.
   */
  readonly home: string | undefined;
  readonly editor: string;
}
