import assert from 'node:assert/strict';
import { installFromNpm } from '../../../scripts/installFromNpm.ts';
import { temporaryFolder } from '../../../scripts/temporaryFolder.ts';
import { CompanyAuthority, startForwarder } from '../../support/companyNetwork.ts';

describe('the installation of packages for tests', () => {
  it('fails within seconds where the registry has a certificate that npm does not trust', async function () {
    // npm starts on a machine that may be busy. With its own repetitions it takes more than a minute.
    this.timeout(40_000);
    await using authority = new CompanyAuthority();
    await using registry = await startForwarder('http://127.0.0.1:9', {
      tls: authority.issue('IP:127.0.0.1'),
    });
    const folder = temporaryFolder('npm');
    await assert.rejects(
      installFromNpm(
        folder,
        ['nothing@1.0.0'],
        [`--registry=https://127.0.0.1:${registry.port}`, `--cache=${folder}/cache`],
      ),
      /SELF_SIGNED_CERT|UNABLE_TO_/,
    );
  });
});
