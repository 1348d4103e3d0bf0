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
 * Adds the files, scripts, folders and variables to which the links of a process may lead. They depend on the process
 * that reads them, so that each end of such a path counts as a path below the folders of the facts.
 *
 * @returns whether a link leads to the environment of a process, which was not printed before
 */
export function followProcessLinks(facts: Facts): boolean {
  const startsInside = facts.folders.some((folder) => aboveLinks.test(folder));
  const isThrough = (path: string): boolean => startsInside || throughProcess.test(path);
  const endsOf = (path: string): readonly string[] => {
    const parts = path.split('/').slice(1);
    return isThrough(path) ? [...parts.map((_, at) => parts.slice(at).join('/') || '.'), '.'] : [];
  };
  const { printsEnvironment } = facts;
  for (const [pattern, { isGlob }] of [...facts.names]) {
    for (const end of endsOf(pattern)) facts.addName(end, isGlob);
    const last = pattern.slice(pattern.lastIndexOf('/') + 1);
    if (isThrough(pattern) && globMatcher(last)('environ')) facts.printsEnvironment = true;
  }
  for (const [pattern, kind] of [...facts.assigned])
    for (const end of endsOf(pattern)) facts.assigned.set(end, facts.assigned.get(end) ?? kind);
  for (const script of [...facts.scripts]) for (const end of endsOf(script)) facts.scripts.add(end);
  for (const read of [...facts.gitReads])
    for (const folder of endsOf(read.folder)) facts.gitReads.push({ ...read, folder });
  for (const folder of [...facts.folders]) facts.folders.push(...endsOf(folder));
  for (const search of [...facts.searches])
    for (const path of endsOf(search.path)) facts.searches.push({ ...search, path });
  return facts.printsEnvironment && !printsEnvironment;
}
