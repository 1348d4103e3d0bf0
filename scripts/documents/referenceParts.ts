import { homedir } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import * as z from 'zod/mini';
import { cliProgram, leavesOf, pathOf } from './cliPrograms.ts';
import { code, table } from './markdown.ts';

const root = join(import.meta.dirname, '../..');
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

const setting = z.object({
  scope: z.optional(z.string()),
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(z.string())),
  enumDescriptions: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  markdownDescription: z.string(),
  markdownDeprecationMessage: z.optional(z.string()),
});

const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string() })),
      configuration: z.object({ properties: z.record(z.string(), setting) }),
    }),
  })
  .parse(json('package.json'));

const english = z.record(z.string(), z.string()).parse(json('package.nls.json'));

/** Replaces the keys of `package.nls.json` by their English texts, and links to settings by the settings. */
const textOf = (text: string): string =>
  text
    .replace(/%([\w.]+)%/g, (_, key: string) => english[key] ?? key)
    .replace(/`#([\w.]+)#`/g, (_, name: string) => code(name));

/** The settings files in which users can write a setting of each scope. */
const places: Readonly<Record<string, string>> = {
  application: 'user',
  window: 'user, workspace',
  resource: 'user, workspace, folder',
};

/** Bindings count in fewer files than the editor accepts: in user settings they would bind every folder. */
const placesOfBindings: Readonly<Record<string, string>> = {
  'service.connectedMode.project': 'workspace, folder',
  'service.connectedMode.subfolders': 'folder',
};

function whereOf(name: string, { scope = '', markdownDeprecationMessage }: z.output<typeof setting>): string {
  if (markdownDeprecationMessage !== undefined) return 'deprecated';
  return placesOfBindings[name] ?? places[scope] ?? '';
}

/** The title of each command of the editor, as the command palette shows it, by its id. */
export const commandTitles: ReadonlyMap<string, string> = new Map(
  manifest.contributes.commands.map(({ command, title }) => [
    command,
    `${textOf('%category%')}: ${textOf(title)}`,
  ]),
);

export const settingNames: readonly string[] = Object.keys(manifest.contributes.configuration.properties);

export function referenceParts(): Record<string, string> {
  return {
    settings: settingsTable(),
    commands: [...commandTitles].map(([id, title]) => `- **${title}** ${code(id)}`).join('\n'),
    cli: leavesOf(cliProgram())
      .map((command, index, all) => describeCommand(command, all.slice(0, index)))
      .join('\n\n'),
  };
}

function settingsTable(): string {
  const rows = Object.entries(manifest.contributes.configuration.properties).map(([name, row]) => [
    code(name),
    whereOf(name, row),
    row.default === undefined ? '' : code(JSON.stringify(row.default)),
    [
      textOf(row.markdownDescription),
      ...(row.enum ?? []).map(
        (value, index) => `${code(value)}: ${textOf(row.enumDescriptions?.[index] ?? '')}`,
      ),
    ].join('<br>'),
  ]);
  return table(['setting', 'where', 'default', 'meaning'], rows);
}

/** The option that every command has. The page describes it once. */
const jsonForAll = 'answer in JSON';

/** Options that an earlier command describes in the same words are only named, with a link. */
function describeCommand(command: Command, earlier: readonly Command[]): string {
  const names = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}…` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const isSame = (a: Option, b: Option): boolean => a.flags === b.flags && optionText(a) === optionText(b);
  const firstWith = (option: Option): Command | undefined =>
    earlier.find(({ options }) => options.some((other) => isSame(other, option)));
  const described = command.options.filter(({ description }) => description !== jsonForAll);
  const firsts = new Set(described.map(firstWith));
  const rows = [
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .map((argument) => [code(argument.name()), argument.description]),
    ...described
      .filter((option) => firstWith(option) === undefined)
      .map((option) => [code(option.flags), optionText(option)]),
    ...[...firsts]
      .filter((first) => first !== undefined)
      .map((first) => {
        const flags = described
          .filter((option) => firstWith(option) === first)
          .map(({ flags }) => code(flags));
        const heading = pathOf(first);
        return [flags.join(', '), `as for [${heading}](#${heading.replaceAll(' ', '-')})`];
      }),
  ];
  return [
    `### ${pathOf(command)}`,
    ...(names.length === 0 ? [] : [code([pathOf(command), ...names].join(' '))]),
    `${command.description().replace(/\.$/, '')}.`,
    ...(rows.length === 0 ? [] : [rows.map((cells) => `- ${cells.join(': ')}`).join('\n')]),
  ].join('\n\n');
}

function optionText({ description, argChoices, defaultValue }: Option): string {
  const hasDefault =
    defaultValue !== undefined &&
    defaultValue !== '' &&
    JSON.stringify(defaultValue) !== '[]' &&
    JSON.stringify(defaultValue) !== '{}';
  return [
    description,
    ...(argChoices ? [`Choices: ${argChoices.map(code).join(', ')}.`] : []),
    ...(hasDefault ? [`Default: ${code(String(defaultValue).replace(homedir(), '~'))}.`] : []),
  ]
    .join('. ')
    .replaceAll('..', '.');
}
