import type { Random } from '../simulation/random.ts';

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'nope',
  '__proto__',
  '',
] as const;
const names = [
  'ping_system',
  'show_rule',
  'get_raw_source',
  'list_branches',
  'create_webhook',
  'constructor',
  '',
] as const;
const texts = [
  '',
  'x',
  '\u0000',
  '\ud800',
  '💥',
  '__proto__',
  '../../etc',
  '${env:X}',
  'a'.repeat(5_000),
  '{"a":1}',
  '-0',
  'null',
] as const;
const numbers = [0, -0, 1, -1, 1e308, 2 ** 53, 0.5, NaN] as const;

function scalar(random: Random): unknown {
  return random.of<() => unknown>([
    () => random.of(texts),
    () => random.of(numbers),
    () => null,
    () => true,
    () => random.integer(1000),
  ])();
}

function value(random: Random, depth: number): unknown {
  const kind = depth > 4 ? 0 : random.integer(4);
  if (kind === 1) return Array.from({ length: random.integer(4) }, () => value(random, depth + 1));
  if (kind === 2)
    return Object.fromEntries(
      Array.from({ length: random.integer(4) }, () => [random.of(texts), value(random, depth + 1)]),
    );
  return scalar(random);
}

/** Nearly a request: the right fields, with wrong things in some of them. */
function almostRequest(random: Random): unknown {
  const odd = (right: unknown): unknown => (random.integer(8) === 0 ? value(random, 0) : right);
  const args = { key: scalar(random), projectKey: scalar(random), [random.of(texts)]: value(random, 0) };
  const params = {
    name: odd(random.of(names)),
    arguments: odd(args),
    uri: odd(random.of(texts)),
    _meta: value(random, 2),
  };
  return {
    jsonrpc: odd('2.0'),
    ...(random.integer(4) > 0 && { id: odd(random.integer(50)) }),
    method: odd(random.of(methods)),
    ...(random.integer(4) > 0 && { params: odd(params) }),
  };
}

function damaged(random: Random, text: string): string {
  const at = random.integer(text.length + 1);
  return random.of([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + random.of(texts) + text.slice(at),
    () => text + text,
  ])();
}

/** One message of a stranger, as text: well-formed, nearly so, or noise. May hold anything but a line break. */
export function hostileMessage(random: Random): string {
  const text = JSON.stringify(random.integer(5) === 0 ? value(random, 0) : almostRequest(random));
  return (random.integer(3) === 0 ? damaged(random, text) : text).replaceAll(/[\r\n]/g, ' ');
}
