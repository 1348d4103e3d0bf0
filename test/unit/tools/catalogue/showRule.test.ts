import assert from 'node:assert/strict';
import { startServer } from '../../../support/httpServer.ts';
import { goodToken } from '../../../support/platformAnswers.ts';
import { callerWith } from '../../../support/toolCaller.ts';

interface Section {
  readonly key: string;
  readonly content: string;
  readonly context?: { readonly displayName?: string };
}

/** The description that show_rule makes of these sections. */
async function described(descriptionSections: readonly Section[]): Promise<unknown> {
  const rule = { key: 'python:S1', name: 'Rule', descriptionSections };
  await using server = await startServer((_, response) => response.end(JSON.stringify({ rule })));
  const client = callerWith({ SERVICE_URL: server.url, SERVICE_TOKEN: goodToken });
  return (await client.data('show_rule', { key: rule.key })).description;
}

describe('show_rule', () => {
  it('gives sections the titles of the platform’s own page instead of their keys', async () => {
    assert.equal(
      await described([
        { key: 'introduction', content: '<p>In short.</p>' },
        { key: 'root_cause', content: '<p>It breaks.</p>' },
        { key: 'assess_the_problem', content: '<p>Look.</p>' },
        { key: 'how_to_fix', content: '<p>Use x.</p>', context: { displayName: 'Django' } },
        { key: 'resources', content: '<p>A page.</p>' },
      ]),
      [
        'In short.',
        'Why is this an issue?\nIt breaks.',
        'Assess the risk\nLook.',
        'How can I fix it? (Django)\nUse x.',
        'More info\nA page.',
      ].join('\n\n'),
    );
  });

  for (const key of ['default', 'introduction', 'some_later_section', 'constructor'])
    it(`begins with the text of the section ${key} and not with its key`, async () => {
      assert.equal(await described([{ key, content: '<p>Do not.</p>' }]), 'Do not.');
    });

  it('writes no title twice', async () => {
    const content = '<h2>Why is this an issue?</h2><p>It breaks.</p>';
    assert.equal(await described([{ key: 'root_cause', content }]), 'Why is this an issue?\nIt breaks.');
  });
});
