import assert from 'node:assert/strict';
import { projectPage, safeLink } from '../../../../src/core/gate/platformPages.ts';

describe('links to the platform', () => {
  const base = 'https://quality.example.com/base';
  const page = projectPage(base, 'org:app', 'feature/a&b');

  it('lead to the page of a project and branch, below the context path', () => {
    assert.equal(page, 'https://quality.example.com/base/dashboard?id=org%3Aapp&branch=feature%2Fa%26b');
    assert.equal(projectPage(base, 'app'), 'https://quality.example.com/base/dashboard?id=app');
  });

  it('are taken from the platform when they stay there', () => {
    const link = 'https://quality.example.com/dashboard?id=app';
    assert.equal(safeLink(link, base, page), link);
  });

  for (const link of [
    'https://evil.example.com/dashboard',
    'https://quality.example.com.evil.com/',
    'https://quality.example.com@evil.com/',
    'http://quality.example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'vscode://extension/command',
    'no link',
  ])
    it(`never follow ${link} [P2]`, () => assert.equal(safeLink(link, base, page), page));

  it('are made by us where the platform gives none', () =>
    assert.equal(safeLink(undefined, base, page), page));
});
