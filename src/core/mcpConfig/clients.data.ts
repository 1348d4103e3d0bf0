/** A program that reads its tool servers from a file, and the format of that file. The titles are not translated. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  /** The file's path, relative to the project folder or, with scope `global`, to the user's home folder. */
  readonly path: string;
  readonly scope: 'project' | 'global';
  /** The key in the file that contains the entries. */
  readonly key: 'mcpServers' | 'servers';
  /** The reference to the environment variable with the token, in the syntax of the file. */
  readonly tokenReference: string;
  /** Whether every entry needs a `type`, and `http` is the only network type that the client knows. */
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
