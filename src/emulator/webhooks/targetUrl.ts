import { reachOfHost, reachOfIp } from '../../core/reach.ts';

/** Parses a target; `undefined` for text other than an http(s) URL with a host. Blanks are accepted. */
export function parseTargetUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#]/iu.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** Replaces user and password by stars, one for each character as entered. */
export function maskUserInfo(text: string): string {
  return text.replace(
    /^(https?:\/\/)([^/?#@]*)@/iu,
    (_all, scheme: string, userInfo: string) => `${scheme}${maskParts(userInfo)}@`,
  );
}

/** Keeps the first colon, which separates user and password. */
function maskParts(userInfo: string): string {
  const colon = userInfo.indexOf(':');
  if (colon < 0) return '*'.repeat(userInfo.length);
  return `${'*'.repeat(colon)}:${'*'.repeat(userInfo.length - colon - 1)}`;
}

export function basicCredentials(target: URL): string | undefined {
  if (target.username === '' && target.password === '') return undefined;
  const [user, password] = [target.username, target.password].map(decodeUserInfo);
  return `Basic ${Buffer.from(`${String(user)}:${String(password)}`).toString('base64')}`;
}

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is taken literally.
    return text;
  }
}

export const loopbackRefusal = 'Invalid URL: loopback and wildcard addresses are not allowed for webhooks.';
export const privateRefusal =
  'Invalid URL: loopback, wildcard, link-local, site-local, multicast, cloud metadata addresses and addresses of the SonarQube server itself are not allowed for webhooks.';

const refusals = { loopback: loopbackRefusal, private: privateRefusal, public: undefined };

/** Returns the reason why a webhook must not go to an address; `undefined` when it may. */
export function refusalOf(address: string): string | undefined {
  return refusals[reachOfIp(address)];
}

/** Works as `refusalOf` for a host before its name is resolved. */
export function refusalOfHost(target: URL): string | undefined {
  return refusals[reachOfHost(target)];
}
