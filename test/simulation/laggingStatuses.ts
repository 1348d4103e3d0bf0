import * as z from 'zod/mini';
import type { Http, HttpRequest, HttpResponse } from '../../src/core/http.ts';

const eventsAnswer = z.object({ events: z.array(z.object({ category: z.string(), project: z.string() })) });
const measuresAnswer = z.object({
  measures: z.array(z.looseObject({ value: z.string(), component: z.string() })),
});

/** Hides a change of a status from the poller until the platform shows a new event of that gate. */
export class LaggingStatuses implements Http {
  readonly #http: Http;
  readonly #statuses = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(http: Http) {
    this.#http = http;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const answer = await this.#http.send(request);
    const { pathname } = new URL(request.url);
    if (answer.status !== 200) return answer;
    if (pathname.endsWith('/search_events')) this.#noteEvents(answer.body);
    return pathname.endsWith('/measures/search') ? this.#lag(answer) : answer;
  }

  #noteEvents(body: string): void {
    for (const event of eventsAnswer.safeParse(tryJson(body)).data?.events ?? []) {
      const identity = JSON.stringify(event);
      if (event.category === 'QUALITY_GATE' && !this.#seen.has(identity)) this.#changed.add(event.project);
      this.#seen.add(identity);
    }
  }

  #lag(answer: HttpResponse): HttpResponse {
    const { data } = measuresAnswer.safeParse(tryJson(answer.body));
    if (!data) return answer;
    const measures = data.measures.map((measure) => {
      const { component, value } = measure;
      const known = this.#changed.has(component) ? undefined : this.#statuses.get(component);
      this.#changed.delete(component);
      this.#statuses.set(component, known ?? value);
      return { ...measure, value: known ?? value };
    });
    return { ...answer, body: JSON.stringify({ measures }) };
  }
}

/** Undefined for an answer that was cut off, which the product has to judge. */
function tryJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
