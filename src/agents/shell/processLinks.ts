import type { Facts } from './facts.ts';
import { globMatcher } from './syntax/glob.ts';

/** A path through the links of a process, such as `/proc/self/cwd` and `/dev/fd/../cwd`. */
const throughProcess = /(?:^|\/)(?:proc|dev\/+(?:\.\/+)*(?:fd|std(?:in|out|err)))(?:\/|$)/;

/** Whether a path names an open descriptor of the process that reads it. */
export function isDescriptor(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/[^/]+\/fd\/\d+)$/.test(path);
}

/** A folder below which a relative path may lead through such a link. */
const aboveLinks = /^\/+(?:$|(?:proc|dev)(?:\/|$))/;

/**
 * Adds the files, folders and variables to which the links of a process may lead. They depend on the process that reads
 * them, so that each end of such a path counts as a path below the folders of the facts.
 */
export function followProcessLinks(facts: Facts): void {
  const startsInside = facts.folders.some((folder) => aboveLinks.test(folder));
  const endsOf = (path: string): readonly string[] => {
    if (!startsInside && !throughProcess.test(path)) return [];
    const parts = path.split('/');
    return parts.slice(1).map((_, at) => parts.slice(at + 1).join('/') || '.');
  };
  for (const [pattern, { isGlob }] of [...facts.names]) {
    for (const end of endsOf(pattern)) facts.addName(end, isGlob);
    const last = pattern.slice(pattern.lastIndexOf('/') + 1);
    if ((startsInside || throughProcess.test(pattern)) && globMatcher(last)('environ'))
      facts.printsEnvironment = true;
  }
  for (const folder of [...facts.folders]) facts.folders.push(...endsOf(folder));
  for (const search of [...facts.searches])
    for (const end of endsOf(search.path))
      facts.searches.push({ ...search, path: end }, { ...search, path: '.' });
}
