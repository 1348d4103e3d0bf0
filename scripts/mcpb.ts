import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { defaultToolsets } from '../src/tools/definition/toolsets.ts';
import { select, toolCatalogue } from '../src/tools/catalogue/toolCatalogue.ts';
import { withChunks } from './artefacts/bundleContents.ts';
import { shippedCodeOf, noticesOf } from './artefacts/shippedCode.ts';
import { copiesOf, readFiles, type StagedFile, sourceDateEpoch } from './artefacts/stage.ts';
import { readManifest, type Manifest } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');

/** The bundles of `dist/` in it. */
export const mcpbBundles = ['cli', 'tools'];

/**
 * Writes the tool server as an MCP bundle, which agents install with one click, into `folder`, which may be absent. Returns
 * its path. The bytes depend on the files and the time of the commit.
 * https://github.com/anthropics/mcpb/blob/main/MANIFEST.md
 */
export async function buildMcpb(folder: string): Promise<string> {
  const product = await readManifest();
  const files = withChunks(mcpbBundles);
  const { bundled } = await shippedCodeOf(files);
  const contents = new Map<string, StagedFile>([
    ...copiesOf(root, [...files, 'LICENSE']),
    ['THIRD_PARTY_NOTICES.md', { text: noticesOf('The MCP bundle of service-cli', bundled) }],
    ['manifest.json', { text: `${JSON.stringify(mcpbManifest(product), undefined, 2)}\n` }],
  ]);
  const mtime = dosTime(await sourceDateEpoch());
  const entries: Zippable = {};
  for (const [path, bytes] of await readFiles(contents))
    entries[path] = [bytes, { mtime, os: 3, attrs: 0o100644 << 16 }];
  const bundle = join(resolve(folder), `service-cli-${product.version}.mcpb`);
  await mkdir(folder, { recursive: true });
  await writeFile(bundle, zipSync(entries, { level: 9 }));
  return bundle;
}

/** Archives store the local time, and none before 1980: this is UTC in every time zone. */
function dosTime(seconds: number): Date {
  const utc = new Date(Math.max(seconds * 1000, Date.UTC(1980, 0, 2)));
  return new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000);
}

function mcpbManifest({ version, license, publisher, engines }: Manifest): object {
  const offered = select(toolCatalogue, {
    toolsets: new Set(defaultToolsets),
    readOnly: false,
    kind: undefined,
  });
  return {
    manifest_version: '0.3',
    name: 'service-cli',
    display_name: 'Service code quality',
    version,
    description: 'Quality gates, issues, coverage and rules of a code-quality platform for AI agents.',
    author: { name: publisher },
    license,
    server: {
      type: 'node',
      entry_point: 'dist/cli.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/dist/cli.js', 'mcp'],
        env: {
          SERVICE_URL: '${user_config.url}',
          SERVICE_ORG: '${user_config.organization}',
          SERVICE_TOKEN: '${user_config.token}',
        },
      },
    },
    tools: offered.map(({ name, description }) => ({ name, description })),
    // The toolsets and the kind of the platform decide which tools there are.
    tools_generated: true,
    compatibility: {
      platforms: ['darwin', 'win32', 'linux'],
      runtimes: { node: engines.node ?? '>=20.19.0' },
    },
    user_config: {
      url: setting('Server', 'Address of the server; empty for the cloud in the EU'),
      organization: setting('Organization', 'Key of the organization in the cloud; empty for a server'),
      token: {
        ...setting('User token', 'Empty: a login of service-cli that is not in the keyring is used'),
        sensitive: true,
      },
    },
  };
}

/** With an empty default, because agents leave the placeholder of a value that is not there. */
function setting(title: string, description: string): object {
  return { type: 'string', title, description, required: false, default: '' };
}
