import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mcpbBundles } from '../mcpb.ts';
import { cliPackage, emulatorPackage } from '../npmTarballs.ts';
import { readManifest, vsixFiles } from '../packagedExtension.ts';
import { withChunks } from './bundleContents.ts';
import { baseOf, images } from './images.ts';
import { sbomOf, type SbomSubject } from './sbom.ts';
import { shippedCodeOf } from './shippedCode.ts';
import { sourceDateEpoch } from './sourceDate.ts';

/** Returns the subjects of all SBOMs: VSIX, npm packages, MCP bundle and images. */
export async function sbomSubjects(): Promise<readonly SbomSubject[]> {
  const { name: extension, version, license: licence } = await readManifest();
  const common = { version, licence } as const;
  const subjects: SbomSubject[] = [];
  const codeOfVsix = (await vsixFiles()).filter((file) => file.startsWith('dist/'));
  subjects.push({ name: extension, type: 'application', ...common, ...(await shippedCodeOf(codeOfVsix)) });
  for (const npmPackage of [cliPackage, emulatorPackage]) {
    const code = await shippedCodeOf(withChunks(npmPackage.bundles));
    subjects.push({ name: npmPackage.name, type: 'application', ...common, ...code });
  }
  const codeOfMcpb = await shippedCodeOf(withChunks(mcpbBundles));
  subjects.push({ name: 'mcpb-service-cli', type: 'application', ...common, ...codeOfMcpb });
  for (const [name, image] of Object.entries(images)) {
    const code = await shippedCodeOf(withChunks(image.bundles));
    subjects.push({
      name: `image-${name}`,
      type: 'container',
      ...common,
      ...code,
      base: await baseOf(image),
    });
  }
  return subjects;
}

export async function writeSboms(folder: string): Promise<void> {
  const date = await sourceDateEpoch();
  for (const subject of await sbomSubjects())
    await writeFile(join(folder, `${subject.name}-${subject.version}.cdx.json`), sbomOf(subject, date));
}
