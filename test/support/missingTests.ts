import { allTests, type WrittenTest } from './testTitles.ts';

let found: ReadonlyMap<string, WrittenTest> | undefined;

/** One message for each of the titles that no test has. Titles are those of `testTitles.ts`. */
export function missingTests(titles: readonly string[]): readonly string[] {
  const tests = (found ??= new Map(allTests().map((test) => [test.title, test])));
  return titles.filter((title) => !tests.has(title)).map((title) => messageFor(title, [...tests.values()]));
}

function messageFor(title: string, tests: readonly WrittenTest[]): string {
  const words = new Set(wordsOf(title));
  const likeness = (test: WrittenTest): number => {
    const others = wordsOf(test.title);
    return others.filter((word) => words.has(word)).length / (words.size + others.length);
  };
  const closest = tests.reduce((best, test) => (likeness(test) > likeness(best) ? test : best));
  return (
    `No test is called "${title}". The closest is "${closest.title}" in ${closest.file}. ` +
    'If a test was renamed, rename it in the table too.'
  );
}

function wordsOf(title: string): readonly string[] {
  return title.toLowerCase().split(/\W+/);
}
