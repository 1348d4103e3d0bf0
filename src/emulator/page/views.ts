import * as z from 'zod/mini';
import { counted } from '../../core/counted.ts';
import { markup, type Html } from '../../core/markup.ts';
import { gateBadge } from './layout.ts';

/** Calls an endpoint of the Web API with the rights of the user who views the page. */
export type CallApi = (path: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;

const projectList = z.object({
  paging: z.object({ total: z.number() }),
  components: z.array(z.object({ key: z.string(), name: z.string(), analysisDate: z.optional(z.string()) })),
});
const measureList = z.object({ measures: z.array(z.object({ component: z.string(), value: z.string() })) });

const projectLink = (key: string): string => `/dashboard?id=${encodeURIComponent(key)}`;
const shown = 100;

/**
 * Returns the list of projects, the first ones by their last analysis, with their quality gates.
 *
 * @param query Part of a name or a key; empty for all projects.
 */
export async function projectsView(callApi: CallApi, query: string): Promise<Html> {
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
          await callApi('measures/search', { projectKeys: keys, metricKeys: 'alert_status' }),
        );
  const levels = new Map(measures.map(({ component, value }) => [component, value]));
  return markup`<form role="search">
      <label>Search <input type="search" name="q" value="${query}" /></label>
    </form>
    <table>
      <caption>
        ${counted(paging.total, 'project')}${paging.total > shown && ` (showing the first ${shown})`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Quality gate</th>
          <th scope="col">Last analysis</th>
        </tr>
      </thead>
      <tbody>
        ${components.map(
          ({ key, name, analysisDate }) =>
            markup`<tr>
              <th scope="row"><a href="${projectLink(key)}">${name}</a></th>
              <td>${gateBadge(levels.get(key))}</td>
              <td>${analysisDate ?? 'never'}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

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
const deliveryList = z.object({
  deliveries: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      at: z.string(),
      success: z.boolean(),
      httpStatus: z.optional(z.number()),
    }),
  ),
});

/** Returns the page of a project: its gate, conditions and issues, and for an administrator its deliveries. */
export async function projectView(callApi: CallApi, key: string, isAdmin: boolean): Promise<Html> {
  const { projectStatus } = gate.parse(await callApi('qualitygates/project_status', { projectKey: key }));
  const { total, issues } = issueList.parse(
    await callApi('issues/search', { components: key, ps: String(shown), additionalFields: 'transitions' }),
  );
  return markup`<p>Quality gate: ${gateBadge(projectStatus.status)}</p>
    <h2>Conditions</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">Value</th>
          <th scope="col">Fails if</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${projectStatus.conditions.map(
          ({ metricKey, actualValue, comparator, errorThreshold, status }) =>
            markup`<tr>
              <th scope="row">${metricKey}</th>
              <td>${actualValue ?? 'no value'}</td>
              <td>${comparator === 'LT' ? 'below' : 'above'} ${errorThreshold}</td>
              <td>${gateBadge(status)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <h2>Issues</h2>
    <table>
      <caption>
        ${counted(total, 'issue')}${total > shown && ` (showing the first ${shown})`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col">Severity</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        ${issues.map(
          (issue) =>
            markup`<tr>
              <td>
                ${issue.message}<br /><small
                  >${issue.component}${issue.line !== undefined && `:${issue.line}`} - ${issue.rule}</small
                >
              </td>
              <td>${issue.severity}</td>
              <td>${issue.status}${issue.resolution !== undefined && ` (${issue.resolution})`}</td>
              <td>${issue.transitions.map((transition) => transitionForm(key, issue.key, transition))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${isAdmin && (await deliveriesView(callApi, key))}`;
}

const transitionForm = (project: string, issue: string, transition: string): Html =>
  markup`<form class="inline" method="post" action="/issues/transition">
    <input type="hidden" name="project" value="${project}" /><input
      type="hidden"
      name="issue"
      value="${issue}"
    /><button name="transition" value="${transition}">${transition}</button>
  </form> `;

async function deliveriesView(callApi: CallApi, key: string): Promise<Html> {
  const { deliveries } = deliveryList.parse(await callApi('webhooks/deliveries', { componentKey: key }));
  return markup`<h2>Webhook deliveries</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Webhook</th>
          <th scope="col">Time</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        ${deliveries.map(
          ({ name, url, at, success, httpStatus }) =>
            markup`<tr>
              <th scope="row">${name}<br /><small>${url}</small></th>
              <td>${at}</td>
              <td>${success ? 'delivered' : 'failed'} (${httpStatus ?? 'no answer'})</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

const tokenList = z.object({
  userTokens: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      createdAt: z.string(),
      lastConnectionDate: z.optional(z.string()),
      project: z.optional(z.object({ key: z.string() })),
    }),
  ),
});

/** Returns the list of tokens. `newToken` is a token that was just created; it is shown only this once. */
export async function tokensView(callApi: CallApi, newToken?: string): Promise<Html> {
  const { userTokens } = tokenList.parse(await callApi('user_tokens/search'));
  return markup`${
    newToken !== undefined &&
    markup`<p role="status">
        Copy the new token now. It is not shown again: <code class="token">${newToken}</code>
      </p>`
  }
    <form method="post">
      <h2>New token</h2>
      <label>Name <input name="name" required maxlength="100" /></label>
      <label
        >Type
        <select name="type">
          <option value="USER_TOKEN">User token</option>
          <option value="PROJECT_ANALYSIS_TOKEN">Project analysis token</option>
          <option value="GLOBAL_ANALYSIS_TOKEN">Global analysis token</option>
        </select></label
      >
      <label>Project key (for a project analysis token) <input name="projectKey" /></label>
      <button>Generate</button>
    </form>
    <h2>Tokens</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        ${userTokens.map(
          ({ name, type, createdAt, lastConnectionDate, project }) =>
            markup`<tr>
              <th scope="row">${name}</th>
              <td>${type}${project && ` (${project.key})`}</td>
              <td>${createdAt}</td>
              <td>${lastConnectionDate ?? 'never'}</td>
              <td>
                <form class="inline" method="post" action="/account/security/revoke">
                  <button name="name" value="${name}">Revoke</button>
                </form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/**
 * Returns the sign-in form.
 *
 * @param target Path that the user wanted to see.
 * @param isWrong Whether the last attempt failed.
 */
export const signInView = (target: string, isWrong: boolean): Html =>
  markup`${isWrong && markup`<p role="alert">The login or the password is wrong.</p>`}
    <form method="post" action="/login">
      <input type="hidden" name="target" value="${target}" />
      <label>Login <input name="login" required autocomplete="username" autofocus /></label>
      <label
        >Password <input name="password" type="password" required autocomplete="current-password"
      /></label>
      <button>Sign in</button>
    </form>`;

/**
 * Returns the form by which a user allows an editor to get a token. It is a form, because a mere link could be followed
 * for the user.
 *
 * @param port Port of the editor on the machine of the browser.
 */
export const handOverView = (ideName: string, port: string): Html =>
  markup`<p>
      ${ideName} requests a token with all your rights. Allow it only if you have just requested it there.
    </p>
    <form method="post">
      <input type="hidden" name="ideName" value="${ideName}" /><input
        type="hidden"
        name="port"
        value="${port}"
      /><button>Allow</button>
    </form>`;
