import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import type { Metafile } from 'esbuild';
import { withChunks } from '../../../scripts/artefacts/bundleContents.ts';
import { readShippedPackage, noticesOf } from '../../../scripts/artefacts/shippedCode.ts';
import { sbomOf, sbomSubjects } from '../../../scripts/artefacts/sbom.ts';
import { cliPackage } from '../../../scripts/npmTarballs.ts';
import { vsixContents } from '../../../scripts/packagedExtension.ts';
import { run } from '../../../scripts/processGroup.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');

/** Names of the packages with code in the files, read from esbuild's metafile in another way than the product does. */
function packagesIn(files: readonly string[]): string[] {
  const { outputs } = JSON.parse(readFileSync(join(root, 'dist/meta.json'), 'utf8')) as Metafile;
  const names = files.flatMap((file) =>
    Object.entries(outputs[file]?.inputs ?? {}).flatMap(([input, { bytesInOutput }]) => {
      const [name = '', scoped = ''] = input.split('node_modules/').at(-1)?.split('/') ?? [];
      if (!input.includes('node_modules/') || bytesInOutput === 0) return [];
      return name.startsWith('@') ? `${name}/${scoped}` : name;
    }),
  );
  return [...new Set(names)].sort();
}

describe('the packages of others in an artefact', () => {
  const folder = temporaryFolder('licences');

  before(async () => {
    await run(process.execPath, ['scripts/build.ts'], root);
  });

  /** A package in its own folder. */
  function fakePackage(name: string, license: string, files: Readonly<Record<string, string>>): string {
    const to = join(folder, name);
    mkdirSync(to);
    writeFileSync(join(to, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(to, file), text);
    return to;
  }

  it('are refused with a licence that is not in the list of allowed ones [S1]', async () => {
    const text = { LICENSE: 'text' };
    await assert.rejects(readShippedPackage(fakePackage('copyleft', 'GPL-3.0-only', text)), /GPL-3\.0-only/);
    await assert.rejects(readShippedPackage(fakePackage('source', 'SSALv1', text)), /SSALv1/);
    const { licence } = await readShippedPackage(fakePackage('choice', '(GPL-2.0-only OR MIT)', text));
    assert.equal(licence, 'MIT');
  });

  it('are refused in a bundle without the text of their licence [S1]', async () => {
    const silent = await readShippedPackage(fakePackage('silent', 'MIT', {}));
    assert.throws(() => noticesOf('It', [silent]), /silent 1\.0\.0/);
  });

  it('are in the notices with licence and notice, even if the text contains quotes of Markdown', async () => {
    const files = { 'LICENSE.md': 'Permission\n```\ncode\n```', NOTICE: 'Made by someone' };
    const notices = noticesOf('It', [await readShippedPackage(fakePackage('quoting', 'MIT', files))]);
    assert.ok(notices.includes('````text\nPermission\n```\ncode\n```\n````'));
    assert.ok(notices.includes('Made by someone'));
  });

  it('are in the notices of the VSIX and of service-cli: those of the metafile, and no others [S1]', async () => {
    const contents = await vsixContents();
    const files = [...contents.keys()];
    const notices = contents.get('THIRD_PARTY_NOTICES.md');
    assert(notices !== undefined && 'text' in notices);
    const listed = [...notices.text.matchAll(/^\| (?<name>\S+) \| \d/gmu)].map(
      ({ groups }) => groups?.name ?? '',
    );
    // A package may be there in two versions.
    assert.deepEqual([...new Set(listed)].sort(), packagesIn(files));
    assert.ok(packagesIn(withChunks(cliPackage.bundles)).includes('@nats-io/jetstream'));
  });

  it('are in SBOMs that the schema of CycloneDX 1.6 accepts, and that name the packages of the metafile [S1]', async () => {
    const subjects = await sbomSubjects();
    assert.deepEqual(
      subjects.map(({ name }) => name),
      [
        'service-ide',
        'service-cli',
        'service-emulator',
        'mcpb-service-cli',
        'image-tool-server',
        'image-relay',
        'image-emulator',
      ],
    );
    const validator = new JsonStrictValidator(Version.v1dot6);
    for (const subject of subjects)
      assert.equal(await validator.validate(sbomOf(subject, 1_800_000_000)), null);

    const cli = subjects.find(({ name }) => name === 'service-cli');
    assert(cli);
    const sbom = JSON.parse(sbomOf(cli, 1_800_000_000)) as { components: { group?: string; name: string }[] };
    const named = sbom.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
    assert.deepEqual([...new Set(named)].sort(), packagesIn(withChunks(cliPackage.bundles)));
    const emulator = subjects.find(({ name }) => name === 'service-emulator');
    assert.ok(
      emulator?.installed.some(({ name }) => name === '@typescript-eslint/parser'),
      'what the analyzers need',
    );
  });

  it('have a line each in scripts/README.md: why, size, last release, alternative', () => {
    const [, part = ''] = readFileSync(join(root, 'scripts/README.md'), 'utf8').split('\n## Dependencies\n');
    const [table = ''] = part.split('\n## ');
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(?<name>[^`]+)`/gu)]);
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', object>;
    assert.deepEqual(
      named.map(({ groups }) => groups?.name).sort(),
      Object.keys({ ...dependencies, ...optionalDependencies }).sort(),
    );
    for (const row of rows)
      assert.ok(
        row.split('|').every((cell, index) => index === 0 || index === 6 || cell.trim() !== ''),
        row,
      );
  });

  it('give an SBOM with the same bytes each time, and another serial number for another content', async () => {
    const subjects = await sbomSubjects();
    const [subject] = subjects;
    assert(subject);
    const serialOf = (text: string): string => (JSON.parse(text) as { serialNumber: string }).serialNumber;
    for (const each of subjects) assert.equal(sbomOf(each, 1_800_000_000), sbomOf(each, 1_800_000_000));
    const sbom = sbomOf(subject, 1_800_000_000);
    assert.match(serialOf(sbom), /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/u);
    assert.notEqual(serialOf(sbomOf({ ...subject, version: '5.0.1' }, 1_800_000_000)), serialOf(sbom));
  });
});
