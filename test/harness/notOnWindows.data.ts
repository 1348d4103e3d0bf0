/** What cannot run, by reason: files of tests, or single tests as `file: title`. */
export type Skips = Readonly<Record<string, readonly string[]>>;

/** What Windows does not have. */
export const notOnWindows: Skips = {};

/** What Wine does not have, besides. */
export const notUnderWine: Skips = {};
