import { isFields } from '../../core/fields.ts';
import {
  causesByFile,
  conditionCards,
  stateBadge,
  type CauseRow,
  type ConditionCard,
  trend,
  type Trend,
} from '../../core/gate/gatePage.ts';
import { excessOf, measureText, metricType } from '../../core/gate/measures.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import { filePage, hotspotPage, issuePage, projectPage } from '../../core/gate/platformPages.ts';
import { reasons } from '../../core/gate/reasons.data.ts';
import { markup, type Html } from '../../core/markup.ts';
import { fill, metricName, type Texts } from './texts.ts';

interface Cause {
  readonly metric: string;
  readonly file: string;
  readonly line?: number;
  readonly key?: string;
  readonly rule?: string;
  readonly message?: string;
}

interface Condition {
  readonly metric: string;
  readonly actual?: string | undefined;
  readonly comparator?: string | undefined;
  readonly threshold?: string | undefined;
  readonly total?: number;
}

interface GateAnswer {
  readonly projectKey: string;
  readonly platformUrl: string;
  readonly gate: string;
  readonly failing: readonly Condition[];
  readonly behind: readonly Cause[];
}

/** Whether a result is the answer of the tool, which has checked its fields against its schema. */
export function isGateAnswer(value: unknown): value is GateAnswer {
  return isFields(value) && Array.isArray(value.failing) && Array.isArray(value.behind);
}

/** The measures at an analysis, as `get_measures_history` answers them. */
export interface Analysis {
  readonly date: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface GateContent {
  readonly answer: GateAnswer;
  readonly of: { readonly branch?: string; readonly pullRequest?: string };
  readonly passing: readonly Condition[];
  /** Oldest first. */
  readonly history: readonly Analysis[];
  /** The buttons for which host and tool server have what they need. */
  readonly buttons: ReadonlySet<'open' | 'accept' | 'fixAll'>;
  readonly texts: Texts;
  readonly locale: string;
}

/** What the buttons of a row act on. */
export interface Target {
  readonly page: string;
  readonly issue: string | undefined;
}

/** Returns the page, and the targets of its buttons by index. Values from outside are text, or encoded in addresses. */
export function renderGate(content: GateContent): {
  readonly html: Html;
  readonly targets: readonly Target[];
} {
  const { answer, of, passing, texts, buttons } = content;
  const { projectKey: project, platformUrl, gate, failing } = answer;
  const causes = mergeCauses(answer.behind);
  const branch = of.pullRequest === undefined ? of.branch : pullRequestName(of.pullRequest);
  const targets: Target[] = causes.map((one) => targetOf(one, platformUrl, project, branch));
  const rows = causes.map((one, index) => rowOf(one, index, targets[index]?.issue, content));
  const all = targets.push({ page: projectPage(platformUrl, project, branch), issue: undefined }) - 1;
  const shown = failing.some(({ total = 0 }, index) => total > countOf(answer, index));
  const html = markup`<h1>${fill(texts.gate, project)}</h1>
    <div class="head">
      <p>${stateBadge(isGood(gate), stateText(gate, texts))} ${scopeText(of, texts)}</p>
      ${statusTrend(content)}
    </div>
    <p class="actions">
      ${failing.length > 0 && buttons.has('fixAll') && button('fixAll', all, texts.fixAll)}
      ${buttons.has('open') && button('open', all, texts.openInBrowser)}
    </p>
    ${
      failing.length + passing.length > 0 &&
      markup`<h2>${texts.conditions}</h2>
        ${conditionCards([
          ...failing.map((condition) => cardOf(condition, true, content)),
          ...passing.map((condition) => cardOf(condition, false, content)),
        ])}`
    }
    ${
      rows.length > 0 &&
      markup`<h2>${texts.causes} (${rows.length})</h2>
        ${causesByFile(rows)}`
    }
    ${shown && markup`<p class="muted">${fill(texts.first, Math.max(...failing.map((_, index) => countOf(answer, index))))}</p>`}`;
  return { html, targets };
}

function countOf({ failing, behind }: GateAnswer, index: number): number {
  return behind.filter(({ metric }) => metric === failing[index]?.metric).length;
}

function isGood(gate: string): boolean | undefined {
  if (gate === 'OK') return true;
  return gate === 'ERROR' ? false : undefined;
}

function stateText(gate: string, texts: Texts): string {
  if (gate === 'OK') return texts.passed;
  return gate === 'ERROR' ? texts.failed : texts.notAnalyzed;
}

function scopeText({ branch, pullRequest }: GateContent['of'], texts: Texts): string | undefined {
  if (pullRequest !== undefined) return fill(texts.pullRequest, pullRequest);
  return branch === undefined ? undefined : fill(texts.branch, branch);
}

function cardOf(condition: Condition, isFailing: boolean, content: GateContent): ConditionCard {
  const { metric, actual, comparator, threshold } = condition;
  const { texts, locale } = content;
  const type = metricType(metric);
  const shown = (value: string | number): string => measureText(value, type, locale);
  const excess = isFailing && type !== 'RATING' ? excessOf(actual, threshold) : undefined;
  return {
    name: metricName(metric, texts),
    isFailing,
    state: isFailing ? texts.failed : texts.passed,
    value: actual === undefined ? '–' : shown(actual),
    bound: threshold === undefined ? undefined : fill(boundText(comparator, texts), shown(threshold)),
    excess:
      excess === undefined
        ? undefined
        : fill(comparator === 'LT' ? texts.below : texts.above, distanceText(excess, type, content)),
    trend: measureTrend(condition, content),
    notes: [],
  };
}

/** Returns the distance of a value from its threshold: of two percentages, in percentage points. */
function distanceText(
  distance: number,
  type: string | undefined,
  { texts, locale }: Pick<GateContent, 'texts' | 'locale'>,
): string {
  if (type !== 'PERCENT') return measureText(distance, type, locale);
  const points = distance === 1 ? texts.percentagePoint : texts.percentagePoints;
  return fill(points, measureText(distance, undefined, locale));
}

function boundText(comparator: string | undefined, texts: Texts): string {
  if (comparator === 'GT') return texts.failsIfGreater;
  return comparator === 'LT' ? texts.failsIfLess : texts.threshold;
}

function measureTrend(
  { metric, comparator, threshold }: Condition,
  { history, texts, locale }: GateContent,
): Trend | undefined {
  const points = history.flatMap(({ date, values }) => {
    const value = Number(values[metric] ?? NaN);
    return Number.isFinite(value) ? [{ at: Date.parse(date), value }] : [];
  });
  if (points.length === 0) return undefined;
  const numbers = points.map(({ value }) => value);
  const bound = Number(threshold ?? NaN);
  const type = metricType(metric);
  return {
    points,
    threshold: Number.isFinite(bound) ? bound : undefined,
    isBad: (value) => (comparator === 'LT' ? value < bound : value > bound),
    label: fill(
      texts.trend,
      metricName(metric, texts),
      points.length,
      ...[Math.min(...numbers), Math.max(...numbers), numbers.at(-1) ?? NaN].map((value) =>
        measureText(value, type, locale),
      ),
    ),
  };
}

function statusTrend({ history, texts }: GateContent): Html | undefined {
  const points = history.flatMap(({ date, values: { alert_status: status } }) =>
    status === undefined ? [] : [{ at: Date.parse(date), value: status === 'OK' ? 1 : 0 }],
  );
  const failed = points.filter(({ value }) => value === 0).length;
  const label = fill(texts.status, points.length, failed);
  return trend({ points, isBad: (value) => value === 0, label, isStepped: true });
}

/** A cause with all conditions that it makes fail. */
interface MergedCause extends Cause {
  readonly metrics: readonly string[];
}

function mergeCauses(behind: readonly Cause[]): readonly MergedCause[] {
  const merged = new Map<string, MergedCause>();
  for (const one of behind) {
    const id = one.key ?? JSON.stringify([one.file, one.metric]);
    merged.set(id, { ...one, metrics: [...(merged.get(id)?.metrics ?? []), one.metric] });
  }
  return [...merged.values()];
}

function targetOf(
  { key, file, metric }: Cause,
  platformUrl: string,
  project: string,
  branch: string | undefined,
): Target {
  const isIssue = reasons.get(metric.replace(/^new_/, ''))?.kind === 'issues';
  if (key === undefined) return { page: filePage(platformUrl, project, file, branch), issue: undefined };
  return isIssue
    ? { page: issuePage(platformUrl, project, key, branch), issue: key }
    : { page: hotspotPage(platformUrl, project, key, branch), issue: undefined };
}

function rowOf(
  { file, line, key, rule, message, metrics }: MergedCause,
  index: number,
  issue: string | undefined,
  { texts, buttons }: GateContent,
): CauseRow {
  // The message of a file is a metric with its value.
  const title = (key === undefined ? message?.replaceAll('_', ' ') : message) ?? key ?? file;
  const place = line === undefined ? file : `${file}:${line}`;
  return {
    file,
    title,
    detail: [place, rule, metrics.map((metric) => metricName(metric, texts)).join(', ')]
      .filter((part) => part !== undefined)
      .join(' · '),
    actions: [
      buttons.has('open') && button('open', index, texts.open, title),
      issue !== undefined && buttons.has('accept') && button('accept', index, texts.accept, title),
    ],
  };
}

const classes = { fixAll: 'button primary', open: 'button', accept: 'button' };

/** @param of what the button acts on, for users who hear its name without the row around it */
function button(act: keyof typeof classes, index: number, label: string, of?: string): Html {
  return markup`<button
    type="button"
    class="${classes[act]}"
    data-act="${act}"
    data-index="${index}"
    aria-label="${of === undefined ? label : `${label}: ${of}`}"
  >
    ${label}
  </button>`;
}
