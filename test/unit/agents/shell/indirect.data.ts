/** Commands that print the file `.env` because a program traces, composes or finds what a shell runs. */
export const indirect: readonly string[] = [
  'bash -x ./print-version.sh',
  'sh -x print-version.sh',
  'bash -e -x print-version.sh',
  'bash -o xtrace print-version.sh',
  'env SHELLOPTS=xtrace bash print-version.sh',
  'set -x; . ./print-version.sh',
];

/** Commands beside a secret that are written in the same way and show nothing of it. */
export const everydayIndirect: readonly string[] = [
  'bash -e ./print-version.sh',
  'bash -o pipefail print-version.sh',
];
