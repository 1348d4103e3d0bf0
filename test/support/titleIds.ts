const id = / \[([A-Z]{1,2}\d+)\]/g;

/** The ids in the title of a test. The file has nothing else, because tests in an editor load it. */
export const idsIn = (title: string): readonly string[] =>
  Array.from(title.matchAll(id), ([, found = '']) => found);
