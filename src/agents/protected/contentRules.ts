import { isFields } from '../../core/fields.ts';
import type { Protection } from './protectedNames.ts';

/** Parses JSON with comments; undefined for a text that is not JSON. */
export type ParseJson = (text: string) => unknown;

/** Returns why a change of a protected file is refused, or undefined. `after` is empty for a removed file. */
export function whyRefused(
  protection: Protection,
  {
    before,
    after,
    parseJson,
  }: { readonly before: string; readonly after: string; readonly parseJson: ParseJson },
): string | undefined {
  switch (protection) {
    case 'whole':
      return before === after && before !== '' ? undefined : 'belongs to the secrets hooks';
    case 'hooks':
      return hooksReason(before, after, parseJson);
    case 'git':
      return gitReason(before, after);
    case 'ignores':
      return ignoresReason(before, after);
    case 'shell':
      return isNew(before, after, switchingVariables) ? 'would switch the secrets hooks off' : undefined;
  }
}

/** The commands of our entries. */
export const ownCommand = /service-guard\.(?:sh|ps1)/i;

function hooksReason(before: string, after: string, parseJson: ParseJson): string | undefined {
  const [known, next] = [parseJson(before), parseJson(after)];
  // Parsed, a name has no escapes that hide it.
  const [plainBefore, plainAfter] = [known, next].map((value) => JSON.stringify(value ?? ''));
  const all = [...switches, ...switchingVariables];
  if (isNew(before, after, all) || isNew(plainBefore ?? '', plainAfter ?? '', all))
    return 'would switch the secrets hooks off';
  const kept = 'would lose entries of the secrets hooks';
  if (!ownCommand.test(before)) return undefined;
  if (known === undefined)
    return linesOf(before, ownCommand).every((line) => after.includes(line)) ? undefined : kept;
  const left = new Set(entriesOf(next));
  return entriesOf(known).every((entry) => left.has(entry)) ? undefined : kept;
}

/**
 * Settings that switch hooks off: of Claude Code and Copilot, Gemini CLI, Codex, VS Code, and an entry. They are texts
 * and not values, so that they are found in TOML, in comments of JSON, and in commands.
 */
const switches: readonly RegExp[] = [
  /["']?disableAllHooks\\?["']?\s*[:=]\s*true/gi,
  /["']?allowManagedHooksOnly\\?["']?\s*[:=]\s*true/gi,
  /["']?hooksConfig\\?["']?\s*[:=]\s*\{[^{}]*enabled\\?["']?\s*[:=]\s*false/gi,
  /hooksConfig\.enabled\\?["']?\s*[:=,]\s*false/gi,
  /["']?disabled\\?["']?\s*[:=]\s*\[[^\]]*service-guard/gi,
  /(?:^|[\s{,.["'])(?:hooks|codex_hooks|plugin_hooks)\\?["']?\s*=\s*false/gim,
  /^\[hooks\.state[^\n]*\n(?:trusted_hash[^\n]*\n)?enabled *= *false/gim,
  /chat\.(?:useHooks|useClaudeHooks|hooks\.enabled)\\?["']\s*:\s*false/gi,
  /chat\.hookFilesLocations\\?["']\s*:\s*\{[^{}]*:\s*false/gi,
];

/** Variables with which git hooks and agent hooks do nothing, or follow another home; Windows ignores the case of names. */
const switchingVariables: readonly RegExp[] = [
  /\bHUSKY["']?\s*[:=]\s*["']?0/gi,
  /\bHUSKY\s+["']?0/gi,
  /\bHUSKY_SKIP_HOOKS["']?\s*[:=]/gi,
  /\bLEFTHOOK["']?\s*[:=]\s*["']?(?:0|false)/gi,
  /\bSERVICE_HOME["']?\s*[:=]/gi,
  /\bset\s+(?:[-/]\S+\s+)*SERVICE_HOME\b/gi,
  /\bGIT_CONFIG_(?:KEY_\d+|PARAMETERS)\b.+hookspath/gi,
];

/** Whether a text has more matches of one of the patterns than before. */
function isNew(before: string, after: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => matchesOf(after, pattern) > matchesOf(before, pattern));
}

const matchesOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

export function switchesOff(text: string, parseJson: ParseJson): boolean {
  // Parsed, a name has no escapes that hide it.
  return [text, JSON.stringify(parseJson(text) ?? '')].some((settings) => isNew('', settings, switches));
}

export const hasSwitch = (text: string): boolean => isNew('', text, [...switches, ...switchingVariables]);

/** Returns our entries with their places, in a form that does not depend on the order. */
function entriesOf(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => entriesOf(item, place));
  if (!isFields(value)) return [];
  const { command, matcher } = value;
  if (typeof command === 'string' && ownCommand.test(command)) return [`${place} ${stable(value)}`];
  const group = typeof matcher === 'string' ? `${place}[${matcher}]` : place;
  return Object.entries(value).flatMap(([name, item]) => entriesOf(item, `${group}.${name}`));
}

function stable(value: unknown): string {
  return isFields(value)
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value);
}

const linesOf = (text: string, pattern: RegExp): readonly string[] =>
  text.split(/\r?\n/).filter((line) => pattern.test(line));

/** The block that `integrate git` writes, and the commands in the files of managers of hooks. */
const block = /^# >>> service-cli.*\n[\s\S]*?^# <<< service-cli$/m;
const ownLine = /\/service-cli\/git\/secrets\.sh/;
const hooksPath = /hookspath/i;

function gitReason(before: string, after: string): string | undefined {
  if (linesOf(before, hooksPath).join('\n') !== linesOf(after, hooksPath).join('\n'))
    return 'would change the folder of git hooks';
  const own = block.exec(before);
  // Lines above the block could end the hook before it.
  const upTo = own ? before.slice(0, own.index + own[0].length) : '';
  const isKept = after.startsWith(upTo) && linesOf(before, ownLine).every((line) => after.includes(line));
  return isKept ? undefined : 'would lose the check of commits for secrets';
}

function ignoresReason(before: string, after: string): string | undefined {
  const entries = (text: string): readonly string[] =>
    text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const left = new Set(entries(after));
  const isKept = entries(before).every((line) => line.startsWith('!') || left.has(line));
  const known = new Set(entries(before));
  const takesBack = entries(after).some((line) => line.startsWith('!') && !known.has(line));
  return isKept && !takesBack ? undefined : 'would show agents files that it hides';
}
