/** Commands that print the file `.env` because a program traces, composes or finds what a shell runs. */
export const indirect: readonly string[] = [
  'bash -x ./print-version.sh',
  'sh -x print-version.sh',
  'bash -e -x print-version.sh',
  'bash -o xtrace print-version.sh',
  'env SHELLOPTS=xtrace bash print-version.sh',
  'set -x; . ./print-version.sh',
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!cat .env' git x",
  "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!cat .e*'; git x",
  "env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!cat .env' git x",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='diff --no-index /dev/null .env' git x",
  "GIT_CONFIG_PARAMETERS=\"'alias.x'='!cat .e*'\" git x",
  "V='!cat .env' git --config-env=alias.x=V x",
  'IFS=,; f=cat,.env; $f',
  'IFS=x; f=catx.env; $f',
  'IFS=-; set -- $(echo cat-.env); "$@"',
  'IFS=- read a b <<< x-.env; cat $b',
  'while IFS=- read a b; do cat $b; done <<< x-.env',
];

/** Commands beside a secret that are written in the same way and show nothing of it. */
export const everydayIndirect: readonly string[] = [
  'bash -e ./print-version.sh',
  'bash -o pipefail print-version.sh',
  'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=me git commit -m "Read .env"',
  'export NODE_ENV=production ENV=test && npm start',
  'env NODE_ENV=production npm start',
  'IFS=. read -r major minor patch <<< "$(node --version)"; echo "$major"',
  'IFS=,; for name in src/index.ts,README.md; do wc -l $name; done',
  'IFS=$\'\\n\'; for file in $(ls); do wc -l "$file"; done',
];
