import assert from 'node:assert/strict';
import { encode } from 'gpt-tokenizer';
import { readFileSync } from 'node:fs';
import { toolDocumentation } from '../../../../scripts/toolDocumentation.ts';
import { allTools } from '../../../../src/tools/catalogue/allTools.ts';
import { annotationsOf, select, toolCatalogue } from '../../../../src/tools/catalogue/toolCatalogue.ts';
import { catalogueEntry } from '../../../../src/tools/catalogue/schemas.ts';
import { defaultToolsets, toolsets } from '../../../../src/tools/definition/toolsets.ts';

const defaultSet = select(toolCatalogue, {
  toolsets: new Set(defaultToolsets),
  readOnly: false,
  kind: undefined,
});

describe('list of tools', () => {
  it('is what the schemas say (otherwise: npm run generate:tools)', () =>
    assert.deepEqual(toolCatalogue, JSON.parse(JSON.stringify(allTools.map(catalogueEntry)))));

  it('matches docs/tools.md (otherwise: npm run generate:tools)', () => {
    const page = readFileSync(new URL('../../../../docs/tools.md', import.meta.url), 'utf8');
    assert.equal(page, toolDocumentation(toolCatalogue));
  });

  it('has every tool of the peer that needs only the Web API, under neutral names', () => {
    const names = new Set(toolCatalogue.map(({ name }) => name));
    for (const name of peerTools) assert.ok(names.has(name), name);
  });

  it('has unique names that say nothing of a brand', () => {
    assert.equal(new Set(toolCatalogue.map(({ name }) => name)).size, toolCatalogue.length);
    assert.doesNotMatch(JSON.stringify(toolCatalogue), /sonar/i);
  });

  it('has at most twenty tools in the default set, the connection check among them', () => {
    assert.ok(defaultSet.length <= 20);
    assert.ok(defaultSet.some(({ name }) => name === 'ping_system'));
  });

  it('costs at most 4,000 tokens in the default set', () => {
    const tools = defaultSet.map((entry) => {
      const { name, title, description, inputSchema, outputSchema } = entry;
      return { name, title, description, inputSchema, outputSchema, annotations: annotationsOf(entry) };
    });
    const tokens = encode(JSON.stringify({ tools })).length;
    assert.ok(tokens <= 4_000, `${tokens} tokens`);
  });

  it('has flat schemas: rows of plain values at most, nothing to combine or to look up', () => {
    for (const { name, inputSchema, outputSchema } of toolCatalogue) {
      assert.ok(depthOf(inputSchema) <= 1, name);
      assert.ok(depthOf(outputSchema) <= 2, name);
      assert.doesNotMatch(
        JSON.stringify([inputSchema, outputSchema]),
        /"(?:\$ref|\$defs|anyOf|oneOf|allOf)"/,
        name,
      );
    }
  });

  it('puts every tool into a known toolset and leaves no toolset empty', () =>
    assert.deepEqual(
      [...new Set(toolCatalogue.map(({ toolset }) => toolset))].sort(),
      Object.keys(toolsets).sort(),
    ));

  it('offers only reading tools in read-only mode [A6]', () => {
    const everything = new Set(Object.keys(toolsets)) as ReadonlySet<keyof typeof toolsets>;
    const readOnly = select(toolCatalogue, { toolsets: everything, readOnly: true, kind: undefined });
    assert.ok(readOnly.every((entry) => annotationsOf(entry).readOnlyHint));
    assert.ok(readOnly.length < toolCatalogue.length);
  });

  it('offers no server tool on the cloud and no cloud tool on a server', () => {
    const everything = new Set(Object.keys(toolsets)) as ReadonlySet<keyof typeof toolsets>;
    for (const kind of ['server', 'cloud'] as const)
      assert.ok(
        select(toolCatalogue, { toolsets: everything, readOnly: false, kind }).every(
          ({ only }) => only === undefined || only === kind,
        ),
      );
  });

  it('refuses arguments that are not in the schema, in every tool', () => {
    for (const { name, input } of allTools)
      assert.equal(input.safeParse({ nonsense: 1 }).success, false, name);
  });
});

/** How many objects lie within each other. */
function depthOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { properties, items, additionalProperties } = schema as Readonly<Record<string, object | undefined>>;
  const inside = Object.values(properties ?? {}).map(depthOf);
  return Math.max(
    properties === undefined ? 0 : 1 + Math.max(0, ...inside),
    depthOf(items),
    depthOf(additionalProperties),
  );
}

const peerTools = (
  'search_my_service_projects list_branches list_pull_requests search_service_issues_in_projects ' +
  'change_service_issue_status search_security_hotspots show_security_hotspot ' +
  'change_security_hotspot_status get_project_quality_gate_status list_quality_gates show_rule ' +
  'get_component_measures search_metrics search_files_by_coverage get_file_coverage_details ' +
  'search_duplicated_files get_duplications search_dependency_risks run_advanced_code_analysis ' +
  'get_raw_source get_scm_info list_languages list_portfolios list_enterprises get_system_health ' +
  'get_system_info get_system_logs ping_system get_system_status create_webhook list_webhooks'
).split(' ');
