import type { TestAnalysis } from './provision.ts';

type Files = TestAnalysis['files'];

/** Real Python: the analyzer of a real server finds the issues that the embedded platform gets in `issues`. */
export const clean: Files = { 'src/a.py': { source: 'def f(x):\n    # done\n    return x\n' } };
export const dirty: Files = {
  'src/a.py': { source: 'def f(x):\n    # TODO later\n    return x\n', issues: [{ line: 2 }] },
};
/** The same issue on another line. */
export const moved: Files = {
  'src/a.py': { source: '# first\ndef f(x):\n    # TODO later\n    return x\n', issues: [{ line: 3 }] },
};
/** Lines of code without any issue. */
export const plain: Files = {
  'src/a.py': { source: 'def first(x):\n    return x + 1\n\n\ndef second(x):\n    return x - 1\n' },
};
