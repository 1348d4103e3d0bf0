import assert from 'node:assert/strict';
import { ThemeIcon, TreeItemCollapsibleState, Uri } from 'vscode';
import { platformWords } from '../../src/core/api/texts.ts';
import { severityText } from '../../src/extension/issues/issueTexts.ts';
import { gateRowItem } from '../../src/extension/issues/list/gateRowItems.ts';
import {
  gateRow,
  rowsBelow,
  rowsOfGate,
  type FileRow,
  type GateListing,
  type RowOptions,
} from '../../src/extension/issues/list/gateRows.ts';
import { itemOf } from '../../src/extension/tree/items.ts';
import { treeOf, type Overview } from '../../src/extension/tree/nodes.ts';
import { findingWith } from '../support/findings.ts';
import { hostileText } from '../support/hostileText.ts';
import { overviewWith } from '../support/overview.ts';
import { qualityConnection } from '../support/qualityConnection.ts';

const connection = { ...qualityConnection, receiveNotifications: false };

/** One folder, bound to one project of the connection. */
const boundShop = {
  connections: [connection],
  folders: [
    {
      folder: { uri: 'file:///shop', name: 'shop' },
      resolution: { state: 'bound', level: 'folder', projectKey: 'p', connection },
    },
  ],
} as const;

/** The rows of the connection and of the project. */
function itemsOf(change: Partial<Overview>) {
  const [row] = treeOf(overviewWith({ ...boundShop, ...change }));
  assert.ok(row?.kind === 'connection' && row.projects[0]);
  const [ofConnection, ofProject] = [row, row.projects[0]].map((node) =>
    itemOf(node, () => 'https://quality.example'),
  );
  assert.ok(ofConnection && ofProject);
  return { ofConnection, ofProject };
}

const timeOf = (at: number) => new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at);

describe('rows of the view', () => {
  it('have accessible names with everything that they show, also that notifications are off', () => {
    const { ofConnection, ofProject } = itemsOf({ muteOf: () => 'forever' });
    assert.deepEqual(
      [ofConnection, ofProject].map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        'Quality, connection, Connected, notifications off, muted',
        'p, project, quality gate Unknown, folders shop, muted',
      ],
    );
  });

  it('have no arrow over a connection without rows, and are expanded when it gets its first ones', () => {
    const [row] = treeOf(overviewWith({ connections: [connection] }));
    assert.ok(row);
    const empty = itemOf(row, () => '');
    const { ofConnection: bound } = itemsOf({});
    assert.equal(empty.collapsibleState, TreeItemCollapsibleState.None);
    assert.equal(bound.collapsibleState, TreeItemCollapsibleState.Expanded);
    assert.notEqual(empty.id, bound.id);
  });

  it('show until when a project is muted before its folders, which a narrow view cuts off', () => {
    const until = new Date().setHours(17, 0, 0, 0);
    const { description, tooltip } = itemsOf({ muteOf: () => until }).ofProject;
    assert.equal(description, `Unknown · muted until ${timeOf(until)} · shop`);
    const sentence = `Notifications are muted until ${timeOf(until)}.`;
    assert.ok(typeof tooltip === 'string' && tooltip.split('\n').includes(sentence));
  });

  it('show the number of bound packages for a folder that is not a project itself', () => {
    const folderOf = (uri: string, name: string) => ({ folder: { uri, name } });
    const bound = { state: 'bound', level: 'folder', projectKey: 'p', connection } as const;
    const openFolder = 'file:///mono';
    const [, mono, other] = treeOf(
      overviewWith({
        connections: [connection],
        folders: [
          { ...folderOf(openFolder, 'mono'), resolution: { state: 'unbound' } },
          { ...folderOf('file:///mono/a', 'mono/a'), openFolder, resolution: bound },
          { ...folderOf('file:///mono/b', 'mono/b'), openFolder, resolution: bound },
          { ...folderOf('file:///other', 'other'), resolution: { state: 'unbound' } },
        ],
      }),
    );
    assert.ok(mono && other);
    const items = [mono, other].map((node) => itemOf(node, () => ''));
    assert.deepEqual(
      items.map(({ description, command }) => [description, command?.command]),
      [
        ['Bound subfolders: 2', undefined],
        ['Not bound', 'service.bindFolder'],
      ],
    );
  });

  it('show since when a gate is out of date, and how to check it again', () => {
    const lastChecked = new Date().setHours(0, 0, 0, 0);
    const stale = { lastChecked, problem: { state: 'tokenRefused' } } as const;
    const { iconPath, description, tooltip, accessibilityInformation } = itemsOf({
      gateOf: () => ({ status: 'OK', hidden: false, stale }),
    }).ofProject;
    const text = `Last checked: ${timeOf(lastChecked)}. Token refused: replace the token.`;
    assert.equal(iconPath instanceof ThemeIcon && iconPath.id, 'warning');
    assert.equal(description, `Passed · ${text} · shop`);
    assert.ok(typeof tooltip === 'string' && tooltip.split('\n').includes(text));
    assert.equal(accessibilityInformation?.label, `p, project, quality gate Passed, folders shop, ${text}`);
  });

  it('show that the platform has no such project, and not its last gate', () => {
    const { description } = itemsOf({ gateOf: () => ({ status: 'OK', hidden: true }) }).ofProject;
    assert.equal(description, 'Project not found · shop');
  });

  it('count the findings of a file once: the editor has no problems of their address to count', () => {
    const file = Uri.file('/shop/src/a.ts');
    const row: FileRow = {
      kind: 'findingsOfFile',
      id: 'id',
      uuid: 'c',
      projectKey: 'shop',
      branch: undefined,
      parent: undefined,
      metricKey: 'violations',
      path: 'src/a.ts',
      isExpanded: true,
      left: 3,
      total: 3,
    };
    const { description, iconPath, resourceUri } = gateRowItem(row, () => file);
    assert.equal(description, 'src · 3');
    // The icon theme looks at the path, and the markers of the editor belong to the whole address.
    assert.equal(iconPath, ThemeIcon.File);
    assert.equal(resourceUri?.path, file.path);
    assert.notEqual(resourceUri.toString(), file.toString());
  });

  it('show a severity that this version does not know in the words of the platform', () =>
    assert.deepEqual(['constructor', 'SECURITY valueOf, __proto__ HIGH'].map(severityText), [
      'constructor',
      'Security: valueOf,   proto  : high',
    ]));

  it('show texts of others as text on one line in the list of what is left', () => {
    const ref = { uuid: 'c', projectKey: 'shop', branch: hostileText };
    const condition = { status: 'ERROR', metricKey: hostileText, actualValue: hostileText } as const;
    const finding = findingWith({
      rule: hostileText,
      message: platformWords(hostileText),
      severity: hostileText,
      path: hostileText,
      assignee: hostileText,
    });
    const groups = [{ conditions: [condition], findings: [finding], unread: 1, isComplete: true }] as const;
    const listing: GateListing = { ...ref, projectName: hostileText, state: 'read', groups };
    const options: RowOptions = { statesIn: () => () => 'open', filter: 'all', login: undefined };
    const gate = gateRow(listing, options);
    const [top] = rowsOfGate(listing, options, gate);
    assert.ok(top?.kind === 'condition');
    const [file] = rowsBelow(top, listing, options);
    assert.ok(file?.kind === 'findingsOfFile');
    const rows = [gate, top, file, ...rowsBelow(file, listing, options)];
    assert.equal(rows.length, 4);
    for (const row of rows) {
      const {
        label,
        description,
        tooltip,
        accessibilityInformation: spoken,
      } = gateRowItem(row, () => undefined);
      for (const text of [label, description, spoken?.label]) {
        assert.ok(typeof text === 'string', row.kind);
        assert.doesNotMatch(text, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u, row.kind);
      }
      // The editor shows a string as it is, and only a `MarkdownString` with links.
      assert.ok(tooltip === undefined || typeof tooltip === 'string', row.kind);
      assert.doesNotMatch(tooltip ?? '', /[\u202A-\u202E\u2066-\u2069]/u, row.kind);
    }
  });
});
