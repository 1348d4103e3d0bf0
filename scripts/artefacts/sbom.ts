import { createHash } from 'node:crypto';
import { ComponentScope, ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component, Metadata, Property, SpdxLicense } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mcpbBundles } from '../mcpb.ts';
import { cliPackage, emulatorPackage } from '../npmTarballs.ts';
import { readManifest, vsixFiles } from '../packagedExtension.ts';
import { withChunks } from './bundleContents.ts';
import { baseOf, images } from './images.ts';
import { shippedCodeOf, type ShippedPackage } from './shippedCode.ts';
import { sourceDateEpoch } from './stage.ts';

export interface SbomSubject {
  readonly name: string;
  readonly version: string;
  readonly type: 'application' | 'container';
  readonly licence: string;
  /** Packages whose code is in the bundles. */
  readonly bundled: readonly ShippedPackage[];
  /** Packages that lie beside the bundles, or that npm installs with them. */
  readonly installed: readonly ShippedPackage[];
  /** The image below a container, such as `docker.io/library/node:24.21.0-alpine@sha256:…`. */
  readonly base?: string;
}

/**
 * Returns the bill of materials as CycloneDX 1.6 in JSON. It depends on the subject and the time alone: the serial number
 * is the digest of the content.
 * @param date seconds since 1970
 */
export function sbomOf(subject: SbomSubject, date: number): string {
  const { name, version, type, licence, bundled, installed, base } = subject;
  const component = new Component(
    type === 'container' ? ComponentType.Container : ComponentType.Application,
    name,
    {
      version,
      bomRef: `${name}@${version}`,
    },
  );
  component.licenses.add(new SpdxLicense(licence));
  const bom = new Bom({ metadata: new Metadata({ component, timestamp: new Date(date * 1000) }) });
  const add = (part: Component): void => {
    bom.components.add(part);
    component.dependencies.add(part.bomRef);
  };
  // The same version may lie in several folders. The library makes up a name for a reference that occurs twice.
  const named = new Set<string>();
  const addAll = (packages: readonly ShippedPackage[], delivery: 'bundled' | 'installed'): void => {
    for (const shipped of packages) {
      if (!named.has(idOf(shipped))) add(componentOf(shipped, delivery));
      named.add(idOf(shipped));
    }
  };
  addAll(bundled, 'bundled');
  addAll(installed, 'installed');
  if (base !== undefined) {
    add(baseComponentOf(base));
  }
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  const write = (): string => `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
  bom.serialNumber = serialNumberOf(write());
  return write();
}

function componentOf(shipped: ShippedPackage, delivery: 'bundled' | 'installed'): Component {
  const { name, version, licence } = shipped;
  const slash = name.indexOf('/');
  const component = new Component(ComponentType.Library, name.slice(slash + 1), {
    group: slash > 0 ? name.slice(0, slash) : undefined,
    version,
    bomRef: idOf(shipped),
    purl: idOf(shipped),
    scope: ComponentScope.Required,
  });
  component.licenses.add(new SpdxLicense(licence));
  component.properties.add(new Property('service:delivery', delivery));
  return component;
}

/**
 * Returns the component of a base image. Its package URL is of the type `oci`, whose version is the digest.
 * @param base `<repository>:<tag>@sha256:<64 hexadecimal digits>`
 * @throws {Error} when the digest is missing, because a tag can move to another image
 */
function baseComponentOf(base: string): Component {
  const { repository, tag, digest } =
    /^(?<repository>[^:@]+):(?<tag>[^:@]+)@sha256:(?<digest>[0-9a-f]{64})$/.exec(base)?.groups ?? {};
  if (!repository || !tag || !digest) throw new Error(`The base image ${base} is not pinned by its digest.`);
  const name = repository.slice(repository.lastIndexOf('/') + 1);
  const component = new Component(ComponentType.Container, repository, {
    version: tag,
    bomRef: base,
    purl: `pkg:oci/${name}@sha256%3A${digest}?repository_url=${repository}&tag=${tag}`,
  });
  component.hashes.set(HashAlgorithm['SHA-256'], digest);
  return component;
}

/** The package URL, which names a package and its version everywhere. */
const idOf = ({ name, version }: ShippedPackage): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A UUID of version 8, which a program may fill as it likes (RFC 9562, section 5.8). */
function serialNumberOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

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
