import assert from 'node:assert/strict';
import { worstOf, type KnownGate } from '../../../../src/extension/gates/knownGate.ts';

const gate = (status: string | undefined, more: Partial<KnownGate> = {}) => ({
  gate: { status, hidden: false, ...more },
});
const stale = { lastChecked: 0, problem: { state: 'tokenRefused' } } as const;

describe('worstOf', () => {
  it('orders gates by how urgently they need attention', () => {
    const order = [
      gate('ERROR'),
      gate('ERROR', { stale }),
      gate('WARN'),
      gate('UNHEARD_OF'),
      gate('OK', { stale }),
      gate(undefined),
      gate('NONE'),
      gate('OK'),
    ];
    for (const [index, worse] of order.entries())
      for (const better of order.slice(index + 1)) {
        assert.equal(worstOf([worse, better]), worse);
        assert.equal(worstOf([better, worse]), worse);
      }
  });

  it('does not count a failed gate that the platform does not show any more as failed', () => {
    const hidden = gate('ERROR', { hidden: true });
    const warning = gate('WARN');
    assert.equal(worstOf([hidden, warning]), warning);
  });

  it('returns the first of several equally bad gates, and undefined for an empty list', () => {
    const first = gate('ERROR');
    assert.equal(worstOf([gate('OK'), first, gate('ERROR')]), first);
    assert.equal(worstOf<ReturnType<typeof gate>>([]), undefined);
  });
});
