import * as z from 'zod/mini';
import { counted } from '../../core/counted.ts';
import { markup, type Html } from '../../core/markup.ts';
import type { CallApi } from '../http/router.ts';
import { gateBadge, shownDate } from './layout.ts';

const projectList = z.object({
  paging: z.object({ total: z.number() }),
  components: z.array(z.object({ key: z.string(), name: z.string(), analysisDate: z.optional(z.string()) })),
});
const measureList = z.object({
  measures: z.array(z.object({ component: z.string(), metric: z.string(), value: z.optional(z.string()) })),
});

export const projectLink = (key: string): string => `/dashboard?id=${encodeURIComponent(key)}`;
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
