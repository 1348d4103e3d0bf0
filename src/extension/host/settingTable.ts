import * as z from 'zod/mini';

const address = z.url({ protocol: /^https?$/ });
const hosts = z.object({ web: address, api: address });

/** The schema of a setting. A value that does not parse is replaced by `fallback` and logged. */
export interface Setting<T> {
  readonly schema: z.ZodMiniType<T>;
  /** The default of package.json. */
  readonly fallback: T;
}

const setting = <T>(schema: z.ZodMiniType<T>, fallback: T): Setting<T> => ({ schema, fallback });

/** Settings that are read as one value; the manifest test compares them with package.json. */
export const settings = {
  'service.notifications.pollInterval': setting(z.number(), 60),
  'service.notifications.unfocusedPollInterval': setting(z.nullable(z.number()), null),
  'service.notifications.branches': setting(z.enum(['checkedOut', 'main', 'all']), 'checkedOut'),
  'service.notifications.newIssues': setting(z.boolean(), true),
  'service.notifications.when': setting(z.enum(['all', 'failures']), 'all'),
  /** Read with `readUser` only. */
  'service.notifications.command': setting(z.array(z.string()), []),
  'service.connectedMode.openInIde': setting(z.boolean(), true),
  'service.connectedMode.suggestBindings': setting(z.boolean(), true),
  'service.notifications.relay': setting(z.union([z.literal(''), address]), ''),
  'service.issues.scope': setting(z.enum(['newCode', 'all', 'off']), 'newCode'),
  'service.secrets.diagnostics': setting(z.boolean(), true),
  'service.hiddenText.diagnostics': setting(z.boolean(), true),
  'service.connectedMode.cloudHosts': setting(z.object({ EU: z.optional(hosts), US: z.optional(hosts) }), {}),
};

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.output<(typeof settings)[K]['schema']>;

/** Settings that are read level by level, because the level of a value matters. */
export const levelledSettings = {
  project: 'service.connectedMode.project',
  subfolders: 'service.connectedMode.subfolders',
  legacyServer: 'service.connectedMode.connections.server',
  legacyCloud: 'service.connectedMode.connections.cloud',
} as const;

/** The shortest polling interval, in seconds, that a platform can be expected to bear. */
export const shortestPollInterval = 10;
