import type { ProcessedTask } from '../analysis/engine.ts';
import { passedProperties } from '../report.ts';
import type { ChangedGate } from '../gate/live.ts';
import type { ServerContext } from '../serverContext.ts';
import {
  latestAnalysis,
  propertiesOf,
  type ConditionResult,
  type GateResult,
} from '../store/analyses/analyses.ts';
import { newId } from '../store/database.ts';
import { gateOf, type Branch, type Project } from '../store/projects.ts';
import { addDelivery, globalWebhooks, webhooksOfProject, type Webhook } from '../store/webhooks.ts';
import { deliver, maskUserInfo } from './deliver.ts';
import {
  formatDate,
  htmlSafeJson,
  dashboardLink,
  urlEncode,
  type Json,
  type LinkedBranch,
} from '../http/formats.ts';

type SenderContext = Pick<
  ServerContext,
  'db' | 'brand' | 'dialect' | 'url' | 'allowsPrivateTargets' | 'now' | 'onError'
>;

export interface SenderOptions {
  readonly timeoutMs?: number | undefined;
  readonly ca?: string | undefined;
}

/**
 * Sends webhooks on both events: every readable analysis, and every gate whose status users changed by changing
 * issues. All targets are called at once and independently. Each attempt is recorded; failed attempts are not
 * repeated.
 */
export class WebhookSender {
  readonly #server: SenderContext;
  readonly #options: SenderOptions;
  readonly #underWay = new Set<Promise<void>>();

  constructor(server: SenderContext, options: SenderOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Resolves when every target has answered or failed. */
  analyzed({ taskId, project, branch, report, applied }: ProcessedTask): Promise<void> {
    return this.#send(project, branch, {
      taskId,
      status: applied ? 'SUCCESS' : 'FAILED',
      // A failed task has a date too: the date in the report.
      analysedAt: report.date,
      revision: report.revision,
      changedAt: report.date,
      result: applied?.after,
      properties: passedProperties(this.#server.brand, report),
    });
  }

  /** Starts the deliveries and returns without waiting for the targets. */
  gateChanged({ project, branch, after }: ChangedGate): void {
    const { db, now } = this.#server;
    const analysis = latestAnalysis(db, branch.id);
    void this.#send(project, branch, {
      status: 'SUCCESS',
      analysedAt: analysis?.date,
      revision: analysis?.revision ?? undefined,
      changedAt: now(),
      result: after,
      properties: analysis ? propertiesOf(analysis) : {},
    });
  }

  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #send(project: Project, branch: Branch, facts: GateFacts): Promise<void> {
    const { db, url, dialect } = this.#server;
    const { taskId, result } = facts;
    const webhooks = [...webhooksOfProject(db, project.id), ...globalWebhooks(db, project.organization)];
    if (webhooks.length === 0) return;
    const payload = payloadText({
      ...facts,
      serverUrl: url,
      project,
      branch: { ...branch, type: dialect.isCloud && branch.kind === 'BRANCH' ? 'LONG' : branch.kind },
      gate: result && { name: gateOf(db, project).name, result },
    });
    const sending = Promise.all(
      webhooks.map((webhook) => this.#deliver(webhook, project, taskId ?? null, payload)),
    ).then(() => undefined);
    this.#underWay.add(sending);
    await sending.catch(this.#server.onError).finally(() => this.#underWay.delete(sending));
  }

  async #deliver(webhook: Webhook, project: Project, taskId: string | null, payload: string): Promise<void> {
    const { db, now, brand, dialect, allowsPrivateTargets } = this.#server;
    const at = now();
    const started = performance.now();
    const { success, httpStatus, error } = await deliver({
      url: webhook.url,
      secret: webhook.secret,
      projectKey: project.key,
      payload,
      brand,
      version: dialect.version,
      timeoutMs: this.#options.timeoutMs ?? 10_000,
      allowsPrivate: allowsPrivateTargets,
      ca: this.#options.ca,
    });
    addDelivery(db, {
      id: newId(),
      webhookId: webhook.id,
      projectId: project.id,
      taskId,
      name: webhook.name,
      url: maskUserInfo(webhook.url),
      at,
      success: success ? 1 : 0,
      httpStatus: httpStatus ?? null,
      durationMs: Math.round(performance.now() - started),
      payload,
      error: error ?? null,
    });
  }
}

/** The facts of an event that its payload contains. Times in milliseconds. */
interface GateFacts {
  /** Absent when an issue was changed. */
  readonly taskId?: string | undefined;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly analysedAt?: number | undefined;
  readonly revision?: string | undefined;
  readonly changedAt: number;
  readonly result?: GateResult | undefined;
  readonly properties: Readonly<Record<string, string>>;
}

interface PayloadFacts extends Omit<GateFacts, 'result'> {
  readonly serverUrl: string;
  readonly project: { readonly key: string; readonly name: string };
  readonly branch: LinkedBranch & { readonly type: string };
  readonly gate?: { readonly name: string; readonly result: GateResult } | undefined;
}

const operators = { GT: 'GREATER_THAN', LT: 'LESS_THAN' } as const;

/** Returns the text that is signed and sent, with keys in the order of the real platform. */
export function payloadText(facts: PayloadFacts): string {
  const { serverUrl, taskId, project, branch, gate, analysedAt } = facts;
  return htmlSafeJson({
    serverUrl,
    taskId,
    status: facts.status,
    analysedAt: analysedAt === undefined ? undefined : formatDate(analysedAt),
    revision: facts.revision,
    changedAt: formatDate(facts.changedAt),
    project: {
      key: project.key,
      name: project.name,
      url: `${serverUrl}/dashboard?id=${urlEncode(project.key)}`,
    },
    branch: {
      name: branch.name,
      type: branch.type,
      isMain: branch.isMain === 1,
      url: dashboardLink(serverUrl, project.key, branch),
    },
    qualityGate: gate && {
      name: gate.name,
      status: gate.result.level,
      conditions: gate.result.conditions.map((condition) => conditionJson(condition, taskId !== undefined)),
    },
    properties: facts.properties,
  });
}

/** A condition without value has the status NO_VALUE after an analysis, but passes after an issue change. */
function conditionJson({ metric, op, error, actual, level }: ConditionResult, isAnalysis: boolean): Json {
  return {
    metric,
    operator: operators[op],
    value: actual,
    status: actual === undefined && isAnalysis ? 'NO_VALUE' : level,
    errorThreshold: error,
  };
}
