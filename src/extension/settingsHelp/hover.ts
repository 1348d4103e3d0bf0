import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { GateReader } from '../gates/folderGates.ts';
import { seenGateText } from '../gates/gateTexts.ts';
import { projectPage } from '../gates/links.ts';
import { plainHover } from '../ui/hover.ts';
import { isWithin } from './bindingInText.ts';
import type { KnownProjects } from './knownProjects.ts';
import { resolveConnection } from './problems.ts';
import { bindingOf, levelOf, rangeOf } from './settingsFiles.ts';

export interface HoverOptions {
  readonly connections: () => readonly Connection[];
  readonly projects: KnownProjects;
  readonly gates: GateReader;
  readonly baseUrlOf: (connection: Connection) => string;
}

/** Shows the name of the bound project, its quality gate and a link to its page. */
export function bindingHover({
  connections,
  projects,
  gates,
  baseUrlOf,
}: HoverOptions): vscode.HoverProvider {
  return {
    provideHover: async (document, position) => {
      const binding = bindingOf(document);
      const key = binding?.parts?.projectKey;
      if (!binding || !key?.text || !isWithin(document.offsetAt(position), binding.property))
        return undefined;
      const connection = resolveConnection(binding, connections());
      if (!connection || levelOf(document) === 'user' || !vscode.workspace.isTrusted) return undefined;
      await projects.ask(connection, key.text);
      const name = projects.nameOf(connection, key.text);
      if (name === undefined) return undefined;
      const gate = seenGateText(gates.gateOf(connection.uuid, key.text)).label;
      const lines = [
        `${name} — ${vscode.l10n.t('Quality gate: {0}', gate)}`,
        `${key.text} · ${connection.connectionId}`,
      ];
      const address = vscode.Uri.parse(projectPage(baseUrlOf(connection), key.text), true);
      const link = { label: vscode.l10n.t('Open in browser'), address };
      return plainHover({ lines, link }, rangeOf(document, binding.property));
    },
  };
}
