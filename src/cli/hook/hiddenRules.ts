import { readFileSync } from 'node:fs';
import type { Finding } from '../../agents/protocol.ts';
import { findHiddenText } from '../../core/hiddenText.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';

/**
 * Returns the first hidden characters of a text, or undefined when it has none or the user allows them. By default, they
 * are denied in files that instruct agents, and a warning in all other texts.
 *
 * The user chooses in `hooks.json` below `~/.service/service-cli`; a repository cannot choose. This function reads the
 * file only after it found characters.
 *
 * @param path The file of the text; undefined for a prompt.
 */
export function findHiddenRules(text: string, path: string | undefined): Finding | undefined {
  const [first] = findHiddenText(text);
  if (first === undefined) return undefined;
  const choice = readChoice();
  const isRules = path !== undefined && isRulesFile(path);
  if (choice === 'allow' || (choice === 'rules' && !isRules)) return undefined;
  const isWarning = choice === 'warn' && !isRules;
  return {
    rule: `hidden characters, ${first.kind}`,
    line: first.line,
    isHidden: true,
    ...(isWarning && { isWarning }),
  };
}

const choices = ['warn', 'rules', 'everywhere', 'allow'] as const;

function readChoice(): (typeof choices)[number] {
  try {
    const value: unknown = JSON.parse(readFileSync(serviceHome(process.env).hooks, 'utf8'));
    const choice =
      typeof value === 'object' && value !== null && 'hiddenText' in value ? value.hiddenText : undefined;
    return choices.find((known) => known === choice) ?? 'warn';
  } catch {
    // Most users have no such file. A damaged one allows nothing.
    return 'warn';
  }
}

/** Files whose text instructs agents: by name, and by folder. */
const rulesFileNames =
  /^(?:agents|claude|claude\.local|gemini|qwen|conventions|skill|copilot-instructions|guidelines)\.md$|^\.(?:cursor|windsurf|cline|roo|goose)rules$|\.(?:instructions|prompt|agent|chatmode)\.md$|\.mdc$/;
const rulesFolders =
  /\/\.(?:cursor\/(?:rules|commands)|windsurf\/(?:rules|workflows)|claude\/(?:agents|commands|rules|skills)|codex\/(?:prompts|skills)|gemini\/commands|github\/(?:instructions|prompts|agents)|kiro\/(?:steering|specs)|agents|opencode\/(?:agents?|commands?)|junie|clinerules|roo\/rules|amazonq\/rules|continue\/rules)\//;

/** Whether a file instructs agents, by its path in any case: some systems do not tell upper from lower case. */
function isRulesFile(path: string): boolean {
  const text = path.replaceAll('\\', '/').toLowerCase();
  return rulesFileNames.test(text.slice(text.lastIndexOf('/') + 1)) || rulesFolders.test(text);
}
