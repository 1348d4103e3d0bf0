import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParts, code, table, plain } from './markdown.ts';
import { otherPrograms } from './cliPrograms.ts';
import { referenceParts } from './referenceParts.ts';
import { contractRows } from '../../test/fakeAgents/contractRows.ts';
import { agents } from '../../src/agents/agents.ts';
import type { AgentLayout } from '../../src/agents/agent.ts';
import { ownRules } from '../../src/secrets/describeRule.ts';
import { formatRules } from '../../src/secrets/rules/formatRules.ts';
import * as z from 'zod/mini';
import { policySchema } from '../../src/secrets/policy/policy.ts';
import { failureAdvice, stateAdvice } from './advice.data.ts';
import { sourcesIn, tableIn, textsByKey, textsStartingWith } from './errorTexts.ts';

/**
 * Returns the files that are generated, or have generated parts, with the texts that they must have: pages of `docs/`, and
 * the schema of the policy, and the words that complete commands of other bundles.
 *
 * @param root absolute path of the repository, from which the hand-written parts are read
 */
export function generatedPages(root: string): ReadonlyMap<string, string> {
  const page = (file: string, parts: Readonly<Record<string, string>>): [string, string] => [
    file,
    withParts(readFileSync(join(root, file), 'utf8'), parts),
  ];
  return new Map([
    page('docs/agents.md', { 'what hooks decide': agentContract(), 'tested versions': agentVersions() }),
    page('docs/reference.md', referenceParts()),
    page('docs/secrets.md', { rules: secretRules() }),
    page('docs/troubleshooting.md', troubleshootingParts()),
    ['media/secrets.schema.json', policyJsonSchema()],
    ['src/cli/commands/otherPrograms.data.json', otherPrograms()],
  ]);
}

const subjects = {
  prompt: 'prompt',
  read: 'file',
  shell: 'command',
  mcp: 'MCP arguments',
  output: 'output',
} as const;

/**
 * Returns the table of what the contract suite proves about each agent (`test/unit/agents/contract.e2e.test.ts`), with one
 * row for the subjects of an event that have the same answers.
 */
function agentContract(): string {
  const groups = new Map<
    string,
    { readonly cells: readonly [string, string]; readonly answers: readonly string[]; about: string[] }
  >();
  for (const { agent, event, subject, secret, fault, late } of contractRows()) {
    const answers = [secret, fault, late];
    const key = [agent, event, ...answers].join();
    const about = subject in subjects ? subjects[subject as keyof typeof subjects] : subject;
    const group = groups.get(key);
    if (group) group.about.push(about);
    else groups.set(key, { cells: [agent, event.split(', ').map(code).join(', ')], answers, about: [about] });
  }
  const rows = [...groups.values()].map(({ cells, answers, about }) => [
    ...cells,
    about.join(', '),
    ...answers,
  ]);
  return table(['agent', 'event', 'asks about', 'with a secret', 'hook fails', 'hook is late'], rows);
}

/** Returns the table of the newest version of each agent for which the hooks were tested, and how. */
function agentVersions(): string {
  const rows = agents.filter(({ hooks }) => hooks).flatMap(rowsOf);
  return table(['agent', 'newest tested version', 'date', 'how'], rows);
}

function rowsOf({ title, tested, guarded }: AgentLayout): string[][] {
  const how = tested?.by === 'run' ? 'run' : 'not run';
  const row = [title, tested?.version ?? '–', tested?.date ?? '–', how];
  if (!guarded) return [row];
  const from = `${title} ${guarded.below}`;
  return [row, [from, '–', '–', 'not guarded: not run']];
}

/**
 * Returns the list of all rules that find secrets: those for other secrets with their meaning, then those of vendors'
 * formats, whose names say the vendor and the secret, by the first letter.
 */
function secretRules(): string {
  const others = Object.entries(ownRules).map(([id, description]) => `- ${code(id)} ${plain(description)}`);
  const formats = [...formatRules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const linesOfLetters = [...new Set(formats.map(({ id }) => id.charAt(0)))].map((letter) => {
    const rules = formats.filter(({ id }) => id.startsWith(letter));
    return `- ${rules.map(({ id, link }) => `[${code(id)}](${link})`).join(', ')}`;
  });
  return [...others, ...linesOfLetters].join('\n');
}

/** The description of each field of `.service/secrets.json`, which editors show on hover and in completion. */
const descriptions: Readonly<Record<string, string>> = {
  $schema: 'The address of this schema, for editors that do not know it.',
  version: 'The version of this format: 1.',
  allowPaths:
    'Patterns of paths that are not scanned, relative to the folder of .service. ** stands for any folders.',
  allowValues:
    'Values that are not secrets, in any file. The quick fix "Allow value in this project" adds them.',
  baseline:
    'The findings when the project began to scan, by file. service-cli analyze secrets --write-baseline writes them.',
  rules: 'Rules that the project adds to the built-in ones.',
  hash: 'Salted hash of the value.',
  reason: 'Why the value is not a secret.',
  id: 'Name of the rule. Its findings are called project/<id>.',
  pattern:
    'Regular expression in the syntax of RE2, without look-around and back references. Its first group, if it has one, is the secret.',
  words: 'One of these words must be in the line of the secret, in any case. Words make a rule fast.',
  entropy:
    'Least entropy of the secret in bits per character: 4 for random hexadecimal digits, 6 for random base64.',
  allow: 'Values that the rule does not report.',
  examples: 'Made-up texts in which the rule must find a secret.',
  nearMisses: 'Texts in which the rule must find nothing.',
};

/**
 * Returns the JSON schema of `.service/secrets.json`, which gives the file completion in editors. It marks fields that
 * this version does not know, because programs ignore them: a misspelled field would have no effect.
 *
 * @throws Error for a field without a description.
 */
function policyJsonSchema(): string {
  // Programs ignore it.
  const withAddress = z.extend(policySchema, { $schema: z.optional(z.string()) });
  const schema = z.toJSONSchema(withAddress, { io: 'input', target: 'draft-7' });
  return `${JSON.stringify(described(schema), undefined, 2)}\n`;
}

function described(schema: object): object {
  const documented = Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value];
      if (key !== 'properties') return [key, described(value)];
      const properties = Object.entries(value).map(([name, property]: [string, unknown]) => {
        const description = descriptions[name];
        if (description === undefined || typeof property !== 'object' || property === null)
          throw new Error(`The field ${name} of a policy has no description`);
        return [name, { description, ...described(property) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
  return 'properties' in schema ? { ...documented, additionalProperties: false } : documented;
}

/** The generated parts of docs/troubleshooting.md. Other messages say themselves what to do, so they are not listed. */
function troubleshootingParts(): Record<string, string> {
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
