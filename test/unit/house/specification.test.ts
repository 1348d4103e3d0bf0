import assert from 'node:assert/strict';
import { isInDefault } from '../../../scripts/testParts.ts';
import { filesById } from '../../support/testTitles.ts';
import { notOurs, specification } from './specification.data.ts';

/** Run by `npm test -- --all` alone, because they install packages or need a server of another maker. */
const neverDefault = /^test\/(?:install|real|conformance)\//;

describe('the table of the specification', () => {
  it('has an id for each row, which the title of a test in the default run contains', () => {
    const tests = filesById();
    for (const [id, row] of Object.values(specification).flatMap((rows) => Object.entries(rows)))
      assert.ok(
        [...(tests.get(id) ?? [])].some((file) => isInDefault(file) && !neverDefault.test(file)),
        `No title of a test contains [${id}]: ${row}`,
      );
  });

  it('gives a reason for each row that it leaves out', () => {
    for (const [row, reason] of Object.entries(notOurs)) assert.notEqual(reason, '', row);
  });
});
