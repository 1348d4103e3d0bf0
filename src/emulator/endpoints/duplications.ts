import type { FileFacts } from '../analysis/report.ts';
import { endpoint } from '../http/endpoint.ts';
import { required, selector } from '../http/parameters.ts';
import { fileOf } from '../store/files.ts';
import { componentKey, requireComponent } from './lookups.ts';

export const duplicationEndpoints = [
  endpoint({
    path: 'duplications/show',
    method: 'GET',
    parameters: { key: required(), branch: selector, pullRequest: selector },
    answer: ({ platform, rights, values }) => {
      const { project, branch, path } = requireComponent(platform, values.key, values);
      rights.require(rights.has('codeviewer', project));
      const file = fileOf(platform.db, branch.id, path);
      const { duplications = [] } = file ? (JSON.parse(file.facts) as FileFacts) : {};
      const files = new Map<string, string>();
      const referenceTo = (to: string): string => {
        const known = files.get(to) ?? String(files.size + 1);
        files.set(to, known);
        return known;
      };
      // The block in the requested file comes first.
      const shown = duplications.map(({ copies, ...own }) => ({
        blocks: [{ path, ...own }, ...copies].map((block) => ({
          from: block.first,
          size: block.last - block.first + 1,
          _ref: referenceTo(block.path),
        })),
      }));
      return {
        duplications: shown,
        files: Object.fromEntries(
          [...files].map(([to, reference]) => [
            reference,
            {
              key: componentKey(project, to),
              name: to,
              project: project.key,
              projectUuid: project.id,
              projectName: project.name,
              branch: branch.kind === 'BRANCH' && !branch.isMain ? branch.name : undefined,
              pullRequest: branch.kind === 'PULL_REQUEST' ? branch.name : undefined,
            },
          ]),
        ),
      };
    },
  }),
];
