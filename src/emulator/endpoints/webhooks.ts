import { newId, type Database } from '../store/database.ts';
import type { Dialect } from '../dialect.ts';
import type { Rights } from '../auth/rights.ts';
import { get, post } from '../http/endpoint.ts';
import { formatDate, type Json } from '../http/formats.ts';
import { authenticationRequired, badRequest, notFound } from '../errors.ts';
import { optional, pageNumber, pageSize, required, selector, pagingJson } from '../http/parameters.ts';
import type { ServerContext } from '../serverContext.ts';
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
import { maskUserInfo, parseTargetUrl, refusalOfHost } from '../webhooks/deliver.ts';
import { requireOrganization, requireProject } from './lookups.ts';

const maxWebhooks = 10;

function requireAdmin(rights: Rights, project: Project | undefined): void {
  rights.require(project ? rights.has('admin', project) : rights.hasGlobal('admin'));
}

function checkUrl({ allowsPrivateTargets }: ServerContext, url: string): void {
  const target = parseTargetUrl(url);
  if (!target) throw badRequest(`Url parameter with value '${url}' is not a valid url`);
  const refusal = allowsPrivateTargets ? undefined : refusalOfHost(target);
  if (refusal !== undefined) throw badRequest(refusal);
}

function checkLimit(db: Database, project: Project | undefined, organization: string | undefined): void {
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
function secretJson(dialect: Dialect, secret: string | null): Record<string, Json> {
  return dialect.keepsSecrets ? { hasSecret: secret !== null } : { secret };
}

/** Returns a webhook. Its existence is checked before the caller's rights. */
function requireWebhook(db: Database, rights: Rights, id: string): Webhook {
  if (!rights.user) throw authenticationRequired();
  const webhook = webhookById(db, id);
  if (!webhook) throw notFound(`No webhook with key '${id}'`);
  requireAdmin(rights, webhook.projectId === null ? undefined : projectById(db, webhook.projectId));
  return webhook;
}

function deliveryJson(db: Database, delivery: Delivery): Record<string, Json> {
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
  post(
    'webhooks/create',
    {
      name: required({ max: 100 }),
      url: required({ max: 512 }),
      project: optional({ max: 400 }),
      secret: optional({ min: ({ minimumSecret }) => minimumSecret, max: 200 }),
      organization: selector,
    },
    ({ server, rights, values: { name, url, project: key, secret, organization: wanted } }) => {
      if (!rights.user) throw authenticationRequired();
      const organization = requireOrganization(server, wanted);
      const project = key ? requireProject(server.db, key) : undefined;
      requireAdmin(rights, project);
      checkUrl(server, url);
      checkLimit(server.db, project, organization);
      const webhook: Webhook = {
        id: newId(),
        projectId: project?.id ?? null,
        organization: organization ?? null,
        name,
        url,
        secret: secret ?? null,
        createdAt: server.now(),
      };
      addWebhook(server.db, webhook);
      return { webhook: { key: webhook.id, name, url, ...secretJson(server.dialect, webhook.secret) } };
    },
  ),
  post(
    'webhooks/update',
    {
      webhook: required({ max: 40 }),
      name: required({ max: 100 }),
      url: required({ max: 512 }),
      secret: optional(secretLengths),
    },
    ({ server, rights, values: { webhook: id, name, url, secret } }) => {
      const { dialect, db } = server;
      if (!rights.user) throw authenticationRequired();
      if (!dialect.keepsSecrets && secret === '')
        throw badRequest(
          `'secret' length (0) is shorter than the minimum authorized (${dialect.minimumSecret})`,
        );
      checkUrl(server, url);
      const webhook = requireWebhook(db, rights, id);
      if (secret && secret.length < dialect.minimumSecret)
        throw badRequest(`Secret length must between ${dialect.minimumSecret} and 200 characters`);
      const kept = dialect.keepsSecrets ? webhook.secret : null;
      const changed = secret === '' ? null : (secret ?? kept);
      changeWebhook(db, { id, name, url, secret: changed });
    },
  ),
  post('webhooks/delete', { webhook: required({ max: 40 }) }, ({ server, rights, values }) => {
    removeWebhook(server.db, requireWebhook(server.db, rights, values.webhook).id);
  }),
  get('webhooks/list', { project: selector, organization: selector }, ({ server, rights, values }) => {
    const { db } = server;
    if (!rights.user) throw authenticationRequired();
    const organization = requireOrganization(server, values.organization);
    const project = values.project === undefined ? undefined : requireProject(db, values.project);
    requireAdmin(rights, project);
    const webhooks = project ? webhooksOfProject(db, project.id) : globalWebhooks(db, organization ?? null);
    purgeDeliveries(db, server.now());
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
          ...secretJson(server.dialect, secret),
        };
      }),
    };
  }),
  get(
    'webhooks/deliveries',
    {
      ceTaskId: selector,
      componentKey: selector,
      webhook: selector,
      p: pageNumber,
      ps: pageSize({ initial: 10 }),
    },
    ({ server, rights, values }) => {
      const { db } = server;
      if (!rights.user) throw authenticationRequired();
      const selected = selectorOf(db, values);
      purgeDeliveries(db, server.now());
      requireDeliveryAdmin(
        server,
        rights,
        selected[0] === 'projectId' ? [selected[1]] : deliveredProjects(db, selected),
      );
      const { total, items } = findDeliveries(db, selected, values);
      return {
        paging: pagingJson(values, total),
        deliveries: items.map((delivery) => deliveryJson(db, delivery)),
      };
    },
  ),
  get('webhooks/delivery', { deliveryId: required() }, ({ server, rights, values }) => {
    if (!rights.user) throw authenticationRequired();
    purgeDeliveries(server.db, server.now());
    const delivery = deliveryById(server.db, values.deliveryId);
    if (!delivery) throw notFound('Webhook delivery not found');
    requireDeliveryAdmin(server, rights, [delivery.projectId]);
    return {
      delivery: {
        ...deliveryJson(server.db, delivery),
        payload: delivery.payload,
        errorStacktrace: delivery.error,
      },
    };
  }),
];

function selectorOf(
  db: Database,
  {
    ceTaskId,
    componentKey,
    webhook,
  }: Readonly<Record<'ceTaskId' | 'componentKey' | 'webhook', string | undefined>>,
): DeliverySelector {
  const given = [ceTaskId, componentKey, webhook].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw badRequest("Either 'ceTaskId' or 'componentKey' or 'webhook' must be provided");
  if (componentKey !== undefined) return ['projectId', requireProject(db, componentKey).id];
  return webhook === undefined ? ['taskId', ceTaskId ?? ''] : ['webhookId', webhook];
}
