import assert from 'node:assert/strict';
import { markup } from '../../../src/core/markup.ts';

describe('markup', () => {
  it('escapes every value except HTML', () => {
    const name = `<img src=x onerror="f('&')">`;
    assert.equal(
      markup`<b title="${name}">${markup`<i>${name}</i>`}</b>`.text,
      '<b title="&lt;img src=x onerror=&quot;f(&#39;&amp;&#39;)&quot;&gt;"><i>&lt;img src=x onerror=&quot;f(&#39;&amp;&#39;)&quot;&gt;</i></b>',
    );
  });

  it('leaves out undefined values, and joins lists', () =>
    assert.equal(markup`<p>${undefined}${false}${['a', markup`<b></b>`, 0]}</p>`.text, '<p>a<b></b>0</p>'));
});
