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
    'Tools marked *list* also take `pageSize?` (at most 500) and `cursor?`, and answer with `total` and, if there is more, `nextCursor`. Fields without a type are strings. With a default project (`SERVICE_PROJECT_KEY`), the parameter `projectKey` disappears. `branch` and `pullRequest` exclude each other; without both, a tool uses the main branch.',
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
  const isList = pageFields.every(
    (field) => field in inputSchema.properties || field in outputSchema.properties,
  );
  const omitted = isList ? pageFields : [];
  return [
    `### \`${name}\``,
    '',
    `${description} (${effects[effect]}${isList ? ', list' : ''}${where})`,
    '',
    `- Parameters: ${fieldsOf(inputSchema, omitted) || 'none'}`,
    `- Answer: ${fieldsOf(outputSchema, omitted)}`,
  ].join('\n');
}

/** The fields of every list, which the page describes once. */
const pageFields: readonly string[] = ['pageSize', 'cursor', 'total', 'nextCursor'];

function fieldsOf(
  { properties, required = [] }: CatalogueTool['inputSchema'],
  omitted: readonly string[],
): string {
  return Object.entries(properties)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, schema]) => {
      const type = typeOf(schema as Schema);
      return `\`${name}${required.includes(name) ? '' : '?'}\`${type === 'string' ? '' : ` ${type}`}`;
    })
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
