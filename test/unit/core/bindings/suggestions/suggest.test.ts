import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BindingHint, PlatformHint } from '../../../../../src/core/bindings/suggestions/collect.ts';
import {
  clearSuggestion,
  type FoundProject,
  missingConnections,
  rankSuggestions,
  textsFor,
} from '../../../../../src/core/bindings/suggestions/suggest.ts';
import type { Connection } from '../../../../../src/core/connections/connection.ts';
import { serverConnection } from '../../../../simulation/monitoredWindow.ts';
import { fieldOf } from '../../../../support/lists.ts';

const server = serverConnection('server', { serverUrl: 'https://example.org' });
const cloud: Connection = {
  kind: 'cloud',
  uuid: 'c',
  connectionId: 'cloud',
  organizationKey: 'acme',
  region: 'EU',
  receiveNotifications: true,
};
const both = [server, cloud];

const shared: BindingHint = {
  origin: 'sharedFile',
  kind: 'key',
  text: 'p',
  place: { serverUrl: 'https://example.org' },
};
const properties: BindingHint = { origin: 'propertiesFile', kind: 'key', text: 'q' };
const remote: BindingHint = { origin: 'gitRemote', kind: 'key', text: 'acme_shop' };
const folder: BindingHint = { origin: 'folderName', kind: 'name', text: 'My Shop' };
const found = (connection: Connection, key: string, name = key): FoundProject => ({
  connection,
  project: { key, name },
});

describe('textsFor', () => {
  it('asks only the platform that a hint names, and every platform for a hint that names none', () => {
    const hints = [shared, properties, folder];
    assert.deepEqual(textsFor(hints, server, 'key'), ['p', 'q']);
    assert.deepEqual(textsFor(hints, cloud, 'key'), ['q']);
    for (const connection of both) assert.deepEqual(textsFor(hints, connection, 'name'), ['My Shop']);
  });

  it('asks only the connection of the address, or of the organization and region, that a hint names', () => {
    const asked = (place: PlatformHint) =>
      both.filter((connection) => textsFor([{ ...shared, place }], connection, 'key').length > 0);
    assert.deepEqual(asked({ serverUrl: 'https://evil.example' }), []);
    assert.deepEqual(asked({ organizationKey: 'acme' }), [cloud]);
    assert.deepEqual(asked({ organizationKey: 'acme', region: 'EU' }), [cloud]);
    assert.deepEqual(asked({ organizationKey: 'acme', region: 'US' }), []);
    assert.deepEqual(asked({ organizationKey: 'other' }), []);
  });
});

describe('rankSuggestions', () => {
  it('prefers what the author has written to what we guess', () => {
    const projects = [
      found(cloud, 'x', 'my-shop'),
      found(cloud, 'acme_shop'),
      found(cloud, 'q'),
      found(server, 'p'),
    ];
    const ranked = rankSuggestions([folder, remote, properties, shared], projects);
    assert.deepEqual(
      ranked.map(({ project, hint, match }) => `${project.key} ${hint.origin} ${match}`),
      ['p sharedFile named', 'q propertiesFile named', 'acme_shop gitRemote named', 'x folderName equal'],
    );
  });

  it('suggests each project once, for its best reason', () => {
    const name: BindingHint = { origin: 'packageName', kind: 'name', text: 'q' };
    for (const hints of [
      [folder, name, properties],
      [properties, name, folder],
    ]) {
      const ranked = rankSuggestions(hints, [found(server, 'q', 'My Shop'), found(server, 'q')]);
      assert.deepEqual(fieldOf(ranked, 'hint'), [properties]);
    }
  });

  it('takes a name for the end of a key, but not for a piece of one', () => {
    const hint: BindingHint = { origin: 'folderName', kind: 'name', text: 'shop' };
    const projects = ['org.acme:shop', 'acme_shop', 'workshop', 'shop-front'].map((key) =>
      found(server, key),
    );
    assert.deepEqual(
      rankSuggestions([hint], projects).map(({ project, match }) => `${project.key} ${match}`),
      ['acme_shop similar', 'org.acme:shop similar'],
    );
  });

  it('does not mistake a key for a name, nor a project of another platform for the named one', () => {
    assert.deepEqual(rankSuggestions([properties], [found(server, 'x', 'q')]), []);
    assert.deepEqual(rankSuggestions([shared], [found(cloud, 'p')]), []);
  });

  it('matches nothing with a name of punctuation', () =>
    assert.deepEqual(rankSuggestions([{ ...folder, text: '--' }], [found(server, 'a:-', '..')]), []));

  it('gives the same order whichever answer came first', () => {
    const projects = [
      found(server, 'a_shop'),
      found(cloud, 'a_shop'),
      found(server, 'b_shop'),
      found(server, 'shop'),
    ];
    const hints = [folder, { ...folder, text: 'shop' }, remote];
    const expected = rankSuggestions(hints, projects);
    fc.assert(
      fc.property(fc.shuffledSubarray(projects, { minLength: projects.length }), (shuffled) =>
        assert.deepEqual(rankSuggestions(hints, shuffled), expected),
      ),
    );
  });
});

describe('missingConnections', () => {
  it('names each place that no connection leads to', () => {
    const elsewhere: BindingHint = { ...shared, place: { organizationKey: 'other' } };
    assert.deepEqual(missingConnections([shared, folder, elsewhere, elsewhere], both), [
      { place: { organizationKey: 'other' }, hint: elsewhere },
    ]);
  });

  it('gives the first hint of each place', () => {
    const place = { organizationKey: 'other' };
    const hints = [shared, properties].map((hint) => ({ ...hint, place }));
    assert.deepEqual(missingConnections(hints, both), [{ place, hint: hints[0] }]);
  });
});

describe('clearSuggestion', () => {
  const of = (hints: readonly BindingHint[], projects: readonly FoundProject[]) =>
    clearSuggestion(rankSuggestions(hints, projects))?.project.key;

  it('is the best suggestion, unless its hint is only similar to the key', () => {
    assert.equal(of([shared, folder], [found(server, 'p'), found(server, 'x', 'My Shop')]), 'p');
    assert.equal(of([folder], [found(server, 'team:my-shop', 'Other')]), undefined);
    assert.equal(of([folder], []), undefined);
  });

  it('is the project whose key is the hint, even if the name of another one is equal to it', () => {
    const name = { ...folder, text: 'shop' };
    assert.equal(of([name], [found(server, 'shop'), found(server, 'x', 'Shop')]), 'shop');
  });

  it('is the project of the more reliable of two hints', () => {
    const packageName: BindingHint = { ...folder, origin: 'packageName', text: 'cart' };
    assert.equal(of([folder, packageName], [found(server, 'x', 'My Shop'), found(server, 'y', 'cart')]), 'y');
  });

  it('is not made if two projects match equally well', () =>
    assert.equal(of([folder], [found(server, 'x', 'My Shop'), found(cloud, 'y', 'my-shop')]), undefined));
});
