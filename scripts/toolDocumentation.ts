import type { CatalogueTool } from '../src/tools/catalogue/toolCatalogue.ts';
import {
  mandatoryToolset,
  defaultToolsets,
  toolsets,
  type Toolset,
} from '../src/tools/definition/toolsets.ts';

const effects = { read: 'reads', set: 'changes', add: 'adds', remove: '**deletes**' } as const;

/** `docs/tools.md`: every tool from its schemas, by toolset. */
export function toolDocumentation(toolCatalogue: readonly CatalogueTool[]): string {
  const names = Object.keys(toolsets) as Toolset[];
  return [
    '# Tools of the tool server',
    '[Give an agent these tools](agents.md#give-an-agent-the-tool-server). `npm run generate:tools` writes this page from the schemas of the tools; a test compares the two.',
    `The toolsets ${defaultToolsets.map((name) => `\`${name}\``).join(', ')} are on by default. Select toolsets with \`SERVICE_TOOLSETS\` or \`--toolsets\`; \`${mandatoryToolset}\` is always on.`,
    'Lists take `pageSize` (at most 500) and `cursor`, and answer with `total` and, if there is more, `nextCursor`. With a default project (`SERVICE_PROJECT_KEY`), the parameter `projectKey` disappears. `branch` and `pullRequest` exclude each other; without both, a tool uses the main branch.',
    ...names.flatMap((name) => [
      `## ${name}`,
      toolsets[name],
      ...toolCatalogue.filter(({ toolset }) => toolset === name).map(describeTool),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function describeTool({ name, description, effect, only, inputSchema, outputSchema }: CatalogueTool): string {
  const where = only === undefined ? '' : `, ${only} only`;
  return [
    `### \`${name}\``,
    '',
    `${description} (${effects[effect]}${where})`,
    '',
    `- Parameters: ${fieldsOf(inputSchema) || 'none'}`,
    `- Answer: ${fieldsOf(outputSchema)}`,
  ].join('\n');
}

function fieldsOf({ properties, required = [] }: CatalogueTool['inputSchema']): string {
  return Object.entries(properties)
    .map(([name, schema]) => `\`${name}${required.includes(name) ? '' : '?'}\` ${typeOf(schema as Schema)}`)
    .join(', ');
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function typeOf({ type = 'any', enum: values, const: constant, items, properties }: Schema): string {
  if (constant !== undefined) return `"${constant}"`;
  if (values) return values.join(' \\| ');
  if (items) return `list of ${typeOf(items)}`;
  if (properties) return `{${Object.keys(properties).join(', ')}}`;
  return type;
}
