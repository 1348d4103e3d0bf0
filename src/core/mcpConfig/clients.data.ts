/** A program that reads tool servers from a file, and how it wants them written. Names are names: nobody translates them. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  /** Relative to the folder of the project, or to the person's home. */
  readonly path: string;
  readonly scope: 'project' | 'global';
  /** Under which the entries stand. */
  readonly key: 'mcpServers' | 'servers';
  /** How a value of the environment is named inside the file. */
  readonly tokenReference: string;
  /** Wants `type` in every entry, and knows no other network type than `http`. */
  readonly isTyped: boolean;
}

const cursor = {
  title: 'Cursor',
  path: '.cursor/mcp.json',
  key: 'mcpServers',
  tokenReference: '${env:SERVICE_TOKEN}',
  isTyped: false,
} as const;

export const mcpClients: readonly McpClient[] = [
  { ...cursor, id: 'cursor', scope: 'project' },
  { ...cursor, id: 'cursorEverywhere', scope: 'global' },
  {
    id: 'vscode',
    title: 'VS Code',
    path: '.vscode/mcp.json',
    scope: 'project',
    key: 'servers',
    tokenReference: '${env:SERVICE_TOKEN}',
    isTyped: true,
  },
  {
    id: 'claude',
    title: 'Claude Code',
    path: '.mcp.json',
    scope: 'project',
    key: 'mcpServers',
    tokenReference: '${SERVICE_TOKEN}',
    isTyped: false,
  },
];
