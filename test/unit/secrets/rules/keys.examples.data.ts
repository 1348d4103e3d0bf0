import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/keys.data.ts look, written apart from their patterns. */
export const keysExamples: readonly FormatExamples[] = [
  { rule: 'age-secret-key', form: 'AGE-SECRET-KEY-1{bech:58}' },
  { rule: 'bitcoin-wif', form: 'private_key = {b58c:32}' },
  { rule: 'bip32-private-key', form: 'xprv{b58:107}' },
  { rule: 'ethereum-private-key', form: 'ETH_PRIVATE_KEY=0x{hex:64}' },
  { rule: 'nats-seed', form: 'SU{B32:56}' },
  { rule: 'wireguard-private-key', form: 'PrivateKey = {b64:42}E=' },
  { rule: 'encoded-private-key', form: '{pem64:300}', misses: ['foreign', 'publicpem', 'placeholder'] },
  { rule: 'telegram-session-string', form: 'TELETHON_SESSION_SECRET=1{w:352}' },
  { rule: 'jwt', form: '{jwt}', misses: ['jwtplain', 'jwtexample', 'placeholder'] },
  { rule: 'jwe', form: '{jwe}', misses: ['jweplain', 'jwtplain', 'placeholder'] },
];
