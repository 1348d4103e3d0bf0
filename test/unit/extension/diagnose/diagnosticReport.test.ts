import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import type { DiagnosticFacts } from '../../../../src/extension/diagnose/diagnosticFacts.ts';
import { diagnosticReport } from '../../../../src/extension/diagnose/diagnosticReport.ts';
import { qualityConnection as connection } from '../../../support/qualityConnection.ts';

const token = `squ_${'0f'.repeat(20)}`;

const facts: DiagnosticFacts = {
  environment: { Extension: '5.0.0' },
  connections: [
    {
      connection,
      address: 'https://quality.example/base',
      state: { state: 'unreachable', failure: new Failure('timeout', `GET api/x?token=${token}: too slow`) },
      checkMs: 12.6,
      poll: { failures: 2, failure: { code: 'timeout', since: 0 }, lastSuccess: 0 },
      checkedAt: 0,
      tokenExpires: '2027-01-01',
    },
  ],
  relay: { address: 'https://me:secret@relay.example', state: 'away', lastReceivedAt: undefined },
  folders: [
    {
      name: 'web',
      scheme: 'file',
      binding: { state: 'bound', level: 'folder', projectKey: 'shop', connection, refusedUserValue: false },
      gate: { status: 'ERROR', hidden: false },
      muted: true,
    },
    {
      name: 'docs',
      scheme: 'vscode-vfs',
      binding: { state: 'unbound', refusedUserValue: false },
      gate: undefined,
      muted: false,
    },
  ],
  journal: { outcomes: { 'with outcome toast': 3 }, storageFailure: undefined },
};

describe('diagnostic report', () =>
  it('lists connections, bindings, polls and changes, and no token, even where a message quotes one [P5]', () =>
    assert.equal(
      diagnosticReport(facts),
      `# Diagnostic report of Service for IDE

- Extension: 5.0.0

## Connections

- Quality (server, https://quality.example/base)
  - state: unreachable (timeout: GET api/x?token=***: too slow), checked in 13 ms
  - notifications: on
  - last answer: 1970-01-01T00:00:00.000Z, next poll: never
  - failing: timeout since 1970-01-01T00:00:00.000Z, 2 times
  - token expires: 2027-01-01

## Relay

- https://relay.example/
  - state: away
  - last push event: never

## Folders

- web (file)
  - binding: shop of Quality, in the folder settings
  - gate: ERROR
  - muted
- docs (vscode-vfs)
  - binding: unbound

## Journal

- changes with outcome toast: 3
- storage: works
`,
    )));
