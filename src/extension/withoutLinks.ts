/**
 * Text for a notification. The editor makes links of `[text](address)` there, also of addresses that run a command; what
 * a platform, a repository or a folder is called must make none.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
