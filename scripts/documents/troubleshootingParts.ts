import type { SourceFile } from 'typescript';
import { failureAdvice, featureAdvice, stateAdvice } from './advice.data.ts';
import { sourcesIn, tableIn, textsByKey, textsStartingWith, translatedIn } from './errorTexts.ts';
import { plain, table } from './markdown.ts';

/** The generated parts of docs/troubleshooting.md. Programs print a fix with an error, so their texts are not listed. */
export function troubleshootingParts(): Record<string, string> {
  const extension = sourcesIn('src/extension');
  const programs = sourcesIn('src/cli', 'src/relay', 'src/tools', 'src/emulator');
  const states = textsByKey(tableIn(extension, 'stateTexts'));
  const failures = textsByKey(tableIn(extension, 'failureTexts'));
  return {
    states: keyedTable(states, stateAdvice),
    requests: keyedTable(failures, failureAdvice),
    'messages of the extension': messagesOfExtension(
      extension,
      new Set([...states.values(), ...failures.values()].flat()),
    ),
    'refusals of hooks': bullets(programs.flatMap((file) => textsStartingWith(file, 'Blocked'))),
  };
}

function keyedTable(
  texts: ReadonlyMap<string, readonly string[]>,
  advice: Readonly<Record<string, string>>,
): string {
  const rows = Object.entries(advice).map(([key, fix]) => [
    (texts.get(key) ?? []).map(shown).join('<br>'),
    fix,
  ]);
  return table(['text', 'what to do'], rows);
}

/** @param listed texts of the other tables of the page */
function messagesOfExtension(files: readonly SourceFile[], listed: ReadonlySet<string>): string {
  const messages = new Map<string, string[]>();
  for (const file of files) {
    const [, , feature = '', ...below] = file.fileName.split('/');
    // The texts of `ui` are in the table of requests. Files beside the features show no messages.
    if (below.length === 0 || feature === 'ui') continue;
    messages.set(feature, [
      ...(messages.get(feature) ?? []),
      ...translatedIn(file).filter((text) => isError(text) && !listed.has(text)),
    ]);
  }
  return sections(featureAdvice, withBullets(messages));
}

/** @throws {Error} when a folder with messages has no section, so that a new feature gets one */
function sections(
  advice: Readonly<Record<string, { readonly title: string; readonly advice: string }>>,
  texts: ReadonlyMap<string, string>,
): string {
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, text]) => {
      const section = advice[folder];
      if (!section)
        throw new Error(`scripts/documents/advice.data.ts has no section for messages of ${folder}`);
      return `### ${section.title}\n\n${section.advice}\n\n${text}`;
    })
    .join('\n\n');
}

/** Whether a text says what is wrong or missing, and not what to do. Labels, questions and news do not. */
function isError(text: string): boolean {
  return /\.$|\. /.test(text) && !text.includes('?') && wordsOfErrors.test(text) && !instruction.test(text);
}

/** A sentence that begins with what the user is to do. */
const instruction =
  /(?:^|\. )(?:Add|Ask|Bind|Delete|Enter|Fix|Install|Open|Paste|Press|Remove|Replace|Require|Revoke|Select|Trust|Try|Update|Use)\b/;

const wordsOfErrors =
  /\b(?:cannot|could not|is not|are not|does not|do not|did not|has not|was not|has no|have no|there (?:is|are) no|no \w+ (?:found|was|is|matching|can)|no token|nothing was|requires?|needs?|must|refused|rejects?|rejected|fail\w*|missing|ignored|disabled|invalid|wrong|expired|revoked|too \w+|already|only|damaged|unreadable|lost|enter|unknown|may not|at most|no longer|right now|later is)\b|\b(?:folder|another) first\./i;

function withBullets(texts: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  const nonEmpty = [...texts].filter(([, list]) => list.length > 0);
  return new Map(nonEmpty.map(([folder, list]) => [folder, bullets(list)]));
}

function bullets(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `- ${shown(text)}`).join('\n');
}

/** A text as the user sees it, with `…` for values that only a run knows. */
function shown(text: string): string {
  return plain(text.replace(/\{\d+\}/g, '…'));
}
