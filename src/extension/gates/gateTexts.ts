import { env, l10n } from 'vscode';
import type { GateStatus } from '../../core/api/qualityGates.ts';
import { Failure, type FailureCode } from '../../core/failures.ts';
import { needsToken, stateText } from '../connections/stateTexts.ts';
import { dateTimeText } from '../ui/dateTimeText.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import type { Disorder, SeenGate, Staleness } from './seenGate.ts';

interface GateText {
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

/** The same for what is known of a bound project, which may be out of date, or not shown by the platform at all. */
export function seenGateText({ status, hidden, stale }: SeenGate): GateText {
  if (hidden) return { icon: 'eye-closed', label: l10n.t('Project not visible') };
  const text = gateText(status);
  return stale ? { icon: 'warning', color: 'list.warningForeground', label: text.label } : text;
}

/** Says when a gate was last checked, and what to do so that it is checked again. */
export function stalenessText({ lastChecked, disorder }: Staleness, now = Date.now()): string {
  const reason = disorderText(disorder);
  if (lastChecked === undefined) return reason;
  return l10n.t('Last checked {0}. {1}', momentText(lastChecked, now), reason);
}

function disorderText(disorder: Disorder): string {
  if (disorder.state === 'pollFails') {
    const text = Object.hasOwn(failureTexts, disorder.code) && failureTexts[disorder.code as FailureCode];
    return text ? text.text(new Failure(disorder.code as FailureCode, '')) : disorder.code;
  }
  const { label, detail } = stateText(disorder);
  return needsToken(disorder) ? l10n.t('{0}: replace it.', label) : detail;
}

/** The time of a moment of today, else the date too. */
function momentText(at: number, now: number): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return dateTimeText(at);
  return new Intl.DateTimeFormat(env.language, { timeStyle: 'short' }).format(at);
}
