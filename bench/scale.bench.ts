import type { Project } from '../src/core/api/components.ts';
import type { Connection } from '../src/core/connections/connection.ts';
import { rankSuggestions } from '../src/core/bindings/suggestions/suggest.ts';
import { ProjectSearch } from '../src/extension/bindings/projectSearch.ts';
import { foldersOf, treeOf, type Overview } from '../src/extension/tree/nodes.ts';
import { systemClock } from '../src/node/process/clock.ts';
import { overviewWith } from '../test/support/overview.ts';
import { median, type Bench, type Row } from './bench.ts';

const counts = { connections: 50, folders: 100, projects: 20_000 };
const runs = 21;

const connectionOf = (n: number): Connection => ({
  kind: 'server',
  uuid: `uuid-${n}`,
  connectionId: `Server ${n}`,
  serverUrl: `https://server-${n}.example`,
  receiveNotifications: true,
});
const connections = Array.from({ length: counts.connections }, (_, n) => connectionOf(n));
const projects = Array.from({ length: counts.projects }, (_, n): Project => ({
  key: `team:service-${n}`,
  name: `Service ${n}`,
}));

function overview(): Overview {
  return overviewWith({
    connections,
    folders: Array.from({ length: counts.folders }, (_, n) => ({
      folder: { uri: `file:///work/service-${n}`, name: `service-${n}` },
      resolution: {
        state: 'bound',
        level: 'folder',
        projectKey: `team:service-${n}`,
        connection: connectionOf(n % counts.connections),
      },
    })),
    gateOf: () => ({ status: 'OK', hidden: false }),
    nameOf: (_uuid, key) => key,
  });
}

/** Milliseconds, median. */
function time(work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
}

/** All nodes of the tree, as a view that is open to its leaves asks for them. */
function wholeTree(): number {
  const nodes = treeOf(overview());
  const bound = nodes.flatMap((node) => (node.kind === 'connection' ? node.projects : [])).flatMap(foldersOf);
  return JSON.stringify(nodes).length + bound.length;
}

/** Counts requests while a user types a word without a pause: the first search, and one after the last key. */
async function requestsPerWord(word: string): Promise<number> {
  let requests = 0;
  const ignore = (): void => undefined;
  const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
  const search = new ProjectSearch({
    clock: systemClock,
    log,
    search: (text) => {
      requests++;
      const found = projects.filter(({ name }) => name.includes(text));
      return Promise.resolve({ items: found.slice(0, 100), total: found.length });
    },
  });
  search.type('');
  for (let length = 1; length <= word.length; length++) search.type(word.slice(0, length));
  await new Promise<void>((resolve) =>
    search.onDidChange(() => {
      if (!search.busy) resolve();
    }),
  );
  search.dispose();
  return requests;
}

export const bench: Bench = {
  about: `The tree and the search at the edge: ${counts.connections} connections, ${counts.folders} bound folders, ${counts.projects} projects. Without the editor's own drawing: that is bench reveal.`,
  async run(): Promise<readonly Row[]> {
    const connection = connectionOf(0);
    const found = projects.map((project) => ({ connection, project }));
    return [
      { what: 'tree: all its nodes', value: time(wholeTree), unit: 'ms', goal: '< 100 ms until it is open' },
      {
        what: 'suggestions: one folder against all projects',
        value: time(() =>
          rankSuggestions([{ origin: 'folderName', kind: 'name', text: 'service-19999' }], found),
        ),
        unit: 'ms',
      },
      {
        what: 'search: requests while a word of 8 letters is typed',
        value: await requestsPerWord('Service '),
        unit: 'requests',
        goal: 'one at the start, one per pause',
      },
    ];
  },
};
