import { type AgentLayout, entriesFor } from '../agent.ts';
import { analysisRule } from '../analysisRule.data.ts';
import { windsurfProtocol } from './protocol.ts';

const placeIn = (folder: string) => ({ file: `${folder}/hooks.json`, scripts: `${folder}/hooks` });

/** Sources: https://docs.windsurf.com/windsurf/cascade/hooks, https://docs.windsurf.com/windsurf/cascade/memories */
export const windsurf: AgentLayout = {
  id: 'windsurf',
  title: 'Windsurf',
  hooks: {
    protocol: windsurfProtocol,
    places: {
      project: {
        ...placeIn('.windsurf'),
        command: 'relative',
        rule: '.windsurf/rules/service-agentic-analysis.md',
      },
      global: { ...placeIn('.codeium/windsurf'), command: 'absolute' },
    },
    system: {
      linux: 'etc/windsurf/hooks.json',
      darwin: 'Library/Application Support/Windsurf/hooks.json',
      win32: 'ProgramData/Windsurf/hooks.json',
    },
    entries: entriesFor([
      ['pre_user_prompt'],
      ['pre_read_code'],
      ['pre_run_command'],
      ['pre_write_code'],
      ['pre_mcp_tool_use'],
    ]),
    ruleText: analysisRule('trigger: always_on'),
    format: {
      kind: 'shared',
      listOf: (event) => ['hooks', event],
      write: (_, { here }) => ({ command: here, show_output: true }),
    },
    deniesFaults: 'exitCode',
    whenHookFails: { timeout: 'continues' },
  },
  toolServer: {
    key: 'mcpServers',
    paths: { global: '.codeium/windsurf/mcp_config.json' },
    variable: (name) => `\${env:${name}}`,
    network: (url, authorization) => ({ serverUrl: url, headers: { Authorization: authorization } }),
  },
  traces: { folders: ['.windsurf', '.codeium/windsurf'], programs: ['windsurf'] },
  restart: 'Restart Windsurf.',
  advice: {
    secretsHooks:
      'Cascade may read a folder with one question; its files are then not checked. Files in .codeiumignore are not read.',
  },
};
