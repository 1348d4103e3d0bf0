import assert from 'node:assert/strict';
import { runWizard, type Step } from '../../../../../src/extension/ui/quickInput/wizard.ts';

interface Draft {
  readonly first: string;
  readonly second: string;
}

/** A step that gives the next of its prepared answers and notes where it was asked. */
function scripted(
  field: keyof Draft,
  answers: readonly (`next ${string}` | `back ${string}`)[],
  seen: string[],
): Step<Draft> {
  const left = [...answers];
  return (draft, { step, total }) => {
    seen.push(`${field} ${step}/${total} "${draft[field]}"`);
    const answer = left.shift();
    const [to, text] = (answer?.split(' ') ?? []) as ['next' | 'back', string];
    return Promise.resolve(answer && { to, draft: { ...draft, [field]: text } });
  };
}

const empty: Draft = { first: '', second: '' };
const both = () => ['first', 'second'] as const;

describe('wizard', () => {
  it('keeps its numbers when an answer adds a step', async () => {
    const seen: string[] = [];
    const steps = {
      first: scripted('first', ['next more'], seen),
      second: scripted('second', ['next b'], seen),
    };
    const plan = ({ first }: Draft) => (first === 'more' ? both() : (['first'] as const));
    await runWizard(plan, steps, empty, new Set(['second']));
    assert.deepEqual(seen, ['first 1/1 ""', 'second 1/1 ""']);
  });

  it('offers the way back from every step but the first, also from one that was added', async () => {
    const seen: boolean[] = [];
    const step: Step<Draft> = (draft, { canGoBack }) => {
      seen.push(canGoBack);
      return Promise.resolve({ to: 'next', draft });
    };
    await runWizard(both, { first: step, second: step }, empty, new Set(['second']));
    assert.deepEqual(seen, [false, true]);
  });

  it('asks the steps in their order, and keeps the typed text of both when the user goes back', async () => {
    const seen: string[] = [];
    const steps = {
      first: scripted('first', ['next a', 'next c'], seen),
      second: scripted('second', ['back half', 'next b'], seen),
    };
    assert.deepEqual(await runWizard(both, steps, empty), { first: 'c', second: 'b' });
    assert.deepEqual(seen, ['first 1/2 ""', 'second 2/2 ""', 'first 1/2 "a"', 'second 2/2 "half"']);
  });

  it('returns undefined when the user leaves', async () => {
    const steps = { first: scripted('first', ['next a'], []), second: scripted('second', [], []) };
    assert.equal(await runWizard(both, steps, empty), undefined);
  });
});
