import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/registries.data.ts look, written apart from their patterns. */
export const registriesExamples: readonly FormatExamples[] = [
  { rule: 'npm-token', form: 'npm_{crc62:30}', misses: ['short', 'foreign', 'checksum', 'placeholder'] },
  { rule: 'npm-legacy-token', form: '//registry.npmjs.org/:_authToken={uuid}' },
  { rule: 'pypi-token', form: 'pypi-AgEIcHlwaS5vcmc{w:150}' },
  { rule: 'rubygems-key', form: 'rubygems_{hex:48}' },
  { rule: 'crates-token', form: 'cio{an:32}' },
  { rule: 'docker-hub-token', form: 'dckr_pat_{w:27}' },
  { rule: 'nuget-key', form: 'oy2{lan:43}' },
  { rule: 'artifactory-api-key', form: 'AKCp{an:69}' },
  { rule: 'artifactory-reference-token', form: 'cmVmdGtuOjAxOj{an:50}' },
  { rule: 'packagist-token', form: 'packagist_ort_{hex:68}' },
  { rule: 'packagist-api-token', form: 'PACKAGIST_TOKEN={w:20}' },
  { rule: 'clojars-token', form: 'CLOJARS_{lan:60}' },
  { rule: 'docker-swarm-token', form: 'SWMTKN-1-{lan:50}-{lan:25}' },
  { rule: 'kubeadm-token', form: 'kubeadm join 10.0.0.1:6443 --token {lan:6}.{lan:16}' },
  { rule: 'cloudsmith-key', form: 'CLOUDSMITH_API_KEY={hex:40}' },
  { rule: 'hex-api-key', form: 'HEX_API_KEY={hex:32}' },
  { rule: 'docker-swarm-unlock-key', form: 'SWMKEY-1-{b64:43}' },
  { rule: 'buildkite-registry-token', form: 'bkpt_eyJ{an:154}--{hex:40}' },
  { rule: 'buildkite-registry-token', form: 'bkpt_{an:3}_{hex:40}' },
];
