import * as z from 'zod/mini';
import { markup, type Html } from '../../core/markup.ts';
import type { CallApi } from './callApi.ts';
import { dataTable, shownDate } from './layout.ts';
import { projectLink } from './projectList.ts';

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

export async function webhooksView(callApi: CallApi, key: string): Promise<Html> {
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
