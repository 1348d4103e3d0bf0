import assert from 'node:assert/strict';
import { searchIssues } from '../../../../src/core/api/issues.ts';
import { withAnswers } from '../../../support/platformStub.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('searchIssues', () =>
  it('keeps an issue without its range where no text can have that range', async () => {
    const range = { startLine: 1, endLine: 1, startOffset: 0, endOffset: 4 };
    const ranges = [
      range,
      { ...range, startOffset: -5 },
      { ...range, endOffset: -1 },
      { ...range, startLine: 0 },
      { ...range, endLine: 1.5 },
      { ...range, startOffset: 1e300 },
      'none',
    ];
    const issues = ranges.map((textRange, n) => ({
      key: `i${n}`,
      component: 'shop:a.ts',
      project: 'shop',
      rule: 'r',
      status: 'OPEN',
      textRange,
      flows: [{ locations: [{ textRange, msg: 'here' }] }],
    }));
    const answer = { issues, paging: { pageIndex: 1, pageSize: 100, total: issues.length } };
    await withAnswers({ 'api/issues/search': answer }, 't', async ({ api }) => {
      const { items } = await searchIssues(api, { project: 'shop' });
      assert.deepEqual(fieldOf(items, 'textRange'), [range, ...ranges.slice(1).map(() => undefined)]);
      assert.deepEqual(
        items.map(({ flows }) => flows?.[0]?.locations[0]?.textRange),
        [range, ...ranges.slice(1).map(() => undefined)],
      );
    });
  }));
