import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ReportDocument } from '../../src/extension/migration/reportDocument.ts';

describe('the report of the migration', () => {
  it('is a document that never changes, because a preview that renders it for the first time stays empty then', async () => {
    const report = new ReportDocument();
    const reports = () => vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'service-report');
    await report.show('# One\n');
    const [first] = reports();
    assert.equal(first?.getText(), '# One\n');
    await report.show('# Two\n');
    assert.equal(first.getText(), '# One\n');
    assert.deepEqual(
      reports().map((document) => document.getText()),
      ['# One\n', '# Two\n'],
    );
    report.dispose();
  });
});
