/** `npm run generate:docs` writes the generated parts of `docs/`. A test compares them with the product. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './documents/pages.ts';

const root = join(import.meta.dirname, '..');
for (const [file, text] of generatedPages(root)) writeFileSync(join(root, file), text);
