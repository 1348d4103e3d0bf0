import * as z from 'zod/mini';
import { placeholders, type Database, type Page, type PageRequest } from './database.ts';

const webhookRow = z.object({
  id: z.string(),
  /** `null` for a webhook of the whole platform, or of an organization on the cloud. */
  projectId: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  name: z.string(),
  /** Includes user and password, if the URL has them. */
  url: z.string(),
  secret: z.nullable(z.string()),
  createdAt: z.number(),
});
export type Webhook = Readonly<z.infer<typeof webhookRow>>;

export const webhookById = (db: Database, id: string): Webhook | undefined =>
  db.get(webhookRow, 'SELECT * FROM webhooks WHERE id = ?', id);

/** Returns the webhooks of a project by name. The global ones are not among them. */
export const webhooksOfProject = (db: Database, projectId: string): Webhook[] =>
  db.all(
    webhookRow,
    'SELECT * FROM webhooks WHERE projectId = ? ORDER BY name COLLATE NOCASE, createdAt',
    projectId,
  );

/** Returns the webhooks for all projects by name: of an organization in the cloud, or with null of the server. */
export const globalWebhooks = (db: Database, organization: string | null): Webhook[] =>
  db.all(
    webhookRow,
    `SELECT * FROM webhooks WHERE projectId IS NULL AND organization IS ? ORDER BY name COLLATE NOCASE, createdAt`,
    organization,
  );

export function addWebhook(db: Database, webhook: Webhook): void {
  db.insert('webhooks', { ...webhook });
}

export function changeWebhook(
  db: Database,
  { id, name, url, secret }: Pick<Webhook, 'id' | 'name' | 'url' | 'secret'>,
): void {
  db.run('UPDATE webhooks SET name = ?, url = ?, secret = ? WHERE id = ?', name, url, secret, id);
}

export function removeWebhook(db: Database, id: string): void {
  db.run('DELETE FROM webhooks WHERE id = ?', id);
}

/** The only attempt to deliver a payload; failed attempts are not repeated. */
const deliveryRow = z.object({
  id: z.string(),
  webhookId: z.string(),
  projectId: z.string(),
  taskId: z.nullable(z.string()),
  name: z.string(),
  /** URL with masked credentials. */
  url: z.string(),
  at: z.number(),
  success: z.number(),
  httpStatus: z.nullable(z.number()),
  durationMs: z.number(),
  payload: z.string(),
  error: z.nullable(z.string()),
});
export type Delivery = Readonly<z.infer<typeof deliveryRow>>;

const projectIdRow = z.object({ projectId: z.string() });

const deliveryLifeMs = 30 * 24 * 60 * 60 * 1000;

/** Stores a delivery, unless its webhook was removed meanwhile. */
export function addDelivery(db: Database, delivery: Delivery): void {
  db.transaction(() => {
    if (webhookById(db, delivery.webhookId)) db.insert('deliveries', { ...delivery });
    purgeDeliveries(db, delivery.at);
  });
}

/** Deletes deliveries older than their lifetime. Readers call it first, so that no older one is shown. */
export function purgeDeliveries(db: Database, now: number): void {
  db.run('DELETE FROM deliveries WHERE at < ?', now - deliveryLifeMs);
}

export const deliveryById = (db: Database, id: string): Delivery | undefined =>
  db.get(deliveryRow, 'SELECT * FROM deliveries WHERE id = ?', id);

/** A column of the deliveries, and its value. */
export type DeliverySelector = readonly ['webhookId' | 'projectId' | 'taskId', string];

export const findDeliveries = (
  db: Database,
  [column, value]: DeliverySelector,
  page: PageRequest,
): Page<Delivery> => {
  const from = `FROM deliveries WHERE ${column} = ?`;
  return db.page(deliveryRow, { columns: '*', from, order: 'at DESC, rowid DESC', values: [value] }, page);
};

export const deliveredProjects = (db: Database, [column, value]: DeliverySelector): string[] =>
  db
    .all(projectIdRow, `SELECT DISTINCT projectId FROM deliveries WHERE ${column} = ?`, value)
    .map(({ projectId }) => projectId);

export function latestDeliveries(db: Database, webhookIds: readonly string[]): Map<string, Delivery> {
  const rows = db.all(
    deliveryRow,
    `SELECT deliveries.* FROM deliveries WHERE webhookId IN (${placeholders(webhookIds)}) ORDER BY at, rowid`,
    ...webhookIds,
  );
  return new Map(rows.map((delivery) => [delivery.webhookId, delivery]));
}
