/**
 * `npm run generate:docs` writes the generated parts of `docs/`, which a test compares with the product, and records
 * additions to the public surface.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './documents/pages.ts';
import { publicSurface, recordedSurface, surfaceFile, withAdditions } from './documents/publicSurface.ts';

const root = join(import.meta.dirname, '..');
for (const [file, text] of generatedPages(root)) writeFileSync(join(root, file), text);
const surface = withAdditions(recordedSurface(), publicSurface());
writeFileSync(surfaceFile, `${JSON.stringify(surface, undefined, 2)}\n`);
