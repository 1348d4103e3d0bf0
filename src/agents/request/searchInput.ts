import type { Fields } from '../../core/fields.ts';
import { BadInput, type SearchRequest } from '../protocol.ts';
import { firstText, listField } from './requestFields.ts';
import type { RequestPaths } from './requestPaths.ts';

/** The fields that narrow what a search tool prints. A field that is not here can only widen the search. */
export interface SearchFields {
  /** Fields with folders or files to search; each is a text or a list of texts. */
  readonly folders?: readonly string[];
  /** Fields with patterns of the names of files; each is a text or a list of texts. */
  readonly globs?: readonly string[];
  /** Whether a question is a pattern without a flag that says so. */
  readonly isPattern?: true;
  /** The field whose value makes the tool print only names of files or counts. */
  readonly quiet?: {
    readonly field: string;
    readonly values: readonly (string | boolean)[];
    /** Whether the tool prints no lines without the field, either. */
    readonly isDefault?: boolean;
  };
  /** Lines around a match that the tool prints without being asked. */
  readonly context?: number;
}

const folderFields = (
  'path dir_path directory SearchPath SearchDirectory target_directory folder file_path ' +
  'paths target_directories targetDirectories directories TargetDirectories'
).split(' ');
const patternFields = ['pattern', 'regex', 'regexp', 'Pattern'];
const questionFields = ['query', 'Query', 'question', 'search_term', 'searchTerm'];
const contextFields = ['-C', '-A', '-B', 'context', 'context_lines', 'before', 'after'];
/** Flags of a search that may print lines that its pattern alone does not match. */
const multilineFlags = ['multiline', 'Multiline', 'multi_line', 'multiLine'];
/** Flags by which the words of a search are a pattern. */
const patternFlags = 'isRegexp isRegex IsRegex IsRegexp is_regex is_regexp regex useRegex'.split(' ');

/**
 * Returns the searches of a tool call: one for each pattern or question in each folder.
 *
 * @param tool The fields of the tool; without them, no field narrows the search.
 * @throws {BadInput} for a search without a folder.
 */
export function searchesOf(
  fields: Fields,
  paths: RequestPaths,
  tool: SearchFields = {},
): readonly SearchRequest[] {
  const folders = foldersOf(fields, paths, tool);
  if (folders.length === 0) throw new BadInput('a search without a folder');
  if (isQuiet(fields, tool)) return [];
  const isSet = (names: readonly string[]): boolean => names.some((name) => fields[name] === true);
  const patterns = textsOf(fields, patternFields);
  const questions = textsOf(fields, questionFields);
  const texts: Pick<SearchRequest, 'pattern' | 'question'>[] = [
    ...(tool.isPattern === true || isSet(patternFlags) ? [...patterns, ...questions] : patterns).map(
      (pattern) => ({ pattern }),
    ),
    ...questions.map((question) => ({ question })),
  ];
  const all = texts.length === 0 || isSet(multilineFlags) ? [{}] : texts;
  const context = contextFields.map((field) => fields[field]).filter((value) => typeof value === 'number');
  const request = {
    globs: globsOf(fields, tool),
    // Without ripgrep, Gemini CLI searches by a program that has no flag for it. A wider search is the safe one.
    ignoresCase: true,
    context: Math.max(tool.context ?? 0, ...context),
  };
  return folders.flatMap((path) => all.map((text) => ({ path, ...text, ...request })));
}

function foldersOf(fields: Fields, paths: RequestPaths, tool: SearchFields): readonly string[] {
  const own = tool.folders ?? [];
  const named = [...new Set([...own, ...folderFields])].flatMap((field) => textsOf(fields, [field]));
  const isNarrowed = textsOf(fields, own).length > 0;
  const found = new Set([
    ...(isNarrowed ? [] : paths.folders),
    ...named.map((path) => paths.absolute(withoutPattern(path))),
    // A tool may read a path as an address, or below another open folder.
    ...paths.candidates(named.map(withoutPattern)),
  ]);
  return [...found];
}

/** Returns the folder in which a pattern of folders begins. */
function withoutPattern(path: string): string {
  const start = path.search(/[*?[{]/);
  return start < 0 ? path : path.slice(0, start).replace(/[^/\\]+$/, '') || '.';
}

function globsOf(fields: Fields, { globs = [] }: SearchFields): readonly string[] {
  const single = globs.flatMap((field) => firstText(fields, [field]) ?? []);
  // Some tools take several patterns in one text.
  const parts = single.flatMap((glob) => [glob, ...glob.split(/[\s,]+/)]).filter((text) => text !== '');
  return [
    ...new Set([
      ...parts,
      ...globs.flatMap((field) => (Array.isArray(fields[field]) ? listField(fields, field) : [])),
    ]),
  ];
}

function isQuiet(fields: Fields, { quiet }: SearchFields): boolean {
  if (!quiet) return false;
  const value = fields[quiet.field];
  if (value === undefined || value === null) return quiet.isDefault === true;
  return quiet.values.some((known) => known === value);
}

/** Returns the texts in fields, each once; a field may have a list of texts. */
function textsOf(fields: Fields, names: readonly string[]): string[] {
  const texts = names.flatMap((name) => {
    const value = fields[name];
    return Array.isArray(value) ? (value as unknown[]) : [value];
  });
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== ''))];
}
