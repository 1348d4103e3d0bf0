/**
 * `npm run screenshots [-- --theme NAME] [-- FILE…]`: pictures of what the UI tests show, and of the pages of the embedded
 * platform, to be looked at, in `build/screenshots/<theme>/`. `--theme` (`light`, `dark` or `contrast`; repeatable, default all) and the names of test
 * files take a part of them, so that a run that was interrupted can go on. The German pictures are those of
 * `test/ui/german.test.ts`. The light pictures that README.md, the pages and the walkthrough show are then copied into
 * `media/`, and those of the loop from a failed gate to a passed one become the moving picture `media/loop.png`.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { latestEditor } from './editor/versions.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const themes: Readonly<Record<string, string>> = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
};
const uiTests = join(root, 'test/ui');
const withPictures = readdirSync(uiTests)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join(uiTests, file))
  .filter((file) => /\.screenshot\(|loopScenario/u.test(readFileSync(file, 'utf8')));
/** Needs no editor. Its pictures of all colour schemes are among the light ones. */
const pagesTest = join(root, 'test/contract/browser.test.ts');
const { values, positionals } = scriptOptions({
  options: { theme: { type: 'string', multiple: true, default: Object.keys(themes) } },
  allowPositionals: true,
});
const wanted =
  positionals.length > 0 ? positionals.map((file) => resolve(file)) : [...withPictures, pagesTest];
const editorTests = wanted.filter((file) => file !== pagesTest);
const folderOf = (name: string): string => join(root, 'build/screenshots', name);

exitOnSignals();
for (const name of values.theme) {
  const theme = themes[name];
  if (theme === undefined) throw new Error(`--theme is one of ${Object.keys(themes).join(', ')}`);
  const folder = folderOf(name);
  mkdirSync(folder, { recursive: true });
  const run = async (script: string, args: readonly string[]): Promise<void> => {
    const tests = await startGroup(process.execPath, [join(root, script), ...args], {
      cwd: root,
      atExit: 'SIGTERM',
      env: { ...process.env, SERVICE_SCREENSHOTS: folder, SERVICE_THEME: theme },
    });
    // A test that failed has fewer pictures, and says so.
    if ((await tests.exited) !== 0) process.exitCode = 1;
  };
  if (editorTests.length > 0) await run('scripts/testUi.ts', ['--editor', latestEditor, ...editorTests]);
  if (name === 'light' && wanted.includes(pagesTest))
    await run('node_modules/mocha/bin/mocha.js', [pagesTest]);
  console.log(folder);
}
const pages = [
  'README.md',
  'package.json',
  ...readdirSync(join(root, 'docs')).map((file) => join('docs', file)),
];
const texts = pages.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
for (const [, picture = ''] of texts.matchAll(/[("](?:\.\.\/)?media\/([\w-]+\.png)[)"]/g)) {
  const made = join(folderOf('light'), picture);
  if (values.theme.includes('light') && existsSync(made)) copyFileSync(made, join(root, 'media', picture));
}
const loop = values.theme.includes('light')
  ? readdirSync(folderOf('light')).filter((file) => file.startsWith('loop-'))
  : [];
if (loop.length > 0) {
  const pictures = loop.sort().map((file) => readFileSync(join(folderOf('light'), file)));
  writeFileSync(join(root, 'media/loop.png'), movingPicture(pictures, 3));
}

/**
 * Returns an animated PNG, which browsers show as a moving picture.
 *
 * @param pictures PNGs of the same size and depth, at least one
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
function movingPicture(pictures: readonly Buffer[], secondsEach: number): Buffer {
  const [header = Buffer.alloc(13)] = pictures.map((picture) => chunksOf(picture, 'IHDR'));
  let sequence = 0;
  const frames = pictures.flatMap((picture, index) => {
    const pixels = deflateSync(inflateSync(chunksOf(picture, 'IDAT')), { level: 9 });
    const size = header.subarray(0, 8);
    const control = [u32(sequence++), size, u32(0), u32(0), Buffer.from([0, secondsEach, 0, 1, 0, 0])];
    const shown = chunk('fcTL', ...control);
    return index === 0 ? [shown, chunk('IDAT', pixels)] : [shown, chunk('fdAT', u32(sequence++), pixels)];
  });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const animation = chunk('acTL', u32(pictures.length), u32(0));
  return Buffer.concat([signature, chunk('IHDR', header), animation, ...frames, chunk('IEND')]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...data]);
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))]);
}

/** Returns the data of all chunks of a type. */
function chunksOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, end));
    at = end + 4;
  }
  return Buffer.concat(found);
}
