import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../scripts/filesBelow.ts';
import type { Provisioner } from '../contract/provision.ts';
import { assertNone } from '../support/lists.ts';

/** The answer of `api/webservices/list`: the Web API of a server, without v2. */
interface WebApi {
  readonly webServices: readonly {
    readonly path: string;
    readonly actions: readonly { readonly key: string; readonly deprecatedSince?: string }[];
  }[];
}

const src = join(import.meta.dirname, '../../src');

/** Returns the endpoints that the product calls, without those of v2, as the source names them. */
function calledEndpoints(): readonly string[] {
  const files = filesBelow(src, '.ts', 'core', 'node', 'extension', 'cli', 'tools');
  const endpoint = /['"`](api\/(?!v2\/)[a-z_]+\/[a-z_]+)/g;
  const called = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(endpoint)].map(([, path = '']) => path),
  );
  return [...new Set(called)].toSorted();
}

/** Endpoints of the cloud, of editions with a licence, and of the embedded platform. */
const elsewhere: ReadonlySet<string> = new Set([
  'api/organizations/search',
  'api/project_pull_requests/list',
  'api/views/search',
  'api/webhooks/redeliver',
]);

/** Prints the endpoints of the product that a real server has deprecated: a later version will remove them. */
export function deprecatedEndpoints(admin: () => Provisioner): void {
  it('documents the endpoints that the product calls, and since when they are deprecated', async () => {
    const { webServices } = await admin().get<WebApi>('webservices/list', { include_internals: 'true' });
    const since = new Map(
      webServices.flatMap(({ path, actions }) =>
        actions.map(({ key, deprecatedSince }) => [`${path}/${key}`, deprecatedSince]),
      ),
    );
    const called = calledEndpoints();
    const deprecated = called.filter((path) => since.get(path) !== undefined);
    console.log(
      `      ${called.length} endpoints are called; deprecated on this server: ${deprecated.length}`,
    );
    for (const path of deprecated) console.log(`      ${path}: since ${since.get(path)}`);
    assertNone(called, (path) => !since.has(path) && !elsewhere.has(path));
  });
}
