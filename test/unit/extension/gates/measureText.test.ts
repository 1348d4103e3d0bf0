import assert from 'node:assert/strict';
import { measureText } from '../../../../src/extension/gates/measureText.ts';
import { plot } from '../../../../src/extension/gates/details/plot.ts';

describe('measureText', () => {
  it('writes a measure as the platform shows it', () => {
    assert.equal(measureText('3.0', 'RATING', 'en'), 'C');
    assert.equal(measureText('79.96', 'PERCENT', 'en'), '80 %');
    assert.equal(measureText('79.94', 'PERCENT', 'de'), '79,9 %');
    assert.equal(measureText('1234567', 'INT', 'en'), '1,234,567');
    assert.equal(measureText(585, 'WORK_DUR', 'en'), '1 d 1 h 45 min');
    assert.equal(measureText('0', 'WORK_DUR', 'en'), '0 min');
  });

  it('rounds a duration to minutes before it counts hours and days', () => {
    assert.equal(measureText(119.7, 'WORK_DUR', 'en'), '2 h');
    assert.equal(measureText(479.5, 'WORK_DUR', 'en'), '1 d');
    assert.equal(measureText(60.4, 'WORK_DUR', 'en'), '1 h');
  });

  it('leaves alone what is no number, or no rating', () => {
    assert.equal(measureText('OK', 'LEVEL', 'en'), 'OK');
    assert.equal(measureText('9', 'RATING', 'en'), '9');
    assert.equal(measureText('', undefined, 'en'), '');
  });
});

describe('plot', () => {
  const at = (minute: number, value: number, isBad: boolean) => ({
    at: minute * 60_000,
    value,
    isBad,
    label: `${value}`,
  });

  it('draws a line from point to point, with the threshold, in words for who cannot see it', () => {
    const drawing = plot({
      points: [at(0, 0, false), at(1, 10, true)],
      threshold: 5,
      label: 'Bugs <over> time',
    }).text;
    assert.match(drawing, /role="img" aria-label="Bugs &lt;over&gt; time"/);
    assert.match(drawing, /d="M10,110L630,10"/);
    assert.match(drawing, /class="threshold" x1="0" x2="640" y1="60" y2="60"/);
    assert.equal(drawing.match(/<title>/g)?.length, 2);
  });

  it('tells bad points from good ones by their shape too', () => {
    const drawing = plot({ points: [at(0, 0, false), at(1, 10, true)], label: '' }).text;
    assert.match(drawing, /<circle class="good"/);
    assert.match(drawing, /<rect class="bad"/);
    assert.doesNotMatch(drawing, /threshold/);
  });

  it('keeps a status until the next one', () => {
    const points = [at(0, 2, false), at(1, 0, true)];
    assert.match(plot({ points, label: '', isStepped: true }).text, /d="M10,10H630V110"/);
  });

  it('draws values that are all the same in the middle', () => {
    assert.match(plot({ points: [at(0, 4, false), at(1, 4, false)], label: '' }).text, /d="M10,60L630,60"/);
  });
});
