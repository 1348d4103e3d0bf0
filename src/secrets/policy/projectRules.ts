/** The rules of `.service/secrets.json`. They are a separate bundle: RE2 takes 150 KB, and few projects have rules. */
import { RE2JS } from 're2js';
import { Failure, messageOf } from '../../core/failures.ts';
import { type Finding, type Match, toFindings } from '../finding.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { ScanOptions } from '../scan.ts';
import type { ProjectRule } from './policy.ts';

/** Limits the states of a pattern, and with them the time per character. `(?:[a-z]{1,100}){9}` has 1,800. */
const mostInstructions = 2_000;

/** The most characters × instructions in a scan: 1.5 s at 3 ns each. An agent does not wait for a slow hook. */
const mostWork = 500_000_000;

/** The most time of all rules together: a search is linear, but `a.*z|a` reads the whole text for each short match. */
const mostMs = 2_000;

interface CompiledRule {
  readonly rule: ProjectRule;
  readonly pattern: RE2JS;
  /** Linear in the number of states; a pattern has at most `mostInstructions`. */
  readonly instructions: number;
  /** In lower case. */
  readonly words: readonly string[];
  readonly allowed: ReadonlySet<string>;
}

/**
 * Returns the findings of a project's rules in a text, without those that overlap `known` ones, which are in the order of
 * the text.
 *
 * @throws {Failure} `malformed` when the rules would take too long for a text of this size.
 */
export type ProjectScan = (
  text: string,
  known: readonly Finding[],
  options?: Pick<ScanOptions, 'ignoresComments'>,
) => Finding[];

/** Why a rule cannot be used. `detail` is the message of RE2 about a pattern that it does not understand. */
export type RuleProblem =
  | { readonly kind: 'syntax'; readonly detail: string }
  | { readonly kind: 'repetitions' | 'matchesEmpty' | 'exampleNotFound' | 'nearMissFound' };

/** A rule that cannot be used, with the place of the reason in the rule: a field, and the number of its entry. */
class RuleFailure extends Failure {
  readonly place: readonly (string | number)[];
  readonly problem: RuleProblem;

  constructor(where: string, place: readonly (string | number)[], problem: RuleProblem, cause?: unknown) {
    super(
      'malformed',
      `${where}.${place.join('.')}: ${problem.kind === 'syntax' ? problem.detail : reasons[problem.kind]}`,
      { cause },
    );
    this.place = place;
    this.problem = problem;
  }
}

const reasons: Readonly<Record<Exclude<RuleProblem['kind'], 'syntax'>, string>> = {
  repetitions: 'too many repetitions',
  matchesEmpty: 'it matches the empty text',
  exampleNotFound: 'the rule does not find it',
  nearMissFound: 'the rule finds it',
};

/** Returns the first problem of each faulty rule, up to the time limit of {@link compileProjectRules}. */
export function problemsOfRules(
  rules: readonly ProjectRule[],
): readonly { readonly index: number; readonly failure: RuleFailure }[] {
  const end = performance.now() + mostMs;
  return rules.flatMap((rule, index) => {
    if (performance.now() > end) return [];
    try {
      compile(rule, `rules.${index}`);
      return [];
    } catch (error) {
      if (!(error instanceof RuleFailure)) throw error;
      return [{ index, failure: error }];
    }
  });
}

/**
 * Compiles the rules of a policy, and checks each against its examples.
 *
 * @param where The name of the file, for messages.
 * @throws {Failure} `malformed`, with the number of the rule and the field.
 */
export function compileProjectRules(rules: readonly ProjectRule[], where: string): ProjectScan {
  const checkExamples = limitTime(`${where}: rules: their examples take too long`);
  const compiled = rules.map((rule, index) => {
    checkExamples();
    return compile(rule, `${where}: rules.${index}`);
  });
  return (text, known, options) => {
    const tooLong = `${where}: rules: they take too long for ${text.length} characters`;
    const lower = compiled.some(({ words }) => words.length > 0) ? text.toLowerCase() : '';
    const possible = compiled.filter(
      ({ words }) => words.length === 0 || words.some((word) => lower.includes(word)),
    );
    if (possible.reduce((sum, { instructions }) => sum + instructions, 0) * text.length > mostWork)
      throw new Failure('malformed', tooLong);
    const checkTime = limitTime(tooLong);
    const matches = possible.flatMap((rule) => [...matchesOf(rule, text, checkTime)]);
    return toFindings(text, withoutOverlaps(matches, known), options);
  };
}

/** Returns a function that throws once `mostMs` are over. @throws {Failure} `malformed` */
function limitTime(message: string): () => void {
  const end = performance.now() + mostMs;
  return () => {
    if (performance.now() > end) throw new Failure('malformed', message);
  };
}

function compile(rule: ProjectRule, where: string): CompiledRule {
  const pattern = patternOf(rule, where);
  const compiled = {
    rule,
    pattern,
    instructions: pattern.programSize(),
    words: rule.words.map((word) => word.toLowerCase()),
    allowed: new Set(rule.allow),
  };
  // Messages name an example by its number: it may be a secret after all.
  const isFound = (text: string): boolean => !matchesOf(compiled, text).next().done;
  for (const [number, example] of rule.examples.entries())
    if (!isFound(example)) throw new RuleFailure(where, ['examples', number], { kind: 'exampleNotFound' });
  for (const [number, example] of rule.nearMisses.entries())
    if (isFound(example)) throw new RuleFailure(where, ['nearMisses', number], { kind: 'nearMissFound' });
  return compiled;
}

function patternOf({ pattern: source }: ProjectRule, where: string): RE2JS {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source);
  } catch (error) {
    throw new RuleFailure(where, ['pattern'], { kind: 'syntax', detail: messageOf(error) }, error);
  }
  if (pattern.programSize() > mostInstructions)
    throw new RuleFailure(where, ['pattern'], { kind: 'repetitions' });
  if (pattern.matcher('').find()) throw new RuleFailure(where, ['pattern'], { kind: 'matchesEmpty' });
  return pattern;
}

/** Yields the matches of one rule. The secret is the first group of the pattern, or the whole match without one. */
function* matchesOf(
  { rule, pattern, words, allowed }: CompiledRule,
  text: string,
  checkTime?: () => void,
): Generator<Match> {
  const matcher = pattern.matcher(text);
  const group = Math.min(1, pattern.groupCount());
  const id = `project/${rule.id}`;
  // Lines are looked up once: a text may be one long line that consists of matches.
  let line = { end: -1, hasWord: words.length === 0 };
  while (matcher.find()) {
    checkTime?.();
    const start = matcher.start(group);
    const end = matcher.end(group);
    if (start < 0 || start === end) continue;
    const value = text.slice(start, end);
    if (allowed.has(value) || bitsPerCharacter(value) < rule.entropy) continue;
    if (words.length > 0 && start > line.end) {
      const lineText = text.slice(lineStart(text, start), lineEnd(text, start)).toLowerCase();
      line = { end: lineEnd(text, start), hasWord: words.some((word) => lineText.includes(word)) };
    }
    if (line.hasWord) yield { rule: id, start, end, confidence: 'medium', fix: 'revoke' };
  }
}

/** Shannon entropy: 4 for random hexadecimal digits, 6 for random base64. */
function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function withoutOverlaps(matches: readonly Match[], known: readonly Finding[]): Match[] {
  const kept: Match[] = [];
  let free = 0;
  let next = 0;
  for (const match of [...matches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const { start, end } = match;
    while ((known[next]?.end ?? Infinity) <= start) next++;
    if (start < free || (known[next]?.start ?? Infinity) < end) continue;
    free = end;
    kept.push(match);
  }
  return kept;
}
