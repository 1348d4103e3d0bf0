import type { SourceFile } from 'typescript';
import { failureAdvice, featureAdvice, programAdvice, stateAdvice } from './advice.data.ts';
import {
  type ErrorText,
  errorsIn,
  sourcesIn,
  tableIn,
  textsByKey,
  textsStartingWith,
  translatedIn,
} from './errorTexts.ts';
import { plain, table } from './markdown.ts';

/** The generated parts of docs/troubleshooting.md: every message of the product, by its text. */
export function troubleshootingParts(): Record<string, string> {
  const extension = sourcesIn('src/extension');
  const programs = sourcesIn('src/cli', 'src/relay', 'src/tools', 'src/emulator');
  return {
    states: keyedTable(textsByKey(tableIn(extension, 'stateTexts')), stateAdvice),
    requests: keyedTable(textsByKey(tableIn(extension, 'failureTexts')), failureAdvice),
    'messages of the extension': messagesOfExtension(extension),
    'messages of programs': messagesOfPrograms(programs),
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

function messagesOfExtension(files: readonly SourceFile[]): string {
  const messages = new Map<string, string[]>();
  for (const file of files) {
    const [, , feature = '', ...below] = file.fileName.split('/');
    // The texts of `ui` are in the table of requests. Files beside the features show no messages.
    if (below.length === 0 || feature === 'ui') continue;
    messages.set(feature, [...(messages.get(feature) ?? []), ...translatedIn(file).filter(isSentence)]);
  }
  return sections(
    featureAdvice,
    new Map(
      [...messages]
        .filter(([, texts]) => texts.length > 0)
        .map(([feature, texts]) => [feature, bullets(texts)]),
    ),
  );
}

function messagesOfPrograms(files: readonly SourceFile[]): string {
  const errors = new Map<string, ErrorText[]>();
  for (const file of files) {
    const folders = file.fileName.split('/').slice(1, -1);
    const found = errorsIn(file).filter(({ message }) => message !== 'invalid options: …');
    if (found.length === 0) continue;
    const section = folders[0] === 'tools' ? 'tools' : folders.slice(0, 2).join('/');
    errors.set(section, [...(errors.get(section) ?? []), ...found]);
  }
  return sections(
    programAdvice,
    new Map(
      [...errors].map(([folder, texts]) => {
        const rows = texts.map(({ message, fix = '' }) => [plain(message), plain(fix)]);
        return [folder, table(['text', 'fix that it shows'], unique(rows))];
      }),
    ),
  );
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

/** Whether a text is a message, and not a label, a question or a button. */
function isSentence(text: string): boolean {
  return /\.$|\. /.test(text) && !text.includes('?');
}

function bullets(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `- ${shown(text)}`).join('\n');
}

function unique(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
}

/** A text as the user sees it, with `…` for values that only a run knows. */
function shown(text: string): string {
  return plain(text.replace(/\{\d+\}/g, '…'));
}
