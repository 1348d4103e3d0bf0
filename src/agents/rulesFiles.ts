/** Files whose text instructs agents: by name, and by folder. */
const names =
  /^(?:agents|claude|claude\.local|gemini|qwen|conventions|skill|copilot-instructions|guidelines)\.md$|^\.(?:cursor|windsurf|cline|roo|goose)rules$|\.(?:instructions|prompt|agent|chatmode)\.md$|\.mdc$/;
const folders =
  /\/\.(?:cursor\/(?:rules|commands)|windsurf\/(?:rules|workflows)|claude\/(?:agents|commands|rules|skills)|codex\/(?:prompts|skills)|gemini\/commands|github\/(?:instructions|prompts|agents)|kiro\/(?:steering|specs)|agents|opencode\/(?:agents?|commands?)|junie|clinerules|roo\/rules|amazonq\/rules|continue\/rules)\//;

/**
 * Whether a file instructs agents, by its path. Upper and lower case are the same: agents on systems that do not
 * distinguish them read such files too.
 */
export function isRulesFile(path: string): boolean {
  const text = path.replaceAll('\\', '/').toLowerCase();
  return names.test(text.slice(text.lastIndexOf('/') + 1)) || folders.test(text);
}
