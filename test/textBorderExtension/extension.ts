import * as vscode from 'vscode';
import { markup } from '../../src/core/markup.ts';
import { linkedHover } from '../../src/extension/ui/hover.ts';
import { showWarning } from '../../src/extension/ui/messages.ts';
import { openPage } from '../../src/extension/ui/page.ts';
import { markdownText } from '../../src/extension/ui/plainText.ts';
import { withProgress } from '../../src/extension/ui/progress.ts';
import { askText } from '../../src/extension/ui/quickInput/askText.ts';
import { choose } from '../../src/extension/ui/quickInput/pickOne.ts';
import { createStatusBarItem, showStatusBarMessage } from '../../src/extension/ui/statusBar.ts';

/**
 * Shows a hostile name in every place where the product shows names: by the editor's own function ("raw"), and by the
 * product's wrapper for that place ("plain"). `test/ui/textBorder.test.ts` reads what the editor made of it.
 */
export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const name = process.env.SERVICE_TEST_NAME ?? '';
  const shows: Readonly<Record<string, () => unknown>> = {
    'message.raw': () => vscode.window.showWarningMessage(name, name),
    'message.plain': () => showWarning(name, name),
    'modal.raw': () => vscode.window.showWarningMessage(name, { modal: true, detail: name }, name),
    'progress.raw': () => {
      for (const location of [vscode.ProgressLocation.Notification, vscode.ProgressLocation.Window])
        void vscode.window.withProgress({ location, title: name }, untilEnded);
    },
    'progress.plain': () => withProgress(name, untilEnded),
    'input.raw': () => {
      const box = vscode.window.createInputBox();
      box.title = box.placeholder = box.prompt = name;
      box.onDidAccept(() => {
        box.validationMessage = name;
      });
      box.show();
    },
    'input.plain': () =>
      askText({
        title: name,
        placeholder: name,
        prompt: name,
        check: () => ({ severity: 'error', text: name }),
      }),
    'pick.raw': () => vscode.window.showQuickPick([row(name)], { title: name, placeHolder: name }),
    'pick.plain': () =>
      choose({ title: name, placeholder: name, choices: [{ ...row(name), value: undefined }] }),
    'statusBar.raw': () => {
      const item = vscode.window.createStatusBarItem('raw', vscode.StatusBarAlignment.Left, 1000);
      item.text = item.tooltip = name;
      item.show();
      atEnd(item, vscode.window.setStatusBarMessage(name));
    },
    'statusBar.plain': () => {
      const item = createStatusBarItem('plain', vscode.StatusBarAlignment.Left, 1000);
      item.setText('beaker', name);
      item.tooltip = name;
      item.show();
      atEnd(item, showStatusBarMessage(name, 60_000));
    },
    'page.raw': () => {
      const panel = vscode.window.createWebviewPanel('raw', name, vscode.ViewColumn.Active, {});
      panel.webview.html = name;
    },
    'page.plain': () =>
      openPage({ type: 'plain', title: name, commands: [] }).setContent(markup`<p>${name}</p>`),
    'report.raw': () => showReport('raw', name),
    'report.plain': () => showReport('plain', markdownText(name)),
    'editor.raw': () => showEditor('raw', name, new vscode.Hover(new vscode.MarkdownString(name))),
    'editor.plain': () => {
      const links = [{ label: name, address: 'https://own.example' }];
      return showEditor('plain', name, linkedHover([{ title: name, lines: [name], links }], firstWord));
    },
    end,
  };
  for (const [show, run] of Object.entries(shows))
    subscriptions.push(
      vscode.commands.registerCommand(`border.${show}`, () => {
        void run();
      }),
    );
  subscriptions.push(showTree(name));
}

const firstWord = new vscode.Range(0, 0, 0, 4);
const shown: { readonly dispose: () => unknown }[] = [];

/** Removes the result of the last command. */
async function end(): Promise<void> {
  for (const thing of shown.splice(0)) thing.dispose();
  await vscode.commands.executeCommand('notifications.clearAll');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

function atEnd(...things: typeof shown): void {
  shown.push(...things);
}

function untilEnded(): Promise<void> {
  return new Promise((resolve) => atEnd({ dispose: resolve }));
}

function row(name: string): vscode.QuickPickItem {
  return { label: name, description: name, detail: name };
}

async function showReport(id: string, content: string): Promise<void> {
  const scheme = `report-${id}`;
  vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: () => content });
  const uri = vscode.Uri.from({ scheme, path: '/Report.md' });
  await vscode.workspace.openTextDocument(uri);
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

/** A document with a problem on its first line and a hover on its third. */
async function showEditor(id: string, name: string, hover: vscode.Hover): Promise<void> {
  const scheme = `text-${id}`;
  vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: () => `problem\n\n${id}hover\n`,
  });
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path: `/${id}.txt` }));
  const problems = vscode.languages.createDiagnosticCollection(id);
  const problem = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, 7),
    name,
    vscode.DiagnosticSeverity.Warning,
  );
  problem.source = name;
  problem.code = name;
  problems.set(document.uri, [problem]);
  hover.range = new vscode.Range(2, 0, 2, 5 + id.length);
  vscode.languages.registerHoverProvider(
    { scheme },
    { provideHover: (_document, { line }) => (line === 2 ? hover : undefined) },
  );
  await vscode.window.showTextDocument(document, { preview: false });
}

function showTree(name: string): vscode.Disposable {
  const view = vscode.window.createTreeView('border.view', {
    treeDataProvider: {
      getChildren: (parent?: string) => (parent === undefined ? ['row'] : []),
      getTreeItem: () => {
        const item = new vscode.TreeItem(name);
        item.description = item.tooltip = name;
        return item;
      },
    },
  });
  view.message = view.description = name;
  view.badge = { value: 1, tooltip: name };
  return view;
}
