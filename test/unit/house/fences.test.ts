import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '../../..');

/** Only the fences of the project's own configuration, so that no types have to be loaded. */
async function refused(file: string, code: string): Promise<boolean> {
  const configured = (await new ESLint({ cwd: root }).calculateConfigForFile(join(root, file))) as {
    rules: Record<string, unknown[]>;
  };
  const fences = ['no-restricted-imports', 'no-restricted-globals', 'no-restricted-syntax'].filter(
    (rule) => rule in configured.rules,
  );
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        rules: Object.fromEntries(fences.map((rule) => [rule, configured.rules[rule]])) as never,
      },
    ],
  });
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  return (result?.errorCount ?? 0) > 0;
}

describe('the fence of a layer', () => {
  for (const [file, code] of [
    ['src/core/a/b.ts', "import * as vscode from 'vscode';"],
    ['src/core/a/b.ts', "import axios from 'axios';"],
    ['src/core/a/b.ts', "import * as fs from 'node:fs';"],
    ['src/core/a/b.ts', "import * as z from 'zod';"],
    ['src/core/a/b.ts', "import { x } from '../../node/http/createHttp.ts';"],
    ['src/core/b.ts', "import { x } from '../extension/tree.ts';"],
    ['src/core/b.ts', 'process.exit(1);'],
    ['src/core/b.ts', "setTimeout('', 1);"],
    ['src/core/b.ts', "import { scan } from '../secrets/scan.ts';"],
    ['src/secrets/a.ts', "import * as vscode from 'vscode';"],
    ['src/secrets/a.ts', "import * as fs from 'node:fs';"],
    ['src/secrets/a.ts', "import axios from 'axios';"],
    ['src/secrets/a.ts', "import { systemClock } from '../core/clock.ts';"],
    ['src/secrets/rules/a.ts', "import { parse } from '../../core/parsing.ts';"],
    ['src/secrets/rules/a.ts', "import { x } from '../../node/http/createHttp.ts';"],
    ['src/secrets/a.ts', 'process.exit(1);'],
    ['src/agents/a.ts', "import * as fs from 'node:fs';"],
    ['src/agents/a.ts', "import * as z from 'zod/mini';"],
    ['src/agents/a.ts', "import { scan } from '../secrets/scan.ts';"],
    ['src/agents/cursor/a.ts', "import { readInside } from '../../node/files/realPath.ts';"],
    ['src/agents/cursor/a.ts', "import { runProgram } from '../../cli/program.ts';"],
    ['src/agents/a.ts', 'process.exit(1);'],
    ['src/core/a/b.ts', "import { agents } from '../../agents/agents.ts';"],
    ['src/tools/a.ts', "import { agents } from '../agents/agents.ts';"],
    ['src/node/a.ts', "import * as vscode from 'vscode';"],
    ['src/node/a.ts', "import { x } from '../extension/tree.ts';"],
    ['src/node/a.ts', "import { scan } from '../secrets/scan.ts';"],
    ['src/tools/a.ts', "import { scan } from '../secrets/scan.ts';"],
    ['src/extension/a.ts', "import { x } from '../emulator/emulator.ts';"],
    ['src/extension/a.ts', "import * as fs from 'node:fs';"],
    ['src/extension/a.ts', "import axios from 'axios';"],
    ['src/extension/a.ts', "window.showErrorMessage('x');"],
    ['src/extension/a/b.ts', 'const show = vscode.window.showWarningMessage;'],
    ['src/extension/a/b.ts', "const show = vscode.window['showErrorMessage'];"],
    ['src/extension/a/b.ts', 'const { withProgress } = vscode.window;'],
    ['src/extension/a/b.ts', 'window.createInputBox();'],
    ['src/extension/a/b.ts', 'vscode.window.showInputBox({});'],
    ['src/extension/a/b.ts', 'vscode.window.createQuickPick();'],
    ['src/extension/a/b.ts', 'vscode.window.showQuickPick([]);'],
    ['src/extension/a/b.ts', "vscode.window.createStatusBarItem('a');"],
    ['src/extension/a/b.ts', "vscode.window.setStatusBarMessage('a');"],
    ['src/extension/a/b.ts', 'new vscode.MarkdownString();'],
    ['src/extension/a/b.ts', "import { MarkdownString } from 'vscode';"],
    ['src/extension/a/b.ts', 'text.isTrusted = true;'],
    ['src/extension/a/b.ts', 'text.supportHtml = true;'],
    ['src/extension/a/b.ts', "vscode.window.createWebviewPanel('a', 'b', 1);"],
    ['src/cli/a.ts', "import * as vscode from 'vscode';"],
    ['src/cli/a/b.ts', "import { x } from '../../tools/server/serveHttp.ts';"],
    ['src/emulator/a.ts', "import { x } from '../cli/program.ts';"],
    ['src/emulator/a.ts', "import { x } from '../tools/server/serveHttp.ts';"],
    ['src/emulator/a.ts', "import { x } from '../entrypoints/emulator.ts';"],
    ['src/emulator/a.ts', "db.run('DELETE FROM users');"],
    ['src/emulator/a/b.ts', "server.db.get(row, 'SELECT 1');"],
    ['src/emulator/a.ts', "const found = { sql: '1' };"],
    ['src/tools/a.ts', "import * as vscode from 'vscode';"],
    ['src/tools/a.ts', "import { x } from '../emulator/emulator.ts';"],
    ['src/cli/a.ts', "import { x } from '../entrypoints/commands.ts';"],
    ['src/entrypoints/a.ts', "import * as vscode from 'vscode';"],
    ...['cli', 'tools', 'emulator', 'relay', 'entrypoints'].map(
      (room) => [`src/${room}/a.ts`, "import { execFile } from 'node:child_process';"] as const,
    ),
  ] as const)
    it(`refuses in ${file}: ${code}`, async () => {
      assert(await refused(file, code));
    });

  for (const [file, code] of [
    ['src/core/a/b.ts', "import * as z from 'zod/mini'; import { createHmac } from 'node:crypto';"],
    ['src/core/a/b.ts', "import { x } from '../failures.ts'; import { y } from '../api/client.ts';"],
    [
      'src/secrets/a.ts',
      "import { Failure } from '../core/failures.ts'; import { isUtf8 } from 'node:buffer';",
    ],
    ['src/secrets/rules/a.ts', "import * as z from 'zod/mini'; import { lines } from '../lines.ts';"],
    ['src/cli/a.ts', "import { scan } from '../secrets/scan.ts';"],
    ['src/node/a.ts', "import axios from 'axios'; import { x } from '../core/http.ts';"],
    [
      'src/extension/a/b.ts',
      "import * as vscode from 'vscode'; import { x } from '../../node/http/createHttp.ts';",
    ],
    ['src/extension/a.ts', 'if (vscode.workspace.isTrusted) show();'],
    ['src/extension/ui/messages.ts', "window.showErrorMessage('x'); new MarkdownString();"],
    [
      'src/entrypoints/a.ts',
      "import { x } from '../emulator/emulator.ts'; import { y } from '../tools/server/serveHttp.ts';",
    ],
    ['src/emulator/store/a/b.ts', "db.run('DELETE FROM users');"],
    ['src/emulator/a.ts', "import * as http from 'node:http'; import * as sqlite from 'node:sqlite';"],
  ] as const)
    it(`lets ${file} have: ${code}`, async () => {
      assert(!(await refused(file, code)));
    });
});
