import type { WriteRequest } from '../protocol.ts';

/** Returns the changes of a patch in the form of Codex (`*** Begin Patch`), with the paths as it names them. */
export function changesOfPatch(patch: string): readonly WriteRequest[] {
  const sections = patch.split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m).slice(1);
  return sections.flatMap((section) => {
    const [head = '', ...rest] = section.split(/\r?\n/);
    const [, kind, path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(head.trimEnd()) ?? [];
    const lines = rest.filter((line) => !/^\*\*\* (?:End Patch|End of File)/.test(line));
    const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    if (kind === 'Delete') return { path, added: [], result: () => '' };
    if (kind === 'Add') return { path, added: [added.join('\n')], result: () => `${added.join('\n')}\n` };
    const change = { added: [added.join('\n')], result: (before: string) => patched(before, lines) };
    const [, target] = /^\*\*\* Move to: (.+)$/m.exec(section) ?? [];
    if (target === undefined) return { path, ...change };
    // The patch has the added lines only: the text of the file at its new place is unknown here.
    return [
      { path, added: [], result: () => '' },
      { path: target.trimEnd(), added: change.added, result: () => undefined },
    ];
  });
}

/** Returns undefined where a part of the patch does not match as given: the tool then takes a similar place. */
function patched(before: string, lines: readonly string[]): string | undefined {
  let text = before.replaceAll('\r\n', '\n');
  for (const hunk of hunksOf(lines)) {
    const side = (sign: string): string =>
      hunk
        .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    const [old, fresh] = [side('-'), side('+')];
    if (old === '') text += `${fresh}\n`;
    else if (text.includes(old)) text = text.replace(old, () => fresh);
    else return undefined;
  }
  return text;
}

function hunksOf(lines: readonly string[]): string[][] {
  const hunks: string[][] = [];
  let hunk: string[] = [];
  for (const line of [...lines, '@@'])
    if (line.startsWith('@@') || line.startsWith('*** ')) {
      if (hunk.some((one) => one !== '')) hunks.push(hunk);
      hunk = [];
    } else hunk.push(line);
  // The last break of the patch adds no line to the file.
  return hunks.map((all) => (all.at(-1) === '' ? all.slice(0, -1) : all));
}
