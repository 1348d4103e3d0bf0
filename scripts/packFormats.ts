/** Writes src/secrets/formats/packedFormats.data.ts from the format rules: `node scripts/packFormats.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRules } from '../src/secrets/rules/formatRules.ts';

// Not imported above: the module reads the file that this script writes.
const file = join(import.meta.dirname, '../src/secrets/formats/packedFormats.data.ts');
const write = (packed: { keywords: string; fields: string }): void => {
  const text = JSON.stringify(packed);
  writeFileSync(
    file,
    `// Written by scripts/packFormats.ts from the rules in rules/.\n// prettier-ignore\nexport const packed = ${text};\n`,
  );
};
write({ keywords: '', fields: '' });
const { packFormats } = await import('../src/secrets/formats/packedFormats.ts');
write(packFormats(formatRules));
