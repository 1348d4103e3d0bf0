/** `npm run package`: the VSIX and the npm packages in `build/`. Prints their paths. */
import { join } from 'node:path';
import { writePackages } from './artefacts/writePackages.ts';

for (const file of await writePackages(join(import.meta.dirname, '../build'))) console.log(file);
