/** Every language model tool of package.json; the manifest test compares the two lists. */
export const lmToolNames = [
  'service_get_gate',
  'service_explain_gate',
  'service_get_file_issues',
  'service_bind_folder',
] as const;

export type LmToolName = (typeof lmToolNames)[number];
