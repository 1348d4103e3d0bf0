import { ch, isAlphanumeric, isDigit, isLetter } from './characters.ts';
import type { Candidate } from './candidates/candidate.ts';

/** Shorter values protect nothing and are everywhere. */
const shortest = 4;

/**
 * Values that no context makes a secret: placeholders, templates, references to variables, ready-made public forms.
 * What is merely improbable is left to the scorer.
 * @param value what would be the secret.
 */
export function isNeverSecret(value: string, candidate: Pick<Candidate, 'quote' | 'name'>): boolean {
  if (value.length < shortest || isNamedPublic(candidate.name)) return true;
  return (
    isReference(value) ||
    isPlaceholder(value) ||
    isRepetitive(value) ||
    isAddress(value) ||
    isOneWayHash(value) ||
    isSentence(value) ||
    (candidate.quote === 0 && isCode(value))
  );
}

/**
 * A token of a known form that somebody made up for documentation: rows of one character, the word itself.
 * @param token the whole token, prefix and all.
 */
export function isMadeUp(token: string): boolean {
  if (
    /example|x{5}|X{5}|\*{4}|\.{4}|your[-_]|1234567890|0123456789|abcdefgh|ABCDEFGH|<\w/.test(
      token.replace(/EXAMPLE/g, 'example'),
    )
  )
    return true;
  const tail = token.slice(-24);
  return tail.length >= 14 && new Set(tail).size <= 5;
}

/** `${X}`, `$(cat x)`, `{{ x }}`, `<%= x %>`, `%s`, `#{x}`, `@Value@`: filled in later, so nothing secret stands here. */
function isReference(value: string): boolean {
  const first = value.charCodeAt(0);
  const last = value.charCodeAt(value.length - 1);
  if (first === ch.dollar) {
    const next = value.charCodeAt(1);
    // `$2a$…` is a hash and `$ecret` could be anything, but `$NAME`, `${…`, `$(…` are variables.
    if (next === ch.openBrace || next === ch.open) return true;
    if (isVariable(value, 1)) return true;
  }
  if (first === ch.percent && last === ch.percent) return true;
  if (first === ch.hash && /^#[\da-f]{3,8}$/i.test(value)) return true;
  if (first === ch.less && last === ch.greater) return true;
  if (value.includes('${') || value.includes('#{') || value.includes('{{') || value.includes('$('))
    return true;
  if (value.includes('<%') || value.includes('%>') || value.includes('<?')) return true;
  if (/&(?:apos|quot|lt|gt|#\d+);/.test(value) || /^(?:env|file|vault):/i.test(value)) return true;
  if (/^%-?\d*[sdvqx]$/.test(value) || /^\{\d*\}$/.test(value)) return true;
  return first === ch.openBrace && last === ch.closeBrace && isVariable(value.slice(1, -1), 0);
}

function isVariable(value: string, from: number): boolean {
  if (isDigit(value.charCodeAt(from)) && value.length > from + 1) return false;
  for (let i = from; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (!isAlphanumeric(code) && code !== ch.underscore && code !== ch.dot && code !== ch.colon) return false;
  }
  return value.length > from;
}

/** What people write where a secret goes. */
const placeholders =
  /^(?:x+|\*+|\.+|-+|_+|#+|change[-_. ]?(?:me|it|this)|replace[-_. ]?(?:me|this)|redacted|removed|masked|hidden|undefined|null|none|nil|true|false|todo|tbd|fixme|n\/a|empty|default|required|optional|string|password|passwd|secret|token|example|sample|dummy|placeholder|foobar|foo|bar|baz|test|testing|abcd(?:ef)?|abc123|asdf|qwerty|1234(?:5(?:6(?:7(?:89?0?)?)?)?)?)$/i;

const placeholderParts =
  /x{6}|\*{4}|\.{3}|…|0{10}|1{10}|a{10}|your[-_ ]?(?:own|api|app|secret|token|pass|key|client|account|auth|access|user|db|database)|(?:enter|insert|put|paste|add|use)[-_ ](?:your|the|a|some)[-_ ]|[-_ ](?:goes|placed)[-_ ]?here|example[-_.]?(?:key|token|secret|password|$)|change[-_]?me|placeholder|redacted|0123456789abcdef|1234567890abc|abcdefghij|deadbeefdeadbeef/i;

function isPlaceholder(value: string): boolean {
  if (value.startsWith('<') && value.includes('>')) return true;
  if (value.startsWith('[') && value.endsWith(']') && isLetter(value.charCodeAt(1))) return true;
  return placeholders.test(value) || placeholderParts.test(value);
}

/** Names that say that the value is made to be shown, or is no value but speaks of one. */
const publicName =
  /(?:pub(?:lic)?[-_]?key|public[-_.]?token|fingerprint|signature|(?:pass|auth|token|key|secret)\w*[-_.]?(?:hash|digest|checksum)|hashed|digest|checksum|sha256|sha1|md5|integrity|encrypted|ciphertext|thumbprint|(?:client|credentials?|key|secret|token|auth)[-_.]?id|kid|keywords?|websocket-key|websocket-accept|public[-_.]?key[-_.]?token)$|^(?:encrypted|hashed|public)[-_]|(?:pub(?:lic)?key|pin-sha)\d+$/i;

function isNamedPublic(name: string): boolean {
  return publicName.test(name);
}

/** Few different characters for the length: rulers, dummies, zeros. */
function isRepetitive(value: string): boolean {
  const sample = value.length > 64 ? value.slice(0, 64) : value;
  const distinct = new Set(sample).size;
  return distinct <= 2 || (value.length >= 12 && distinct <= 4) || (value.length >= 24 && distinct <= 7);
}

/** Five words and more, or a list: text for people. Passphrases are shorter. */
function isSentence(value: string): boolean {
  let blanks = 0;
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) === ch.space && ++blanks > 3) return true;
  return blanks > 0 && /; \w+=|, \w+/.test(value);
}

/** A URL without user info, a path or a mail address names a place. */
function isAddress(value: string): boolean {
  if (/^[a-z][a-z\d+.-]{1,15}:\/\//i.test(value)) return true;
  if (/^(?:\.{0,2}|~)\/[\w.@-]/.test(value) && !/[+=]/.test(value) && /\/[\w.-]+\//.test(value)) return true;
  if (/^[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,10}$/i.test(value)) return true;
  return /^(?:data|urn|arn|did|spdx|oid):/i.test(value);
}

/** Password hashes, integrity strings and public keys are made to be shown. */
function isOneWayHash(value: string): boolean {
  return (
    /^\$(?:2[abxy]|argon2(?:id?|d)|[156y]|apr1|pbkdf2[-\w]*|scrypt)\$/.test(value) ||
    /^(?:sha(?:1|224|256|384|512)|md5)[-:=]/i.test(value) ||
    /^\{(?:s?sha\d*|s?md5|crypt|pbkdf2)/i.test(value) ||
    /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-)/.test(value) ||
    // The public half of a NATS key; seeds begin with S.
    /^[ACNOUX][A-Z2-7]{55}$/.test(value) ||
    // Encrypted by Jenkins, whose own key it needs.
    /^\{?AQAA/.test(value) ||
    // A hash and its salt, both in base64; the fingerprint of a public key.
    /^[\w+/]{20,200}={1,2}[\w+/]{8}/.test(value) ||
    /^[\dA-F]{40}$/.test(value) ||
    /^\$\w{1,8}\$rounds=/.test(value) ||
    value.includes('-----')
  );
}

/** An unquoted word that is an expression of a programming language rather than a value. */
function isCode(value: string): boolean {
  if (/^[\w$.]*\(/.test(value)) return true;
  if (/^[\w$]+\[/.test(value)) return true;
  const first = value.charCodeAt(0);
  return first === ch.openBrace || first === ch.openBracket || first === ch.open;
}
