import type { Rights } from '../auth/rights.ts';
import { endpoint } from '../http/endpoint.ts';
import { formatDate } from '../http/dates.ts';
import { authenticationRequired, badRequest, notFound } from '../http/errors.ts';
import type { Json } from '../http/json.ts';
import { optional, pageNumber, pageSize, required, selector } from '../http/parameters.ts';
import { offsetOf, pagingJson } from '../http/paging.ts';
import type { ServerContext } from '../emulator.ts';
import { newId } from '../store/database.ts';
import { projectById, type Project } from '../store/projects.ts';
import {
  addWebhook,
  changeWebhook,
  deliveredProjects,
  deliveryById,
  findDeliveries,
  globalWebhooks,
  latestDeliveries,
  purgeDeliveries,
  removeWebhook,
  webhookById,
  webhooksOfProject,
  type Delivery,
  type DeliverySelector,
  type Webhook,
} from '../store/webhooks.ts';
import { maskUserInfo, parseTarget, refusalOfHost } from '../webhooks/targetUrl.ts';
import { requireOrganization, requireProject } from './lookups.ts';

const maxWebhooks = 10;

function requireAdmin(rights: Rights, project: Project | undefined): void {
  rights.require(project ? rights.has('admin', project) : rights.hasGlobal('admin'));
}

function checkUrl({ allowsPrivateTargets }: ServerContext, url: string): void {
  const target = parseTarget(url);
  if (!target) throw badRequest(`Url parameter with value '${url}' is not a valid url`);
  const refusal = allowsPrivateTargets ? undefined : refusalOfHost(target);
  if (refusal !== undefined) throw badRequest(refusal);
}

function checkLimit(
  { db }: ServerContext,
  project: Project | undefined,
  organization: string | undefined,
): void {
  const count = (project ? webhooksOfProject(db, project.id) : globalWebhooks(db, organization ?? null))
    .length;
  if (count < maxWebhooks) return;
  if (project) throw badRequest(`Maximum number of webhook reached for project '${project.key}'`);
  throw badRequest(
    organization === undefined
      ? 'Maximum number of global webhooks reached'
      : `Maximum number of webhook reached for organization '${organization}'`,
  );
}

/** Returns the secret, or in newer versions only whether there is one. */
function secretJson({ dialect }: ServerContext, secret: string | null): Record<string, Json> {
  return dialect.secretsAreShown ? { secret } : { hasSecret: secret !== null };
}

/** Returns a webhook. Its existence is checked before the caller's rights. */
function requireWebhook({ db }: ServerContext, rights: Rights, id: string): Webhook {
  if (!rights.user) throw authenticationRequired();
  const webhook = webhookById(db, id);
  if (!webhook) throw notFound(`No webhook with key '${id}'`);
  requireAdmin(rights, webhook.projectId === null ? undefined : projectById(db, webhook.projectId));
  return webhook;
}

function deliveryJson({ db }: ServerContext, delivery: Delivery): Record<string, Json> {
  return {
    id: delivery.id,
    componentKey: projectById(db, delivery.projectId)?.key,
    ceTaskId: delivery.taskId,
    name: delivery.name,
    url: delivery.url,
    at: formatDate(delivery.at),
    success: delivery.success === 1,
    httpStatus: delivery.httpStatus,
    durationMs: delivery.durationMs,
  };
}

/** Refuses callers who do not administer every project of the deliveries. */
function requireDeliveryAdmin(
  { db, dialect }: ServerContext,
  rights: Rights,
  projectIds: readonly string[],
): void {
  const narrowed = rights.token?.kind === 'PROJECT_ANALYSIS_TOKEN' && dialect.narrowsProjectTokens;
  for (const id of projectIds) {
    const project = projectById(db, id);
    rights.require(project !== undefined && !narrowed && rights.ownerHas('admin', project));
  }
}

const secretLengths = { max: 200 };

export const webhookEndpoints = [
  endpoint({
    path: 'webhooks/create',
    method: 'POST',
    parameters: {
      name: required({ max: 100 }),
      url: required({ max: 512 }),
      project: optional({ max: 400 }),
      secret: optional({ min: ({ minimumSecret }) => minimumSecret, max: 200 }),
      organization: selector,
    },
    answer: ({ platform, rights, values: { name, url, project: key, secret, organization: wanted } }) => {
      if (!rights.user) throw authenticationRequired();
      const organization = requireOrganization(platform, wanted);
      const project = key ? requireProject(platform, key) : undefined;
      requireAdmin(rights, project);
      checkUrl(platform, url);
      checkLimit(platform, project, organization);
      const webhook: Webhook = {
        id: newId(),
        projectId: project?.id ?? null,
        organization: organization ?? null,
        name,
        url,
        secret: secret ?? null,
        createdAt: platform.now(),
      };
      addWebhook(platform.db, webhook);
      return { webhook: { key: webhook.id, name, url, ...secretJson(platform, webhook.secret) } };
    },
  }),
  endpoint({
    path: 'webhooks/update',
    method: 'POST',
    parameters: {
      webhook: required({ max: 40 }),
      name: required({ max: 100 }),
      url: required({ max: 512 }),
      secret: optional(secretLengths),
    },
    answer: ({ platform, rights, values: { webhook: id, name, url, secret } }) => {
      const { dialect, db } = platform;
      if (!rights.user) throw authenticationRequired();
      if (!dialect.updateKeepsSecret && secret === '')
        throw badRequest(
          `'secret' length (0) is shorter than the minimum authorized (${dialect.minimumSecret})`,
        );
      checkUrl(platform, url);
      const webhook = requireWebhook(platform, rights, id);
      if (secret && secret.length < dialect.minimumSecret)
        throw badRequest(`Secret length must between ${dialect.minimumSecret} and 200 characters`);
      const kept = dialect.updateKeepsSecret ? webhook.secret : null;
      const changed = secret === '' ? null : (secret ?? kept);
      changeWebhook(db, { id, name, url, secret: changed });
    },
  }),
  endpoint({
    path: 'webhooks/delete',
    method: 'POST',
    parameters: { webhook: required({ max: 40 }) },
    answer: ({ platform, rights, values }) => {
      removeWebhook(platform.db, requireWebhook(platform, rights, values.webhook).id);
    },
  }),
  endpoint({
    path: 'webhooks/list',
    method: 'GET',
    parameters: { project: selector, organization: selector },
    answer: ({ platform, rights, values }) => {
      const { db } = platform;
      if (!rights.user) throw authenticationRequired();
      const organization = requireOrganization(platform, values.organization);
      const project = values.project === undefined ? undefined : requireProject(platform, values.project);
      requireAdmin(rights, project);
      const webhooks = project ? webhooksOfProject(db, project.id) : globalWebhooks(db, organization ?? null);
      purgeDeliveries(db, platform.now());
      const latest = latestDeliveries(
        db,
        webhooks.map(({ id }) => id),
      );
      return {
        webhooks: webhooks.map(({ id, name, url, secret }) => {
          const delivery = latest.get(id);
          return {
            key: id,
            name,
            url: maskUserInfo(url),
            latestDelivery: delivery && {
              id: delivery.id,
              at: formatDate(delivery.at),
              success: delivery.success === 1,
              httpStatus: delivery.httpStatus,
              durationMs: delivery.durationMs,
            },
            ...secretJson(platform, secret),
          };
        }),
      };
    },
  }),
  endpoint({
    path: 'webhooks/deliveries',
    method: 'GET',
    parameters: {
      ceTaskId: selector,
      componentKey: selector,
      webhook: selector,
      p: pageNumber,
      ps: pageSize({ initial: 10 }),
    },
    answer: ({ platform, rights, values }) => {
      const { db, dialect } = platform;
      if (!rights.user) throw authenticationRequired();
      const selected = selectorOf(platform, values);
      if (values.ps < 1 && !dialect.emptyDeliveryPage) throw badRequest('page size must be >= 1');
      purgeDeliveries(db, platform.now());
      requireDeliveryAdmin(
        platform,
        rights,
        'projectId' in selected ? [selected.projectId] : deliveredProjects(db, selected),
      );
      const { total, deliveries } = findDeliveries(db, selected, {
        limit: Math.max(values.ps, 0),
        offset: offsetOf(values),
      });
      return {
        paging: pagingJson(values, total),
        deliveries: deliveries.map((delivery) => deliveryJson(platform, delivery)),
      };
    },
  }),
  endpoint({
    path: 'webhooks/delivery',
    method: 'GET',
    parameters: { deliveryId: required() },
    answer: ({ platform, rights, values }) => {
      if (!rights.user) throw authenticationRequired();
      purgeDeliveries(platform.db, platform.now());
      const delivery = deliveryById(platform.db, values.deliveryId);
      if (!delivery) throw notFound('Webhook delivery not found');
      requireDeliveryAdmin(platform, rights, [delivery.projectId]);
      return {
        delivery: {
          ...deliveryJson(platform, delivery),
          payload: delivery.payload,
          errorStacktrace: delivery.error,
        },
      };
    },
  }),
];

function selectorOf(
  platform: ServerContext,
  {
    ceTaskId,
    componentKey,
    webhook,
  }: Readonly<Record<'ceTaskId' | 'componentKey' | 'webhook', string | undefined>>,
): DeliverySelector {
  const given = [ceTaskId, componentKey, webhook].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw badRequest("Either 'ceTaskId' or 'componentKey' or 'webhook' must be provided");
  if (componentKey !== undefined) return { projectId: requireProject(platform, componentKey).id };
  return webhook === undefined ? { taskId: ceTaskId ?? '' } : { webhookId: webhook };
}
