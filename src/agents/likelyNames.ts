/** Names of files that are likely to contain secrets. */
const likely =
  /^\.env|secret|credential|token|passw|\.(?:pem|key|env|p12|npmrc|netrc|pypirc|tfvars|properties|ya?ml|json|toml|ini|cfg|conf)$|^\.(?:npmrc|netrc|pypirc|git-credentials)$|^id_/i;

/** Whether a file is likely to contain secrets, so that a search looks into it first. */
export function isLikely(name: string): boolean {
  return likely.test(name);
}
