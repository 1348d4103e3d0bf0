import type { Manifest } from '../packagedExtension.ts';
import { images } from './images.ts';

/**
 * Returns what a publisher does with the files of a release, each by the current official tool of its registry. A step
 * signs in by the identity that the workflow gets for its run (OIDC): no step needs a token that lasts.
 * @param files names of the files in `build/`
 */
export function publishingSteps({ name, version, repository }: Manifest, files: readonly string[]): string {
  const vsix = `build/${name}-${version}.vsix`;
  const packages = files.filter((file) => file.endsWith('.tgz'));
  const bundles = files.filter((file) => file.endsWith('.mcpb'));
  return `
Nothing was published. The workflow .github/workflows/release.yml does the following for the tag v${version}; each
job has the permissions of one step, and the tools come from deploy/publish (npm ci --ignore-scripts --prefix deploy/publish):
${repository === undefined ? '\n0. Add "repository" to package.json: npm and the marketplaces compare it with the workflow that publishes.\n' : ''}
1. Compare: build the tag a second time elsewhere, then
     diff -r build OTHER/build
2. Attest the files:
     actions/attest-build-provenance with subject-checksums: build/SHA256SUMS
3. Visual Studio Marketplace (vsce 4 needs Node 22; its trusted publishing is set up once on the page of the publisher;
   where that page is missing yet: --azure-credential in place of --oidc, after azure/login):
     deploy/publish/node_modules/.bin/vsce publish --oidc --packagePath ${vsix}
4. Open VSX, for Cursor, Windsurf and VSCodium (trusted publishing, set up once at open-vsx.org/user-settings/trusted-publishers):
     deploy/publish/node_modules/.bin/ovsx publish --trusted-publishing ${vsix}
5. npm (npm 11.5.1 or newer; trusted publishing, set up once on the page of each package):
${packages.map((file) => `     deploy/publish/node_modules/.bin/npm publish ./build/${file} --access public --provenance`).join('\n')}
6. Images, for amd64 and arm64, with SBOM and provenance:
${Object.entries(images)
  .map(
    ([image, { containerfile }]) =>
      `     docker buildx build --file ${containerfile} --platform linux/amd64,linux/arm64 --sbom=true --provenance=mode=max --push --tag REGISTRY/service-${image}:${version} .`,
  )
  .join('\n')}
7. MCP registry (mcp-publisher 1.7.9, checked by its checksum; signs in by OIDC):
     mcp-publisher login github-oidc && mcp-publisher publish
8. Release page: attach ${bundles.length > 0 ? `${bundles.join(', ')}, ` : ''}SHA256SUMS, the SBOMs (*.cdx.json) and the files above:
     gh release create v${version} build/* --verify-tag
`;
}
