import type { Resource } from '../resources/resource.ts';

const first =
  '# >>> service-cli: Git hooks that check for secrets. Remove it with: service-cli integrate git --global --remove';
const last = '# <<< service-cli';

/**
 * Returns the lines of the user's git configuration that name the folder of the hooks. They come last, because the last
 * value of a setting counts.
 */
export function gitConfigFile(path: string, hooksFolder: string): Resource {
  const value = hooksFolder.replaceAll('\\', '/').replaceAll('"', String.raw`\"`);
  const lines = `${first}\n[core]\n\thooksPath = "${value}"\n${last}\n`;
  return {
    path,
    within: undefined,
    parts: ['core.hooksPath'],
    install(bytes) {
      const rest = withoutLines(bytes);
      return Buffer.from(rest + (rest === '' || rest.endsWith('\n') ? '' : '\n') + lines);
    },
    remove(bytes, isOurFile) {
      if (bytes === undefined) return undefined;
      const rest = withoutLines(bytes);
      return isOurFile && rest.trim() === '' ? undefined : Buffer.from(rest);
    },
    inspect(bytes) {
      const text = bytes ? Buffer.from(bytes).toString('utf8') : '';
      const status = text.endsWith(lines)
        ? 'CONFIGURED'
        : text.includes(first)
          ? 'CONFIGURED / INVALID CONFIG'
          : 'NOT CONFIGURED';
      return [{ part: 'core.hooksPath', status }];
    },
  };
}

function withoutLines(bytes: Uint8Array | undefined): string {
  const text = bytes ? Buffer.from(bytes).toString('utf8') : '';
  const start = text.indexOf(first);
  const close = start < 0 ? -1 : text.indexOf(`\n${last}`, start);
  return close < 0 ? text : text.slice(0, start) + text.slice(close + last.length + 2);
}
