/**
 * `npm run screenshots [-- FILE…]`: pictures of what the UI tests show, in light, dark and high contrast, to be looked at:
 * `build/screenshots/<theme>/`. Without arguments of all scenarios that take pictures. Those that README.md shows are then
 * copied into `media/` from the light ones.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { latestEditor } from './editor/versions.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';

const root = join(import.meta.dirname, '..');
const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
} as const;
const uiTests = join(root, 'test/ui');
const withPictures = readdirSync(uiTests)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join(uiTests, file))
  .filter((file) => readFileSync(file, 'utf8').includes('.screenshot('));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : withPictures;
const folderOf = (name: string): string => join(root, 'build/screenshots', name);

exitOnSignals();
for (const [name, theme] of Object.entries(themes)) {
  const folder = folderOf(name);
  mkdirSync(folder, { recursive: true });
  const tests = await startGroup(
    process.execPath,
    [join(root, 'scripts/testUi.ts'), '--editor', latestEditor, ...wanted],
    {
      cwd: root,
      atExit: 'SIGTERM',
      env: { ...process.env, SERVICE_SCREENSHOTS: folder, SERVICE_THEME: theme },
    },
  );
  // A test that failed has fewer pictures, and says so.
  if ((await tests.exited) !== 0) process.exitCode = 1;
  console.log(folder);
}
for (const [, picture = ''] of readFileSync(join(root, 'README.md'), 'utf8').matchAll(
  /\(media\/(\w+\.png)\)/g,
)) {
  const made = join(folderOf('light'), picture);
  if (existsSync(made)) copyFileSync(made, join(root, 'media', picture));
}
