import * as z from 'zod/mini';
import { counted } from '../../core/counted.ts';
import { metricName, metricValue } from '../../core/gate/measures.ts';
import { markup, type Html } from '../../core/markup.ts';
import type { CallApi } from '../http/router.ts';
import { severities } from '../store/issues/issues.ts';
import { dataTable, gateBadge, shownDate } from './layout.ts';

const projectList = z.object({
  paging: z.object({ total: z.number() }),
  components: z.array(z.object({ key: z.string(), name: z.string(), analysisDate: z.optional(z.string()) })),
});
const measureList = z.object({
  measures: z.array(z.object({ component: z.string(), metric: z.string(), value: z.optional(z.string()) })),
});

export const projectLink = (key: string): string => `/dashboard?id=${encodeURIComponent(key)}`;
/** The number of projects, or of issues of a project, on one page. */
const shown = 100;
const metrics = ['alert_status', 'violations', 'coverage', 'ncloc'];

/** Returns a card for each project, the first ones by their last analysis, and the commands that analyze one. */
export async function projectsView(callApi: CallApi, query: string, serverUrl: string): Promise<Html> {
  const { paging, components } = projectList.parse(
    await callApi('components/search_projects', {
      f: 'analysisDate',
      ps: String(shown),
      ...(query === '' ? {} : { filter: `query = "${query.replaceAll('"', ' ')}"` }),
    }),
  );
  const keys = components.map(({ key }) => key).join(',');
  const { measures } =
    keys === ''
      ? { measures: [] }
      : measureList.parse(
          await callApi('measures/search', { projectKeys: keys, metricKeys: metrics.join(',') }),
        );
  const valueOf = (key: string, metric: string): string | undefined =>
    measures.find((measure) => measure.component === key && measure.metric === metric)?.value;
  const isEmpty = paging.total === 0 && query === '';
  return markup`${isEmpty && markup`<p>There is no project yet. Three commands make the first one:</p>`}
    ${
      isEmpty
        ? firstCommands(serverUrl)
        : markup`<details>
          <summary>Analyze a project</summary>
          ${firstCommands(serverUrl)}
        </details>`
    }
    <form role="search">
      <label>Search <input type="search" name="q" value="${query}" /></label>
    </form>
    <p>${counted(paging.total, 'project')}${paging.total > shown && ` (showing the first ${shown})`}</p>
    <div class="cards">
      ${components.map(
        ({ key, name, analysisDate }) =>
          markup`<article>
            <h2><a href="${projectLink(key)}">${name}</a></h2>
            <p>${gateBadge(valueOf(key, 'alert_status'))}</p>
            <p>
              ${analysisDate === undefined ? 'Never analyzed' : cardText((metric) => valueOf(key, metric))}
              <br /><small>${analysisDate === undefined ? key : `Analyzed ${shownDate(analysisDate)}`}</small>
            </p>
          </article>`,
      )}
    </div>`;
}

function cardText(value: (metric: string) => string | undefined): string {
  const coverage = value('coverage');
  return [
    counted(Number(value('violations') ?? 0), 'issue'),
    counted(Number(value('ncloc') ?? 0), 'line'),
    ...(coverage === undefined ? [] : [`${coverage} % covered`]),
  ].join(' · ');
}

const firstCommands = (serverUrl: string): Html =>
  markup`<pre tabindex="0" aria-label="Commands"><code>export SERVICE_URL=${serverUrl}
export SERVICE_TOKEN=YOUR_TOKEN
service-cli platform analyze . -p my-project</code></pre>
    <p>
      The terminal of <code>service-cli platform start</code> shows a token, and <a href="/account/security/">Tokens</a> makes new ones. JavaScript and TypeScript are analyzed, and Python where ruff is installed; other languages are counted as not analyzed.
    </p>`;

export const newProjectView = (isCloud: boolean): Html =>
  markup`<form method="post" action="/projects/create">
    <label>Name <input name="name" required maxlength="500" /></label>
    <label>Key <input name="project" required maxlength="400" pattern="[A-Za-z0-9_.:\-]+" aria-describedby="key-help" /></label>
    <small id="key-help">Letters, digits, dashes, underscores, points and colons</small>
    ${isCloud && markup`<label>Organization <input name="organization" required /></label>`}
    <button>Create</button>
  </form>`;

const gate = z.object({
  projectStatus: z.object({
    status: z.string(),
    conditions: z.array(
      z.object({
        status: z.string(),
        metricKey: z.string(),
        comparator: z.string(),
        errorThreshold: z.string(),
        actualValue: z.optional(z.string()),
      }),
    ),
  }),
});
const issueList = z.object({
  total: z.number(),
  issues: z.array(
    z.object({
      key: z.string(),
      rule: z.string(),
      severity: z.string(),
      component: z.string(),
      line: z.optional(z.number()),
      status: z.string(),
      resolution: z.optional(z.string()),
      message: z.string(),
      transitions: z._default(z.array(z.string()), []),
    }),
  ),
});
type ShownIssue = z.output<typeof issueList>['issues'][number];

/** Selects the issues that the page of a project shows, from the query of its address. An empty severity selects all. */
interface ProjectFilter {
  readonly status: string;
  readonly severity: string;
}

interface ProjectPage {
  readonly key: string;
  readonly isAdmin: boolean;
  readonly filter: ProjectFilter;
}

/** Returns the page of a project: its gate, conditions and issues, and for an administrator its webhooks. */
export async function projectView(callApi: CallApi, { key, isAdmin, filter }: ProjectPage): Promise<Html> {
  const { projectStatus } = gate.parse(await callApi('qualitygates/project_status', { projectKey: key }));
  const { total, issues } = issueList.parse(
    await callApi('issues/search', {
      componentKeys: key,
      ps: String(shown),
      s: 'FILE_LINE',
      additionalFields: 'transitions',
      ...(filter.status === 'all' ? {} : { resolved: String(filter.status === 'resolved') }),
      ...(filter.severity === '' ? {} : { severities: filter.severity }),
    }),
  );
  return markup`<p>Quality gate: ${gateBadge(projectStatus.status)}</p>
    <h2>Conditions</h2>
    ${conditionsTable(projectStatus.conditions)}
    <h2>Issues</h2>
    ${filterForm(key, filter)}
    <p>${counted(total, 'issue')}${total > shown && ` (showing the first ${shown})`}</p>
    <div class="cards issues">${issues.map((issue) => issueCard(key, issue))}</div>
    ${isAdmin && (await webhooksView(callApi, key))}`;
}

function conditionsTable(conditions: z.output<typeof gate>['projectStatus']['conditions']): Html {
  if (conditions.length === 0) return markup`<p>The quality gate has no conditions that apply here.</p>`;
  const rows = conditions.map(
    ({ metricKey, actualValue, comparator, errorThreshold, status }) =>
      markup`<tr>
        <th scope="row">${metricName(metricKey)}</th>
        <td>${actualValue === undefined ? 'no value' : metricValue(metricKey, actualValue)}</td>
        <td>${comparator === 'LT' ? 'below' : 'above'} ${metricValue(metricKey, errorThreshold)}</td>
        <td>${gateBadge(status)}</td>
      </tr>`,
  );
  return dataTable('Conditions', ['Metric', 'Value', 'Fails if', 'Status'], rows);
}

const statuses = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
] as const;

const filterForm = (key: string, filter: ProjectFilter): Html =>
  markup`<form class="filters">
    <input type="hidden" name="id" value="${key}" />
    <label
      >Status
      <select name="status">
        ${statuses.map(([value, name]) => option(value, name, filter.status === value))}
      </select></label
    >
    <label
      >Severity
      <select name="severity">
        ${option('', 'Any', filter.severity === '')}${severities.toReversed().map((level) => option(level, level, filter.severity === level))}
      </select></label
    >
    <button>Filter</button>
  </form>`;

const option = (value: string, name: string, isSelected: boolean): Html =>
  isSelected
    ? markup`<option value="${value}" selected>${name}</option>`
    : markup`<option value="${value}">${name}</option>`;

function issueCard(project: string, issue: ShownIssue): Html {
  const path = issue.component.slice(project.length + 1);
  const line = issue.line === undefined ? '' : String(issue.line);
  return markup`<article>
    <h3>${issue.message}</h3>
    <p>
      <span class="severity ${issue.severity}">${issue.severity}</span>
      <a href="${codeLink(project, path)}${line === '' ? '' : `#L${line}`}">${path}${line === '' ? '' : `:${line}`}</a>
      <small>${issue.rule} · ${issue.status}${issue.resolution !== undefined && ` (${issue.resolution})`}</small>
    </p>
    <div class="actions">${issue.transitions.map((name) => transitionForm(project, issue.key, name))}</div>
  </article>`;
}

const codeLink = (project: string, path: string): string =>
  `/code?id=${encodeURIComponent(project)}&file=${encodeURIComponent(path)}`;

const transitionNames: Readonly<Record<string, string>> = {
  accept: 'Accept',
  confirm: 'Confirm',
  unconfirm: 'Unconfirm',
  reopen: 'Reopen',
  resolve: 'Resolve',
  falsepositive: 'False positive',
  wontfix: "Won't fix",
};

const transitionForm = (project: string, issue: string, transition: string): Html =>
  markup`<form method="post" action="/issues/transition">
    <input type="hidden" name="project" value="${project}" /><input
      type="hidden"
      name="issue"
      value="${issue}"
    /><button name="transition" value="${transition}">${transitionNames[transition] ?? transition}</button>
  </form>`;

export async function codeView(callApi: CallApi, project: string, path: string): Promise<Html> {
  const source = z.string().parse(await callApi('sources/raw', { key: `${project}:${path}` }));
  const { issues } = issueList.parse(
    await callApi('issues/search', {
      componentKeys: `${project}:${path}`,
      resolved: 'false',
      ps: '500',
      s: 'FILE_LINE',
    }),
  );
  const at = (line: number | undefined): Html[] =>
    issues
      .filter((issue) => issue.line === line)
      .map(
        ({ message, severity, rule }) =>
          markup`<p class="note"><span class="severity ${severity}">${severity}</span> ${message} <small>${rule}</small></p>`,
      );
  const lines = source.replace(/\n$/, '').split('\n');
  return markup`<p><a href="${projectLink(project)}">Back to the project</a> · ${counted(issues.length, 'open issue')}</p>
    ${at(undefined)}
    <ol class="code" tabindex="0" aria-label="Source">
      ${lines.map((text, index) => markup`<li id="L${index + 1}"><code>${text}</code>${at(index + 1)}</li>`)}
    </ol>`;
}

const webhookList = z.object({
  webhooks: z.array(z.object({ key: z.string(), name: z.string(), url: z.string() })),
});
const delivery = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  at: z.string(),
  success: z.boolean(),
  httpStatus: z.optional(z.number()),
  durationMs: z.optional(z.number()),
});
const deliveryList = z.object({ deliveries: z.array(delivery) });
const deliveryAnswer = z.object({
  delivery: z.extend(delivery, {
    componentKey: z.optional(z.string()),
    payload: z.optional(z.nullable(z.string())),
    errorStacktrace: z.optional(z.nullable(z.string())),
  }),
});

async function webhooksView(callApi: CallApi, key: string): Promise<Html> {
  const { webhooks } = webhookList.parse(await callApi('webhooks/list', { project: key }));
  const { deliveries } = deliveryList.parse(await callApi('webhooks/deliveries', { componentKey: key }));
  const table = dataTable('Deliveries', ['Webhook', 'Time', 'Result'], deliveries.map(deliveryRow));
  return markup`<h2>Webhooks</h2>
    ${webhooks.length === 0 && markup`<p>No webhook is called when this project changes.</p>`}
    <ul>
      ${webhooks.map(({ name, url }) => markup`<li>${name} <small>${url}</small></li>`)}
    </ul>
    <details>
      <summary>Create a webhook</summary>
      <form method="post" action="/webhooks/create">
        <input type="hidden" name="project" value="${key}" />
        <label>Webhook name <input name="name" required maxlength="100" /></label>
        <label>Address <input name="url" type="url" required maxlength="512" /></label>
        <label>Secret (16 to 200 characters; optional) <input name="secret" autocomplete="off" /></label>
        <button>Create webhook</button>
      </form>
    </details>
    <h3>Deliveries</h3>
    ${deliveries.length === 0 ? markup`<p>Nothing was delivered yet.</p>` : table}`;
}

const deliveryRow = (item: z.output<typeof delivery>): Html =>
  markup`<tr>
    <th scope="row">${item.name}</th>
    <td><a href="/webhooks/delivery?id=${encodeURIComponent(item.id)}">${shownDate(item.at)}</a></td>
    <td>${resultText(item)}</td>
  </tr>`;

const resultText = ({ success, httpStatus }: z.output<typeof delivery>): string =>
  `${success ? 'delivered' : 'failed'} (${httpStatus ?? 'no answer'})`;

export async function deliveryView(callApi: CallApi, id: string): Promise<Html> {
  const { delivery: item } = deliveryAnswer.parse(await callApi('webhooks/delivery', { deliveryId: id }));
  const project = item.componentKey;
  return markup`${project !== undefined && markup`<p><a href="${projectLink(project)}">Back to the project</a></p>`}
    <p>${item.name}, ${item.url}, ${shownDate(item.at)}: ${resultText(item)}</p>
    ${typeof item.errorStacktrace === 'string' && markup`<h2>Error</h2><pre tabindex="0">${item.errorStacktrace}</pre>`}
    <h2>Payload</h2>
    <pre tabindex="0" aria-label="Payload"><code>${indented(item.payload ?? '')}</code></pre>`;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    // A payload of an older platform may be cut off; it is shown as it is.
    return json;
  }
}
