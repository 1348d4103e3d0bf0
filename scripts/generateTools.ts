/** Writes what is derived from the tools' zod schemas: `listing.data.json`. A test compares it with the tools. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { catalogue } from '../src/tools/catalogue.ts';
import { listed } from '../src/tools/schemas.ts';

const root = join(import.meta.dirname, '..');
const listing = await format(JSON.stringify(catalogue.map(listed)), { parser: 'json' });
writeFileSync(join(root, 'src/tools/listing.data.json'), listing);
