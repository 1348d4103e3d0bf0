/**
 * Returns a test for paths by a pattern as in ignore files: `*` matches anything but a slash, `**` anything, `?` one
 * character. A pattern without a slash matches names in any folder; one that ends in a slash matches everything below.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const rooted = pattern.startsWith('/') ? pattern.slice(1) : pattern;
  const whole = rooted.endsWith('/') ? `${rooted}**` : rooted;
  const anywhere = !pattern.slice(0, -1).includes('/');
  return (path) => {
    const normal = path.replaceAll('\\', '/').replace(/^\.\//, '');
    if (matches(whole, normal)) return true;
    if (!anywhere) return false;
    for (let slash = normal.indexOf('/'); slash >= 0; slash = normal.indexOf('/', slash + 1))
      if (matches(whole, normal.slice(slash + 1))) return true;
    return false;
  };
}

/**
 * Uses two pointers and one way back each to the last `*` and the last `**`, so it takes at most pattern × path steps. A
 * regular expression from a pattern of the repository could take exponential time.
 */
function matches(pattern: string, path: string): boolean {
  let p = 0;
  let s = 0;
  let star = { p: -1, s: -1 };
  let stars = { p: -1, s: -1 };
  while (s < path.length) {
    const want = pattern.charAt(p);
    if (want === '*' && pattern.charAt(p + 1) === '*') {
      p += pattern.charAt(p + 2) === '/' ? 3 : 2;
      stars = { p, s };
      star = { p: -1, s: -1 };
    } else if (want === '*') star = { p: ++p, s };
    else if (want !== '' && (want === path.charAt(s) || (want === '?' && path.charAt(s) !== '/'))) {
      p++;
      s++;
    } else if (star.p >= 0 && path.charAt(star.s) !== '/') {
      star = { p: star.p, s: star.s + 1 };
      ({ p, s } = star);
    } else if (stars.p >= 0) {
      stars = { p: stars.p, s: stars.s + 1 };
      ({ p, s } = stars);
      star = { p: -1, s: -1 };
    } else return false;
  }
  while (pattern.charAt(p) === '*') p++;
  return p === pattern.length;
}
