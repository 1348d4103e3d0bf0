import assert from 'node:assert/strict';
import { agents } from '../../../src/agents/agents.ts';
import { toolServerFiles } from '../../../src/agents/toolServerFiles.ts';

const stdio = { command: 'service-cli', args: ['mcp'], env: {} };
const address = 'https://tools.example/mcp';
const bearer = (reference: string) => ({ Authorization: `Bearer ${reference}` });

/** The forms of the vendors' documentation. */
const forms: Readonly<Record<string, { readonly local?: object; readonly network?: object }>> = {
  Cursor: { network: { type: 'https', url: address, headers: bearer('${env:SERVICE_TOKEN}') } },
  'Claude Code': { network: { type: 'http', url: address, headers: bearer('${SERVICE_TOKEN}') } },
  Copilot: { local: { type: 'local', tools: ['*'] } },
  Kiro: { network: { url: address, headers: bearer('${SERVICE_TOKEN}') } },
  Windsurf: { network: { serverUrl: address, headers: bearer('${env:SERVICE_TOKEN}') } },
  'Gemini CLI': { network: { httpUrl: address, headers: bearer('${SERVICE_TOKEN}') } },
  Antigravity: {},
  'VS Code': {
    local: { type: 'stdio' },
    network: { type: 'http', url: address, headers: bearer('${env:SERVICE_TOKEN}') },
  },
};

describe('files of tool servers', () => {
  it('are those of every agent and scope that integrate configures', () => {
    assert.deepEqual(
      toolServerFiles.map(({ title, scope, path }) => `${title}, ${scope}: ${path}`),
      agents.flatMap(({ title, toolServer }) =>
        Object.entries(toolServer?.paths ?? {}).map(([scope, path]) => `${title}, ${scope}: ${path}`),
      ),
    );
    assert.deepEqual([...new Set(toolServerFiles.map(({ title }) => title))], Object.keys(forms));
  });

  for (const { title, scope, local, network } of toolServerFiles)
    it(`get entries in the form of ${title}, ${scope}`, () => {
      assert.deepEqual(local(stdio), { ...forms[title]?.local, ...stdio });
      assert.deepEqual(network?.(address), forms[title]?.network);
    });

  it('get no entry for a running tool server where they would have to contain the token', () => {
    for (const { title, tokenReference, network } of toolServerFiles)
      assert.equal(network === undefined, tokenReference === undefined, title);
  });
});
