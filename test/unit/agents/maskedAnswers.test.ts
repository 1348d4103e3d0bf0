import assert from 'node:assert/strict';
import { protocolOf } from '../../../src/agents/protocols.ts';

const secret = 'geheim';

/** Returns what an agent's answer puts in the place of an output; undefined when the output has to be withheld. */
function masked(agent: string, request: object): unknown {
  const { mask } = protocolOf(agent) ?? assert.fail(agent);
  const answer = mask?.(JSON.stringify(request), (text) => text.replaceAll(secret, '•'));
  if (answer === undefined) return undefined;
  assert.deepEqual([answer.exitCode, answer.isMasked], [0, true]);
  return JSON.parse(answer.stdout);
}

const parts = {
  content: [
    { type: 'text', text: `a ${secret}` },
    { type: 'text', text: 'b' },
  ],
};
const picture = { type: 'image', data: 'AAAA' };

describe('the masked output of a tool', () => {
  it('keeps its structure in Claude Code', () => {
    const tool_response = {
      stdout: secret,
      code: 0,
      list: [secret, null, true],
      [secret]: 'x',
      nested: { type: 'text' },
    };
    assert.deepEqual(masked('claude', { tool_response }), {
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: {
          stdout: '•',
          code: 0,
          list: ['•', null, true],
          '•': 'x',
          nested: { type: 'text' },
        },
      },
    });
  });

  it('is the reason in Codex: the text, the texts of its parts, or its JSON', () => {
    const block = (reason: string) => ({ decision: 'block', reason });
    assert.deepEqual(masked('codex', { tool_response: `a ${secret}` }), block('a •'));
    assert.deepEqual(masked('codex', { tool_response: parts }), block('a •\nb'));
    assert.deepEqual(
      masked('codex', { tool_response: { output: secret, code: 1 } }),
      block('{"output":"•","code":1}'),
    );
    assert.equal(masked('codex', { tool_response: { content: [...parts.content, picture] } }), undefined);
  });

  it('is the reason in Gemini CLI, without what only the user sees', () => {
    const answer = (llmContent: unknown) =>
      masked('gemini', { tool_response: { llmContent, returnDisplay: 'seen' } });
    assert.deepEqual(answer(`a ${secret}`), { decision: 'deny', reason: 'a •' });
    assert.deepEqual(answer([{ text: `a ${secret}` }, 'b']), { decision: 'deny', reason: 'a •\nb' });
    assert.equal(answer([{ text: secret }, { inlineData: picture }]), undefined);
  });

  it('is the result in Copilot CLI, and is withheld in VS Code, which has no field for it', () => {
    const result = { resultType: 'failure', textResultForLlm: `a ${secret}` };
    for (const field of ['toolResult', 'tool_result'])
      assert.deepEqual(masked('copilot', { [field]: result }), {
        modifiedResult: { resultType: 'failure', textResultForLlm: 'a •' },
      });
    assert.equal(masked('copilot', { tool_response: secret }), undefined);
  });

  it('is a result for the plugin of OpenCode, and a denial for one that does not know it', () => {
    const answer = masked('opencode', { tool_response: { title: 't', output: secret } });
    assert.deepEqual(
      { ...(answer as object), reason: '' },
      {
        decision: 'deny',
        reason: '',
        result: { title: 't', output: '•' },
      },
    );
  });
});
