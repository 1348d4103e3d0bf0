import { l10n } from 'vscode';
import type { HistoryPoint } from '../../../core/gate/details.ts';
import type { GateChange } from '../../../core/gate/notify/gateNotification.ts';
import { markup, type Html } from '../../../core/markup.ts';
import { dateTimeText } from '../../ui/dateTimeText.ts';
import { gateText } from '../gateTexts.ts';
import type { DetailsPage } from './pageContent.ts';
import { endsOf, plottedValues } from './plottedValues.ts';

/** The height of a status in the plot: a worse one is lower. */
const statuses = ['ERROR', 'WARN', 'OK'] as const;

/** Returns the plot of the gate's status and the changes that this editor has seen. */
export function historySection({ live, changes }: DetailsPage): Html {
  return markup`<h2>${l10n.t('History')}</h2>
    ${statusPlot(live.state === 'read' ? live.details.history : [], changes)}
    ${changes.length === 0 ? markup`<p class="empty">${l10n.t('No known changes.')}</p>` : changesTable(changes)}`;
}

function statusPlot(analyzed: readonly HistoryPoint[], changes: readonly GateChange[]): Html | undefined {
  const points = [...analyzed, ...changes.map(({ at, to }) => ({ at, value: to }))]
    .map(({ at, value }) => ({ at, value: statuses.findIndex((status) => status === value) }))
    .filter(({ value }) => value >= 0)
    .sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  if (!last) return undefined;
  const failed = points.filter(({ value }) => statuses[value] === 'ERROR');
  const text = (value: number) => gateText(statuses[value]).label;
  return plottedValues({
    name: l10n.t('Quality Gate'),
    points,
    text,
    isBad: (value) => statuses[value] !== 'OK',
    summary: l10n.t(
      'Quality gate from {0} to {1}: {2} of {3} values failed. Latest value: {4}.',
      ...endsOf(points),
      failed.length,
      points.length,
      text(last.value),
    ),
    isStepped: true,
  });
}

function changesTable(changes: readonly GateChange[]): Html {
  return markup`<table>
    <caption>
      ${l10n.t('Changes in the last 30 days')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${l10n.t('Changed')}</th>
        <th scope="col">${l10n.t('Before')}</th>
        <th scope="col">${l10n.t('After')}</th>
        <th scope="col">${l10n.t('Cause')}</th>
      </tr>
    </thead>
    <tbody>
      ${changes.map(
        (change) =>
          markup`<tr>
            <td>${dateTimeText(change.at)}</td>
            <td>${gateText(change.from).label}</td>
            <td>${gateText(change.to).label}</td>
            <td>${causeText(change)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Returns the cause of a change; “Unknown” if no source named it. */
function causeText({ cause, analysedAt }: GateChange): string {
  switch (cause) {
    case 'analysis':
      return analysedAt === undefined
        ? l10n.t('Analysis')
        : l10n.t('Analysis of {0}', dateTimeText(analysedAt));
    case 'issueChange':
      return l10n.t('Issue change');
    case undefined:
      return l10n.t('Unknown');
  }
}
