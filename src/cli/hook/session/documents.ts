import { readdir } from 'node:fs/promises';
import { textInsideIfAny } from '../../readText.ts';
import { limited, type ContextPart } from './context.ts';

const maxChars = 3_000;

export function guidelines(root: string): Promise<ContextPart | undefined> {
  return Promise.resolve(
    firstOf(root, 'Guidelines', [
      'AGENTS.md',
      'CONTRIBUTING.md',
      '.github/CONTRIBUTING.md',
      'docs/CONTRIBUTING.md',
    ]),
  );
}

/** Returns the project's page about its architecture; without one, the names in its top folder. */
export async function architecture(root: string): Promise<ContextPart | undefined> {
  const page = firstOf(root, 'Architecture', [
    'ARCHITECTURE.md',
    'docs/ARCHITECTURE.md',
    'docs/architecture.md',
    'doc/architecture.md',
  ]);
  if (page) return page;
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return names.length === 0
    ? undefined
    : { title: 'Architecture', source: 'the top folder', text: limited(names.sort().join('\n'), maxChars) };
}

function firstOf(root: string, title: string, paths: readonly string[]): ContextPart | undefined {
  for (const path of paths) {
    const text = textInsideIfAny(root, path);
    if (text !== undefined) return { title, source: path, text: limited(text, maxChars) };
  }
  return undefined;
}
