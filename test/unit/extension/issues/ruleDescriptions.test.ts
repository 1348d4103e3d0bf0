import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ruleMarkdown } from '../../../../src/extension/issues/ruleDescriptions.ts';

describe('the description of a rule in a hover', () => {
  it('keeps headings, paragraphs, lists, emphasis and code', () => {
    const html = `<h2>Why is this an issue?</h2>
      <p>A <code>debugger</code> statement <b>stops</b> the program.</p>
      <ul><li>first</li><li>second</li></ul>
      <pre data-diff-id="1">
for (;;) {
  debugger; // Noncompliant
}
</pre>`;
    assert.equal(
      ruleMarkdown(html),
      [
        '**Why is this an issue?**',
        '',
        'A `debugger` statement **stops** the program.',
        '',
        '- first',
        '- second',
        '',
        '```',
        'for (;;) {',
        '  debugger; // Noncompliant',
        '}',
        '```',
      ].join('\n'),
    );
  });

  it('keeps links to web pages, and of other links only the text', () => {
    assert.equal(
      ruleMarkdown('<a href="https://example.org/a_(b)?c=d">docs</a>'),
      '[docs](https://example.org/a_%28b%29?c=d)',
    );
    for (const address of [
      'command:workbench.action.terminal.new',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'vscode://service.service-ide/bind',
      '//example.org',
      'x',
    ])
      assert.equal(ruleMarkdown(`<a href="${address}">docs</a>`), 'docs');
  });

  it('drops scripts, styles, frames and images, and keeps the text of unknown elements', () => {
    const html =
      '<script>alert(1)</script><style>p{}</style><iframe src="https://x.test">y</iframe><img src="https://x.test/a.png" onerror="x()">text';
    assert.equal(ruleMarkdown(html), 'text');
    // Every object has a property of this name.
    assert.equal(ruleMarkdown('a <constructor>b</constructor> c'), 'a b c');
  });

  it('shows Markdown, HTML entities and commands in the text as they are', () => {
    const html = '<p>[run](command:x) &lt;img src=x&gt; ![i](https://x.test) `code` $(zap) # no</p>';
    const text = ruleMarkdown(html);
    assert.doesNotMatch(text, /(?<!\\)[[\]<>`!]/u);
  });

  it('ends a code block only with its own fence', () => {
    const text = ruleMarkdown('<pre>\n```\n[run](command:x)\n````\n</pre>after');
    assert.equal(text, '`````\n```\n[run](command:x)\n````\n`````\n\nafter');
  });

  it('cuts a huge table, a long example and a long text', () => {
    const table = `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(1000)}</table>after`;
    assert.equal(ruleMarkdown(table).match(/a · b/gu)?.length, 20);
    assert.match(ruleMarkdown(table), /…\n\nafter$/u);
    assert.ok(ruleMarkdown(`<pre>${'x'.repeat(1e6)}</pre>`).length < 1600);
    const long = ruleMarkdown('<p>some <a href="https://x.test">words</a></p>'.repeat(1e4));
    assert.ok(long.length < 4100);
    assert.match(long, /\)\n\n…$/u);
  });

  it('contains no link but those to web pages, whatever the HTML is', () => {
    const piece = fc.constantFrom(
      '<a href="',
      'command:x',
      'https://x.test/',
      '">',
      '</a>',
      '<pre>',
      '</pre>',
      '<code>',
      '</code>',
      '`',
      '```',
      '[',
      '](',
      ')',
      '\n',
      '<b>',
      '</b>',
      '<li>',
      '<tr>',
      '<td>',
      '</table>',
      '&lt;',
      '\\',
      'x',
      '<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = ruleMarkdown(pieces.join(''));
        // Without escaped characters and code, in which Markdown has no meaning.
        const active = text.replaceAll(/\\[\s\S]|(`+)(?!`)[\s\S]+?(?<!`)\1(?!`)/gu, '');
        for (const [, address] of active.matchAll(/\]\(([^)]*)\)/gu))
          assert.match(address ?? '', /^https:\/\/x\.test\//u);
        assert.doesNotMatch(active, /[<`]/u);
      }),
      { numRuns: 2000 },
    );
  });
});
