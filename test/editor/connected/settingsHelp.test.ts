import * as vscode from 'vscode';
import { openFolder, readyApi, showFile } from '../../harness/host.ts';
import { becomes } from '../../support/becomes.ts';

describe('the help with bindings of subfolders in settings.json', () => {
  let document: vscode.TextDocument;
  let connection: string;

  before(async () => {
    const api = await readyApi();
    connection = api.connections()[0]?.name ?? '';
    const folder = await openFolder('helped', {
      '.vscode/settings.json': [
        '{',
        '  "service.connectedMode.subfolders": {',
        '    "packages/a": { "projectKey": "dem", "connectionId": "x" },',
        `    "packages/b": { "projectKey": "other", "connectionId": ${JSON.stringify(connection)} }`,
        '  }',
        '}',
      ].join('\n'),
    });
    document = await showFile(folder, '.vscode/settings.json');
  });

  /** The position before the last character of a text. */
  const positionIn = (text: string): vscode.Position =>
    document.positionAt(document.getText().indexOf(text) + text.length - 1);

  async function isCompleted(at: string, label: string): Promise<boolean> {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      positionIn(at),
    );
    return items.some((item) => (typeof item.label === 'string' ? item.label : item.label.label) === label);
  }

  it('completes the connection', () => becomes(() => isCompleted('"connectionId": "x"', connection), true));

  it('completes the project from the platform of the connection', () =>
    becomes(() => isCompleted('"projectKey": "other"', 'other'), true));

  it('shows the project and its gate on hover', () =>
    becomes(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        positionIn('"projectKey": "other"'),
      );
      const texts = hovers.flatMap(({ contents }) =>
        contents.map((one) => (one as vscode.MarkdownString).value),
      );
      return texts.some((text) => text.includes('Project other'));
    }, true));

  it('marks the connection that does not exist', () =>
    becomes(() => {
      const problems = vscode.languages.getDiagnostics(document.uri);
      return Promise.resolve(problems.filter(({ source }) => source === 'Service').map(({ code }) => code));
    }, ['unknownConnection']));
});
