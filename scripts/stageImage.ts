/**
 * `node scripts/stageImage.ts IMAGE FOLDER`: puts what the image has in `/app` into the folder, from the built tree. The
 * first stage of each Containerfile runs it.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { loadedPackages, withChunks } from './artefacts/bundleContents.ts';
import { imageFiles, images } from './artefacts/images.ts';
import { lockedFolders } from './artefacts/shippedCode.ts';
import { stageFiles } from './artefacts/stage.ts';

const root = join(import.meta.dirname, '..');
const [name = '', folder = ''] = process.argv.slice(2);
const image = images[name];
if (image === undefined || folder === '') {
  console.error(`Usage: node scripts/stageImage.ts ${Object.keys(images).join('|')} FOLDER`);
  process.exit(2);
}
await stageFiles(folder, await imageFiles(name, image));
const loaded = loadedPackages(withChunks(image.bundles));
// `npm ci` installed them in the versions of package-lock.json.
for (const path of await lockedFolders(loaded))
  await cp(join(root, path), join(folder, path), {
    recursive: true,
    // Packages inside a package are copied for themselves, if they are needed.
    filter: (source) => !source.slice(join(root, path).length).includes('/node_modules'),
  });
