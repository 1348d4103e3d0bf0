import * as vscode from 'vscode';
import type { Span } from './bindingInText.ts';
import type { SettingsLevel } from './problems.ts';

/** The editor's own settings files, which are `jsonc` despite their names. Others belong to other programs. */
export const settingsFiles: vscode.DocumentSelector = [
  { language: 'jsonc', pattern: '**/.vscode/settings.json' },
  { language: 'jsonc', pattern: '**/*.code-workspace' },
  { language: 'jsonc', pattern: '**/{User,Machine}/settings.json' },
  { language: 'jsonc', pattern: '**/User/profiles/*/settings.json' },
  { language: 'jsonc', scheme: 'vscode-userdata', pattern: '**/settings.json' },
];

export function levelOf({ uri }: vscode.TextDocument): SettingsLevel {
  if (uri.path.endsWith('.code-workspace')) return 'workspace';
  return uri.path.endsWith('/.vscode/settings.json') ? 'folder' : 'user';
}

/** Returns the range of a span, whose offset and length count UTF-16 units. */
export function rangeOf(document: vscode.TextDocument, { offset, length }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
