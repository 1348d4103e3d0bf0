import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectionsFileSchema, emptyConnectionsFile } from '../../../../src/core/connections/store.ts';
import { emptySecretSyncFile, secretSyncFileSchema } from '../../../../src/core/connections/secretSync.ts';
import { Failure } from '../../../../src/core/failures.ts';
import { JournalStore } from '../../../../src/core/gate/journal/journalStore.ts';
import { updateState } from '../../../../src/node/credentials/cliState.ts';
import { withdrawPolicyConsent } from '../../../../src/node/credentials/changePolicyConsents.ts';
import { encryptedFile } from '../../../../src/node/credentials/encryptedFile.ts';
import { openGateFiles } from '../../../../src/node/files/gateFiles.ts';
import { serviceHome } from '../../../../src/node/files/serviceHome.ts';
import { JsonFile } from '../../../../src/node/files/storedJson.ts';
import { updateConfig } from '../../../../src/node/network/configFile.ts';
import { systemClock } from '../../../../src/node/process/clock.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

/** A document as a later version may write it: in a new format, with a content that this version does not know. */
const newer = '{"version":2,"settled":{"by":"a later version"}}\n';
const log = new CollectingLog();

/** The documents that this product keeps, and a change of each. */
const documents: Readonly<
  Record<string, (folder: string) => { path: string; change: () => Promise<unknown> }>
> = {
  'the connections of the extension': (folder) => {
    const path = join(folder, 'connections.json');
    const file = new JsonFile({ path, schema: connectionsFileSchema, empty: emptyConnectionsFile, log });
    return { path, change: () => file.update((current) => ({ ...current, tombstones: [] })) };
  },
  'the requests for secrets between windows': (folder) => {
    const path = join(folder, 'secretExchange.json');
    const file = new JsonFile({ path, schema: secretSyncFileSchema, empty: emptySecretSyncFile, log });
    return { path, change: () => file.update((current) => ({ ...current, requests: [] })) };
  },
  'the state of service-cli': (folder) => {
    const { state: path } = serviceHome({ SERVICE_HOME: folder });
    return { path, change: () => updateState(path, (state) => ({ ...state })) };
  },
  'the consents to policies': (folder) => {
    const home = serviceHome({ SERVICE_HOME: folder });
    return { path: home.policyConsents, change: () => withdrawPolicyConsent(home, '/somewhere') };
  },
  'the settings of the network': (folder) => {
    const path = join(folder, 'config.json');
    return { path, change: () => updateConfig(path, undefined, (settings) => settings) };
  },
  'the encrypted secrets': (folder) => {
    const path = join(folder, 'secrets.json');
    const place = encryptedFile(path, 'passphrase', 'login');
    return { path, change: () => place.set({ origin: 'https://quality.example.com', token: 'squ_x' }) };
  },
};

describe('a document in the format of a newer version', () => {
  for (const [name, open] of Object.entries(documents))
    it(`is left as it is, and the failure says so: ${name}`, () =>
      withTempFolder(async (folder) => {
        const { path, change } = open(folder);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, newer);
        await assert.rejects(
          async () => change(),
          (error) => Failure.is(error, 'newerFormat') && error.message.includes(path),
        );
        assert.equal(readFileSync(path, 'utf8'), newer);
      }));

  it('is left as it is where it is the journal, which then continues in memory', () =>
    withTempFolder(async (folder) => {
      const path = join(folder, 'journal.1.json');
      writeFileSync(path, newer);
      const files = openGateFiles(folder, log);
      const store = new JournalStore({ file: files.journal, clock: systemClock, log, leads: () => false });
      try {
        await store.load();
        await store.update((journal) => ({ ...journal, sequence: journal.sequence + 1 }));
        assert.equal(store.storageFailure?.code, 'newerFormat');
        assert.equal(readFileSync(path, 'utf8'), newer);
      } finally {
        store.dispose();
        files.dispose();
      }
    }));
});
