import assert from 'node:assert/strict';
import { trend, type Trend } from '../../../../src/core/gate/gatePage.ts';

const rising = [
  { at: 0, value: 0 },
  { at: 60_000, value: 10 },
];

function draw(options: Partial<Trend>): string {
  return trend({ points: rising, label: 'Bugs', isBad: (value) => value > 5, ...options })?.text ?? '';
}

/** The heights of the line, in the order of its points. */
const heights = (drawing: string) =>
  [...(/class="line" d="([^"]*)"/.exec(drawing)?.[1] ?? '').matchAll(/[,V]([\d.]+)/g)].map(([, y]) =>
    Number(y),
  );

describe('trend', () => {
  it('draws the threshold at the height of its value', () => {
    const drawing = draw({ threshold: 5 });
    const [low = NaN, high = NaN] = heights(drawing);
    assert.equal(Number(/class="threshold" d="M0,([\d.]+)H/.exec(drawing)?.[1]), (low + high) / 2);
    assert.doesNotMatch(draw({}), /threshold/);
  });

  it('has a text alternative, in which markup is text', () =>
    assert.match(
      draw({ label: 'Bugs <over> "time"' }),
      /role="img" aria-label="Bugs &lt;over&gt; &quot;time&quot;"/,
    ));

  it('shows a bad latest value by its shape and not only by its colour', () => {
    assert.match(draw({}), /<rect class="bad"/);
    assert.match(draw({ points: rising.toReversed() }), /<circle class="good"/);
  });

  it('draws a line from point to point, and a step where a status lasts until the next one', () => {
    assert.match(draw({}), /class="line" d="M[\d.,]+L/);
    assert.match(draw({ isStepped: true }), /class="line" d="M[\d.,]+H/);
  });

  it('draws equal values in the middle, and leaves out values that are not numbers', () => {
    const points = [
      { at: 0, value: 4 },
      { at: 1, value: NaN },
      { at: 2, value: 4 },
    ];
    assert.deepEqual(heights(draw({ points })), [20, 20]);
  });

  it('draws nothing for fewer than two values', () => {
    assert.equal(draw({ points: rising.slice(1) }), '');
    assert.equal(draw({ points: [...rising.slice(1), { at: 1, value: NaN }] }), '');
  });
});
