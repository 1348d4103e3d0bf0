import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findAll } from '../src/cli/hook/engine.ts';
import { Unreadable } from '../src/agents/protocol.ts';
import { readText } from '../src/cli/readText.ts';
import type { Bench } from './bench.ts';

const modules = join(import.meta.dirname, '../node_modules');

/** Looked at by a person: each holds what only its form tells from a secret in use. */
const reviewed: readonly { readonly path: RegExp; readonly rule: string; readonly why: string }[] = [
  {
    path: /^azure-devops-node-api\/README\.md$/,
    rule: 'azure-devops-legacy-token',
    why: 'a whole personal access token in the instructions',
  },
  {
    path: /^@secretlint\/secretlint-rule-preset-recommend\/module\/index-\w+\.js(?:\.map)?$/,
    rule: 'onepassword-secret-key',
    why: 'a whole account key with its parameters, out of a test',
  },
  {
    path: /^@secretlint\/secretlint-rule-preset-recommend\/module\/index-\w+\.js$/,
    rule: 'json-web-key',
    why: 'the symmetric key of the same test',
  },
];

/** The text of a file; undefined for bytes that are not text, which the hook refuses for another reason. */
function textOf(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

export const bench: Bench = {
  about:
    'What the agent hooks would block of the text files in node_modules, as they read and classify them. Reviewed: true ones, listed in bench/hookDenials.bench.ts.',
  run() {
    let files = 0;
    let known = 0;
    let wrong = 0;
    for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = textOf(path);
      if (text === undefined) continue;
      files++;
      const name = relative(modules, path).replaceAll('\\', '/');
      for (const { rule, line } of findAll(text, path).flatMap(({ findings }) => findings))
        if (reviewed.some((item) => item.rule === rule && item.path.test(name))) known++;
        else {
          wrong++;
          console.error(`${name}:${line} ${rule}`);
        }
    }
    return Promise.resolve([
      { what: 'text files looked at', value: files, unit: 'files' },
      { what: 'reviewed denials', value: known, unit: 'findings' },
      { what: 'other denials', value: wrong, unit: 'findings', goal: '0' },
    ]);
  },
};
