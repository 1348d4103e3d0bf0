/** Writes what is derived from the tools' zod schemas: `listing.data.json` and `docs/tools.md`. Tests compare both with the tools. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { catalogue } from '../src/tools/catalogue/catalogue.ts';
import { listed } from '../src/tools/definition/schemas.ts';
import { toolDocumentation } from './toolDocumentation.ts';

const root = join(import.meta.dirname, '..');
const listing = catalogue.map(listed);
const file = join(root, 'src/tools/listing.data.json');
writeFileSync(
  file,
  await format(JSON.stringify(listing), { ...(await resolveConfig(file)), parser: 'json' }),
);
mkdirSync(join(root, 'docs'), { recursive: true });
writeFileSync(join(root, 'docs/tools.md'), toolDocumentation(listing));
