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

/**
 * Returns the icon and the words for a gate. A status that this version does not know is shown unchanged, never as
 * passed.
 */
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

/**
 * Returns the icon and the words for the gate of a bound project. It may be out of date, or the platform may not show
 * the project.
 */
export function seenGateText({ status, hidden, stale }: SeenGate): GateText {
  if (hidden) return { icon: 'eye-closed', label: l10n.t('Project not visible') };
  const text = gateText(status);
  return stale ? { icon: 'warning', color: 'list.warningForeground', label: text.label } : text;
}

/**
 * Returns when a gate was last checked, and how the user can have it checked again.
 *
 * @param now Local clock, in milliseconds since the epoch.
 */
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

/** Returns the time of a moment of today; for any other day, the date and the time. */
function momentText(at: number, now: number): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return dateTimeText(at);
  return new Intl.DateTimeFormat(env.language, { timeStyle: 'short' }).format(at);
}
