import { l10n } from 'vscode';
import { reasonOfMetric } from '../../../core/gate/causes.ts';

/** Returns what the user can do about a failing condition; undefined for a metric that this version does not know. */
export function adviceText(metric: string): string | undefined {
  const reason = reasonOfMetric(metric);
  switch (reason?.kind) {
    case undefined:
      return undefined;
    case 'issues':
      return l10n.t('Fix the issues, or accept those that need no fix.');
    case 'hotspots':
      return l10n.t(
        'Review each security hotspot: fix the code, or mark the hotspot as safe on the platform.',
      );
    case 'files':
      return reason.metric === 'duplicated_lines'
        ? l10n.t('Move duplicated code to one place, and use it from there.')
        : l10n.t('Add tests that run the uncovered lines and branches.');
  }
}
