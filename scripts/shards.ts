/**
 * Splits files into shards that take about the same time: each file, the longest first, goes to the shard with the
 * least work so far.
 * @param count of shards; there are fewer where there are fewer files
 * @param seconds per file; a file without seconds is taken for an average one
 * @returns the shards, none of them empty; each keeps the order of `files`
 */
export function shardsOf(
  files: readonly string[],
  count: number,
  seconds: Readonly<Record<string, number>>,
): readonly (readonly string[])[] {
  const known = Object.values(seconds);
  const average = known.length === 0 ? 1 : known.reduce((sum, one) => sum + one, 0) / known.length;
  const workOf = (file: string): number => seconds[file] ?? average;
  const shards = Array.from({ length: count }, () => ({ work: 0, files: new Set<string>() }));
  for (const file of [...files].sort((a, b) => workOf(b) - workOf(a))) {
    const shard = shards.reduce((least, other) => (other.work < least.work ? other : least));
    shard.work += workOf(file);
    shard.files.add(file);
  }
  return shards
    .map((shard) => files.filter((file) => shard.files.has(file)))
    .filter(({ length }) => length > 0);
}
