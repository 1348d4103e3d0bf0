import assert from 'node:assert/strict';
import { plot } from '../../../../../src/extension/gates/details/plot.ts';

type Options = Parameters<typeof plot>[0];

const at = (minute: number, value: number, isBad: boolean) => ({
  at: minute * 60_000,
  value,
  isBad,
  label: `value ${value}`,
});

function draw(options: Pick<Options, 'points'> & Partial<Options>): string {
  return plot({
    label: 'Bugs over time',
    valueText: (value) => `${value} bugs`,
    timeText: (time) => `minute ${time / 60_000}`,
    ...options,
  }).text;
}

/** The texts beside the drawing, in the order of the document. */
const labels = (drawing: string) => [...drawing.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

describe('plot', () => {
  const rising = [at(0, 0, false), at(1, 10, true)];

  it('labels the lowest value, the highest value, the first moment, the last moment and the threshold', () =>
    assert.deepEqual(labels(draw({ points: rising, threshold: { value: 5, label: 'Threshold 5' } })), [
      '0 bugs',
      '10 bugs',
      'minute 0',
      'minute 1',
      'Threshold 5',
    ]));

  it('draws the threshold at the height of its value, across the whole drawing', () => {
    const drawing = draw({ points: rising, threshold: { value: 5, label: 'Threshold 5' } });
    const heights = [...drawing.matchAll(/<(?:circle|rect) [^>]*?y="([\d.]+)"/g)].map(([, y]) => Number(y));
    const [, y1, y2] = /class="threshold"[^>]*y1="([\d.]+)" y2="([\d.]+)"/.exec(drawing) ?? [];
    const [low = NaN, high = NaN] = heights;
    assert.equal(y1, y2);
    // A square is placed by its corner, four units above its middle.
    assert.equal(Number(y1), (low + high + 4) / 2);
  });

  it('has a text alternative and one title per point', () => {
    const drawing = draw({ points: rising, label: 'Bugs <over> time' });
    assert.match(drawing, /role="img" aria-label="Bugs &lt;over&gt; time"/);
    assert.deepEqual(drawing.match(/(?<=<title>)[^<]*/g), ['value 0', 'value 10']);
  });

  it('shows bad points by their shape and not only by their colour', () => {
    const drawing = draw({ points: rising });
    assert.match(drawing, /<circle class="good"/);
    assert.match(drawing, /<rect class="bad"/);
    assert.doesNotMatch(drawing, /threshold/);
  });

  it('draws a line from point to point, and a step where a status lasts until the next one', () => {
    const line = /class="line" d="M[\d.]+,[\d.]+(L[\d.]+,[\d.]+|H[\d.]+V[\d.]+)"/;
    assert.match(line.exec(draw({ points: rising }))?.[1] ?? '', /^L/);
    assert.match(line.exec(draw({ points: rising, isStepped: true }))?.[1] ?? '', /^H/);
  });

  it('draws equal values at one height with one label, and a single moment with one date', () => {
    const drawing = draw({ points: [at(0, 4, false), at(1, 4, false)] });
    const [, start, end] = /class="line" d="M[\d.]+,([\d.]+)L[\d.]+,([\d.]+)"/.exec(drawing) ?? [];
    assert.equal(start, end);
    assert.deepEqual(labels(drawing), ['4 bugs', 'minute 0', 'minute 1']);
    assert.deepEqual(labels(draw({ points: [at(0, 4, false)] })), ['4 bugs', 'minute 0']);
  });

  it('keeps every label inside the drawing, however long the values are', () => {
    const drawing = draw({ points: rising, valueText: (value) => `${value} d 23 h 59 min` });
    const [, x] = /class="axis" d="M(\d+),/.exec(drawing) ?? [];
    assert.ok(Number(x) >= '10 d 23 h 59 min'.length * 7.5, x);
  });
});
