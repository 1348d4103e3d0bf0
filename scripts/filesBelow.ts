import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files below folders of `root` whose names end like this, sorted and relative to `root`. */
export function filesBelow(root: string, end: string, ...folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith(end))
    .sort();
}
