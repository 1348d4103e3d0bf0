/** Something of the public surface that users should no longer use. It works until the next major version. */
export interface Deprecation {
  /** A kind of `test/fixtures/public-surface.json`, such as `settings`. */
  readonly kind: string;
  readonly name: string;
  readonly since: string;
  readonly instead: string;
}

export const deprecations: readonly Deprecation[] = [
  {
    kind: 'settings',
    name: 'service.connectedMode.connections.server',
    since: '5.0.0',
    instead: 'Connections are in the view; the migration moves those of the settings.',
  },
  {
    kind: 'settings',
    name: 'service.connectedMode.connections.cloud',
    since: '5.0.0',
    instead: 'Connections are in the view; the migration moves those of the settings.',
  },
];
