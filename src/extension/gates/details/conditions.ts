import { env, l10n } from 'vscode';
import type { ConditionDetails, GateDetails } from '../../../core/gate/details.ts';
import { markup, type Html } from '../../../core/markup.ts';
import { metricPage } from '../links.ts';
import { measureText } from '../measureText.ts';
import type { DetailsPage } from './pageContent.ts';
import { plottedValues } from './plottedValues.ts';

/** Returns the table of all conditions, then a section for each one that fails. */
export function conditionsSection(page: DetailsPage, { conditions }: GateDetails): Html {
  if (conditions.length === 0)
    return markup`<h2>${l10n.t('Conditions')}</h2>
      <p class="empty">${l10n.t('This quality gate has no computed conditions.')}</p>`;
  return markup`<h2>${l10n.t('Conditions')}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Metric')}</th>
          <th scope="col">${l10n.t('Scope')}</th>
          <th scope="col">${l10n.t('Value')}</th>
          <th scope="col">${l10n.t('Fails if')}</th>
          <th scope="col">${l10n.t('Difference')}</th>
          <th scope="col">${l10n.t('Status')}</th>
        </tr>
      </thead>
      <tbody>
        ${conditions.map((condition) => conditionRow(page, condition))}
      </tbody>
    </table>
    ${conditions.filter(({ isFailing }) => isFailing).map((condition) => failingSection(page, condition))}`;
}

function conditionRow(page: DetailsPage, condition: ConditionDetails): Html {
  const { metric, name, isNewCode, comparator, threshold, actual, excess, isFailing, type } = condition;
  const text = (value: string | number) => measureText(value, type, env.language);
  // A rating is a letter: the difference between two letters cannot be shown as a number.
  const off = excess === undefined || type === 'RATING' ? '–' : text(excess);
  return markup`<tr>
    <td><a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}">${name}</a></td>
    <td>${isNewCode ? l10n.t('New code') : l10n.t('Overall code')}</td>
    <td>${actual === undefined ? '–' : text(actual)}</td>
    <td>${threshold === undefined ? '–' : boundText(comparator, text(threshold))}</td>
    <td>${off}</td>
    <td>${isFailing ? l10n.t('Failed') : l10n.t('Passed')}</td>
  </tr>`;
}

function boundText(comparator: string | undefined, threshold: string): string {
  if (comparator === 'GT') return l10n.t('greater than {0}', threshold);
  return comparator === 'LT' ? l10n.t('less than {0}', threshold) : threshold;
}

function failingSection(page: DetailsPage, condition: ConditionDetails): Html {
  const { metric, name, history, threshold, type, comparator } = condition;
  const bound = Number(threshold);
  const text = (value: string | number) => measureText(value, type, env.language);
  return markup`<section>
    <h3>${name}</h3>
    ${plottedValues({
      name,
      points: history.map(({ at, value }) => ({ at, value: Number(value) })),
      threshold: threshold !== undefined && Number.isFinite(bound) ? bound : undefined,
      text,
      isBad: (value) => (comparator === 'LT' ? value < bound : value > bound),
    })}
    <p>
      <a href="${metricPage(page.baseUrl, page.projectKey, metric, page.branch)}"
        >${l10n.t('Show the files behind “{0}” in the browser', name)}</a
      >
    </p>
  </section>`;
}
