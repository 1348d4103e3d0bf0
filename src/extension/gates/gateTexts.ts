import { l10n } from 'vscode';
import type { GateStatus } from '../../core/api/qualityGates.ts';
import type { SeenGate } from './folderGates.ts';

export interface GateText {
  readonly icon: string;
  readonly color?: string;
  readonly label: string;
}

/** The words for a gate. A status we have not heard of is shown as it is, never as passed. */
export function gateText(status: GateStatus | undefined): GateText {
  switch (status) {
    case 'OK':
      return { icon: 'pass', color: 'testing.iconPassed', label: l10n.t('Passed') };
    case 'ERROR':
      return { icon: 'error', color: 'testing.iconFailed', label: l10n.t('Failed') };
    case 'WARN':
      return { icon: 'warning', color: 'list.warningForeground', label: l10n.t('Warning') };
    case 'NONE':
      return { icon: 'circle-outline', label: l10n.t('Not computed') };
    case undefined:
      return { icon: 'question', label: l10n.t('Not known yet') };
    default:
      return { icon: 'question', label: status };
  }
}

/** The same for what is known of a bound project, which the platform may not show at all. */
export function seenGateText({ status, hidden }: SeenGate): GateText {
  return hidden ? { icon: 'eye-closed', label: l10n.t('Project not visible') } : gateText(status);
}
