/** Writes what is derived from the tools' zod schemas: `toolCatalogue.data.json` and `docs/tools.md`. Tests compare both with the tools. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { allTools } from '../src/tools/catalogue/allTools.ts';
import { catalogueEntry } from '../src/tools/catalogue/schemas.ts';
import { toolDocumentation } from './toolDocumentation.ts';

const root = join(import.meta.dirname, '..');
const toolCatalogue = allTools.map(catalogueEntry);
const file = join(root, 'src/tools/catalogue/toolCatalogue.data.json');
writeFileSync(
  file,
  await format(JSON.stringify(toolCatalogue), { ...(await resolveConfig(file)), parser: 'json' }),
);
mkdirSync(join(root, 'docs'), { recursive: true });
writeFileSync(join(root, 'docs/tools.md'), toolDocumentation(toolCatalogue));
