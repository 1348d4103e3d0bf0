import { failureAdvice, stateAdvice } from './advice.data.ts';
import { sourcesIn, tableIn, textsByKey, textsStartingWith } from './errorTexts.ts';
import { plain, table } from './markdown.ts';

/** The generated parts of docs/troubleshooting.md. Other messages say themselves what to do, so they are not listed. */
export function troubleshootingParts(): Record<string, string> {
  const extension = sourcesIn('src/extension');
  const programs = sourcesIn('src/cli', 'src/relay', 'src/tools', 'src/emulator');
  const states = textsByKey(tableIn(extension, 'stateTexts'));
  const failures = textsByKey(tableIn(extension, 'failureTexts'));
  return {
    states: keyedTable(states, stateAdvice),
    requests: keyedTable(failures, failureAdvice),
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

function bullets(texts: readonly string[]): string {
  return [...new Set(texts)].map((text) => `- ${shown(text)}`).join('\n');
}

/** A text as the user sees it, with `…` for values that only a run knows. */
function shown(text: string): string {
  return plain(text.replace(/\{\d+\}/g, '…'));
}
