import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sonarBrand } from '../../src/core/brand.ts';
import { htmlSafeJson, type Json } from '../../src/emulator/http/formats.ts';
import { differences, intendedDifferences } from './differences.ts';
import { normalise, shapeOf } from './normalise.ts';
import { password } from './provision.ts';
import { recordedExchanges, recordedVersions, type RecordedExchange } from './recorded.ts';
import { advanceRecordedWorld, buildRecordedWorld, type Callers } from './recordedWorld.ts';
import { usePlatform } from './usePlatform.ts';

/** Answers whose requests are whole. The webhook calls are made again, one after the other, in webhooksApi.test.ts. */
const files = [
  'auth-and-status',
  'routing-errors',
  'post-on-get',
  'paging',
  'components',
  'measures',
  'quality-gates',
  'issues-rules-sources',
  'search-events',
  'users-tokens',
];

const clients = join(import.meta.dirname, '../../src/core/api');

/** Names of members, and texts, in the clients of the Web API. The embedded platform answers no member that none of them names. */
const namesInClients = new Set(
  readdirSync(clients).flatMap((file) => {
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      const name = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) ? node.name : node;
      if (ts.isIdentifier(name) && name !== node) names.push(name.text);
      else if (ts.isStringLiteral(name)) names.push(name.text);
      node.forEachChild(visit);
    };
    visit(ts.createSourceFile(file, readFileSync(join(clients, file), 'utf8'), ts.ScriptTarget.Latest));
    return names;
  }),
);

/** Whether a client of ours reads a member of an answer: by its name, or as an item of a list. */
const isRead = (file: string, key: string): boolean =>
  /^\d*$/u.test(key) || (namesInClients.has(key) && !readElsewhere[file]?.includes(key));

/** Names that clients read in other answers than those of a file of recordings, or only if a member beside them is missing. */
const readElsewhere: Readonly<Record<string, readonly string[]>> = {
  'auth-and-status': ['id'],
  'issues-rules-sources': ['actions', 'code', 'comments', 'components', 'languages', 'rules'],
  measures: ['metrics', 'periods'],
  'quality-gates': ['period', 'periods'],
  'users-tokens': ['id'],
};

/** The caller, if it was not the administrator with a user token. */
const callersByName: Readonly<Record<string, string>> = {
  'comp show priv': 'alice-user',
  'comp show stranger unk': 'alice-user',
  '5 private': 'alice-user',
  '5 unknown stranger': 'alice-user',
  'users/current': 'alice-user',
  'tokens/search': 'alice-user',
  'tokens other': 'alice-user',
  'revoked used': 'bad',
  'bearer bad': 'bad',
  '1a': 'bad',
  '1b': 'bad',
  '1c': 'bad',
  '3e anon': 'anon',
  'passcode hdr': 'anon',
  'health anon': 'anon',
  'status anon': 'anon',
  anonymous: 'anon',
  'bad token': 'bad',
  'gen by analysis token': 'admin-global',
  'gen by proj token': 'admin-proj',
  'gate + new issues': 'alice-user',
  'several projects': 'alice-user',
  'project token of another project': 'bob-proj',
  'project token, own project': 'admin-proj',
  'global token': 'admin-global',
};

const decodeToken = (basic: string | undefined): string =>
  Buffer.from((basic ?? '').replace('Basic ', ''), 'base64')
    .toString('utf8')
    .replace(/:$/u, '');

/** Returns the `Authorization` header of a request that was recorded as a special case. */
function specialAuthorization(name: string, callers: Callers): string | undefined {
  const alice = decodeToken(callers.get('alice-user'));
  const encode = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const headers: Readonly<Record<string, string>> = {
    'bearer user': `Bearer ${alice}`,
    'bearer bad': `Bearer squ_${'0'.repeat(40)}`,
    'bearer lower': `bearer ${alice}`,
    'bearer projtoken': `Bearer ${decodeToken(callers.get('admin-proj'))}`,
    'basic token as password': encode(`:${alice}`),
    'basic token nopw colonless': encode(alice),
    'basic garbage': 'Basic !!!',
    'auth garbage scheme': 'Digest x',
    'basic login pw': encode(`alice:${password}`),
    'basic wrong pw': encode('alice:wrong'),
    'token spaces': `Bearer ${alice} `,
    'token upper': encode(`${alice.toUpperCase()}:`),
    'token no prefix': encode(`${alice.slice(4)}:`),
  };
  return headers[name];
}

function requestOf(recorded: RecordedExchange): { method: string; path: string; query: string } | undefined {
  const { method, path, params, query, name } = recorded;
  const asked =
    typeof params === 'string'
      ? params
      : new URLSearchParams(
          Object.entries(params ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
        ).toString();
  if (method && path) return { method, path, query: asked };
  if (query !== undefined) return { method: 'GET', path: '/api/developers/search_events', query };
  return name.startsWith('users/current as ')
    ? { method: 'GET', path: '/api/users/current', query: '' }
    : undefined;
}

/** The recordings were made in another time; what was asked about it is asked about this one. */
function inThisTime(path: string, query: string): string {
  const moved = query.replaceAll('2026-11-21T00%3A00%3A00%2B0000', '2000-01-01T00%3A00%3A00%2B0000');
  return path.endsWith('search_history') ? moved.replace('2026-11-20', '2000-01-01') : moved;
}

for (const version of recordedVersions)
  describe(`embedded platform as ${version}: recorded answers`, () => {
    const { platform } = usePlatform({ serverVersion: version, brand: sonarBrand });
    let callers: Callers;

    before(async () => {
      callers = await buildRecordedWorld(platform.url, platform.token);
    });

    async function ask(recorded: RecordedExchange): Promise<Response> {
      const request = requestOf(recorded);
      assert.ok(request);
      const { method, path, query } = request;
      const { name } = recorded;
      const caller = callersByName[name] ?? /users\/current as (.*)/u.exec(name)?.[1] ?? 'admin-user';
      const authorization = specialAuthorization(name, callers) ?? callers.get(caller);
      const headers = {
        Accept: '*/*',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      };
      const hasBody = method === 'POST';
      return fetch(`${platform.url}${path}${hasBody ? '' : `?${inThisTime(path, query)}`}`, {
        method,
        headers,
        redirect: 'manual',
        ...(hasBody ? { body: new URLSearchParams(query) } : {}),
      });
    }

    for (const file of files)
      describe(file, () => {
        if (file === 'search-events') before(() => advanceRecordedWorld(platform.url, platform.token));

        for (const recorded of recordedExchanges(version, file)) {
          const difference = differences[`${file}/${recorded.name}`];
          if (requestOf(recorded) && difference?.compare !== 'nothing')
            it(`answers "${recorded.name}" ${difference ? 'in the same shape' : 'the same'}`, async () => {
              const response = await ask(recorded);
              const body = await response.text();
              assert.equal(response.status, recorded.status, body);
              if (recorded.contentType)
                assert.equal(response.headers.get('content-type'), recorded.contentType);
              assert.equal(response.headers.get('content-length'), recorded.contentLength ?? null);
              if (!recorded.body.startsWith('{')) {
                assert.equal(body, recorded.body);
                return;
              }
              const view = (text: string): unknown =>
                (difference ? shapeOf : normalise)(
                  JSON.parse(text, (key, value: unknown) => (isRead(file, key) ? value : undefined)),
                );
              assert.deepEqual(view(body), view(recorded.body));
              assert.equal(body, htmlSafeJson(JSON.parse(body) as Json), 'compact, HTML-safe JSON');
            });
        }
      });
  });

describe('the recordings', () => {
  it('are compact JSON with HTML-safe escapes, byte for byte as our writer makes it', () => {
    for (const version of recordedVersions)
      for (const { contentType, body } of files.flatMap((file) => recordedExchanges(version, file)))
        if (contentType?.startsWith('application/json') && body !== '')
          assert.equal(htmlSafeJson(JSON.parse(body) as Json), body);
  });

  it('are all replayed, except for the listed differences', () => {
    const names = new Set(
      recordedVersions.flatMap((version) =>
        files.flatMap((file) => recordedExchanges(version, file).map(({ name }) => `${file}/${name}`)),
      ),
    );
    for (const name of Object.keys(differences)) assert.ok(names.has(name), `${name} is no recording`);
  });

  it('leave intended differences to other tests', () => {
    const folder = import.meta.dirname;
    const tests = readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join();
    for (const { what, heldBy } of intendedDifferences) assert.ok(tests.includes(heldBy), what);
  });
});
