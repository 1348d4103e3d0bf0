import type { Candidate, CandidateKind, RuleMatch, Source } from '../candidates/candidate.ts';
import { isPasswordName, wordsOf } from '../candidates/publicNames.ts';
import { isMixedWord, isPin } from '../candidates/spokenValues.ts';
import { isEncodedPlaceholder } from '../candidates/placeholders.ts';
import { ch, setOf } from '../characters.ts';
import { buckets, describeCandidate, FeatureSet } from './features.ts';
import type { Format } from '../formats/formatRule.ts';
import { matchNamedFormat } from '../formats/formats.ts';
import { type GenericRule, genericRules } from '../genericRules.data.ts';
import { isBarePassphrase, isNeverSecret } from '../candidates/judgement.ts';
import { modelScale, modelThreshold, modelWeights } from './model.data.ts';
import { namedFormats } from '../formats/packedFormats.ts';

/** A match of at least this strength is proof: a format that does not match at the same place does not reject it. */
export const provenStrength = 100;

/** The shortest value that a format without a keyword matches. */
const shortestNamed = 16;

const features = new FeatureSet();

export interface Model {
  /** One weight per bucket of the hashed features. */
  readonly weights: Int8Array;
  /** The log-odds that one step of a weight adds. */
  readonly scale: number;
  /** Log-odds from which a value counts as a secret. */
  readonly threshold: number;
}

/**
 * Decides whether a candidate is a secret, and by which rule.
 *
 * @param extension Lower-case extension of the file without the dot; '' if there is no file.
 * @param model The model that ships, unless another one is validated.
 * @returns Undefined if the candidate is not a secret.
 */
export function classify(
  source: Source,
  candidate: Candidate,
  extension: string,
  model: Model = shippedModel(),
): RuleMatch | undefined {
  const value = candidate.decoded ?? source.text.slice(candidate.start, candidate.end);
  if (isNeverSecret(value, candidate)) return undefined;
  if (isPartOfReference(source, candidate) || isOfPublicFile(source, candidate)) return undefined;
  if (isDefaultPassword(source.text, candidate, value)) return undefined;
  if (isIdentifier(source, candidate)) return undefined;
  if (isOfPublicKey(source, candidate)) return undefined;
  const { start, end } = candidate;
  if (value.length >= shortestNamed && !value.includes(' ')) {
    const format = matchNamedFormat(source, namedFormats(), candidate);
    if (format)
      return {
        start,
        end,
        rule: format.id,
        confidence: 'high',
        fix: 'revoke',
        strength: hasPrefix(format) ? provenStrength + 20 : 50,
      };
  }
  describeCandidate(features, source, candidate, value, extension);
  const score =
    modelScore(model, features) + (kindScores[candidate.kind] ?? 0) + spokenScore(candidate, value);
  if (
    score < model.threshold &&
    !isDatabasePassword(source.text, candidate, value) &&
    !isBarePassphrase(candidate, value)
  )
    return undefined;
  if (isEncodedPlaceholder(value) || isOfTestVector(source, candidate, value)) return undefined;
  const rule = ruleFor(candidate, value);
  return { ...rule, start, end, strength: rule.strength + 1 / (1 + Math.exp(-score)) };
}

/** Returns the log-odds that the form of a value adds in a sentence, whatever the language of its other words. */
function spokenScore({ kind, name }: Candidate, value: string): number {
  if (kind !== 'prose') return 0;
  return isPin(name, value) ? 8 : isMixedWord(value) ? 2 : 0;
}

const reachBack = 200;
const endsReference = setOf(' \t\r\n"\'`=,;(){}[]<>|');
/** Names of secrets that are kept elsewhere. */
const storeReference = /^(?:arn:|vault:|secret:\/\/|op:\/\/|keyvault:|ssm:|gcp-secret:)/i;

/** Returns whether a name stands in a reference, such as `arn:aws:secretsmanager:…:secret:prod/db` or a URL's path. */
function isPartOfReference(source: Source, { kind, nameStart }: Candidate): boolean {
  if (kind !== 'assignment') return false;
  const { text } = source;
  const before = text.charCodeAt(nameStart - 1);
  if (before !== ch.colon && before !== ch.slash) return false;
  let start = nameStart;
  while (nameStart - start < reachBack && start > 0 && !endsReference(text.charCodeAt(start - 1))) start--;
  source.steps += nameStart - start;
  const word = text.slice(start, nameStart);
  return storeReference.test(word) || /^[a-z][a-z\d+.-]*:\/\/[^?&#@]*\/$/i.test(word);
}

/**
 * Returns whether a candidate is a parameter of the URL of a file that everyone who reads the page loads: a picture of the
 * state of a project (`…/badge.svg?token=…`), or a download from Firebase Storage (`…?alt=media&token=…`).
 */
function isOfPublicFile(source: Source, { kind, nameStart }: Candidate): boolean {
  const { text } = source;
  const before = text.charCodeAt(nameStart - 1);
  if (kind !== 'assignment' || (before !== ch.question && before !== ch.ampersand)) return false;
  const from = Math.max(0, nameStart - reachBack);
  source.steps += nameStart - from;
  return /:\/\/[^\s"'()<>]*(?:badge|shields\.io|\.svg\?|\?alt=media&)[^\s"'()<>]*$/i.test(
    text.slice(from, nameStart),
  );
}

/**
 * Returns whether `IDENTIFIED BY` belongs to no clause of SQL about a user, but to a module of ASN.1
 * (`{PBEParameter IDENTIFIED BY pbeWithMD5}`) or a sentence (`identified by 'x-ms-copy-id'`).
 */
const isIdentifier = ({ text }: Source, { name, nameStart }: Candidate): boolean =>
  name.toLowerCase() === 'identified by' &&
  !/\b(?:user|role|grant|alter|create)\b/i.test(text.slice(Math.max(0, nameStart - reachBack), nameStart));

/** Returns whether the name is the word `key` of a public key: `# public key: …`, `PublicKey{Key: "…"}`. */
function isOfPublicKey(source: Source, { name, nameStart }: Candidate): boolean {
  if (name.toLowerCase() !== 'key') return false;
  const from = Math.max(0, nameStart - reachBack);
  source.steps += nameStart - from;
  return /public $|public_?key\{[^{}\n]*$/i.test(source.text.slice(from, nameStart));
}

/**
 * Returns whether a value is the password that an image documents for a service on the same machine or in the same network of
 * containers: the user or the service itself (`postgres:postgres@localhost`, `POSTGRES_PASSWORD=postgres`), or a word that
 * stands for a password (`guest:guest@mq`).
 */
function isDefaultPassword(text: string, { kind, name, end }: Candidate, value: string): boolean {
  const password = value.toLowerCase();
  if (kind !== 'url') return isPasswordName(name) && wordsOf(name).includes(password);
  const user = userOf(name);
  // A password is asked for, but any will do (RFC 1635).
  if (user === 'anonymous') return true;
  if (password !== user && !isExamplePassword(password)) return false;
  const host = hostBehind(text, end);
  return host !== undefined && isLocalHost(host);
}

/** @param name The scheme and the user of a URL, as `readUrl` returns them. */
const userOf = (name: string): string => name.slice(name.indexOf('://') + 3).toLowerCase();

/** Returns the host behind a password in a URL, in lower case. */
const hostBehind = (text: string, end: number): string | undefined =>
  /^@(\[::1\]|[\w.-]{1,100})/.exec(text.slice(end, end + 102))?.[1]?.toLowerCase();

/** A host without a dot is a container, or a machine in the same network. */
const isLocalHost = (host: string): boolean =>
  /^(?:127\.[\d.]+|0\.0\.0\.0|host\.docker\.internal|[^.]+)$/.test(host);

/** Returns whether a password contains a word that stands for one in documentation and in the defaults of images. */
const isExamplePassword = (password: string): boolean =>
  /pass|pwd|secret|user|guest|admin|root|test|example|dummy|foo|bar|sample|demo|hunter2|12345/.test(password);

const databaseScheme =
  /^(?:amqps?|bolt|clickhouse|couchbases?|ftps?|ldaps?|mariadb|mongodb|mqtts?|mssql|mysql|nats|neo4j|postgres|postgresql|rediss?|sftp|smtps?|sqlserver|stomp)\b/i;

/**
 * Returns whether a value is the password of the URL of a database or of another service. People choose weak ones, so its looks do not matter: only
 * examples are left out, by the password and by the host.
 */
function isDatabasePassword(text: string, { kind, name, end }: Candidate, value: string): boolean {
  if (kind !== 'url' || !databaseScheme.test(name)) return false;
  if (value.length < shortestPassword || isExamplePassword(value.toLowerCase())) return false;
  const host = hostBehind(text, end);
  return host !== undefined && !exampleHost.test(host);
}

const shortestPassword = 6;
const exampleHost =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|(?:db[.-]?)?host(?:name)?|server|ip|address)$|^(?:your|my|some)[-_.]?(?:host|server|db|database|cluster)|example|\btest\b/;

/** The number of characters before and behind a value that are read. */
const vectorReach = 600;

/** Names of keys in test vectors. The key of an API stands beside messages and signatures, too. */
const keyName = /key|seed|secret|ikm|psk|^[ks]k?$/i;
const nameOfApi = /api|app|access|auth|client|consumer|token/i;
/** At least eight bytes in hexadecimal digits. */
const hexBytes = /^(?:0x)?(?:[\da-f]{2}){8,}$/i;
/** The input of a computation, whatever its form. */
const input = /\b(?:plain_?text|pt|msg|message|input|in|data|aad|ad|salt|info|label)["']?\s{0,8}[:=]/i;
/** The result of a computation in hexadecimal digits. */
const result =
  /\b(?:cipher_?text|ct|tag|mac|hmac|digest|okm|prk|expected|output|out|signature|sig)["']?\s{0,8}[:=]\s{0,8}[^\s"'=]{0,24}["']?(?:0x)?[\da-f]{16}/i;

/** The input of a computation whose result is a key (RFC 5869). */
const inputOfKey = /\bikm["']?\s{0,8}[:=]\s{0,8}["'](?:0x)?[\da-f]{16}/i;

/** Parts of a URL that a parser returns, and that the settings of a connection lack. */
const partOfUrl = /\b(?:href|origin|pathname|protocol|scheme|userinfo)["']?\s{0,8}[:=]/i;

/**
 * Returns whether a value is published with all that it protects: the key of a test vector, whose input and result stand in
 * the same record in hexadecimal digits, or the password of a URL that stands beside its parts.
 */
function isOfTestVector(source: Source, candidate: Candidate, value: string): boolean {
  const { name, kind, start, end } = candidate;
  const isKey = hexBytes.test(value) && keyName.test(name) && !nameOfApi.test(name);
  if (!isKey && kind !== 'url' && !/pass|auth/i.test(name)) return false;
  const { text } = source;
  const around = text.slice(Math.max(0, start - vectorReach), end + vectorReach);
  source.steps += around.length;
  if (isKey) return input.test(around) && (result.test(around) || inputOfKey.test(around));
  return (
    around.includes(`:${value.slice(value.indexOf(':') + 1)}@`) &&
    partOfUrl.test(around) &&
    /\bhost(?:name)?["']?\s{0,8}[:=]/i.test(around)
  );
}

function ruleFor({ kind, name }: Candidate, value: string): GenericRule {
  if (kind === 'url') return genericRules.urlPassword;
  if (kind === 'header') return genericRules.httpCredentials;
  const folded = name.toLowerCase();
  const says = (...words: string[]): boolean => words.some((word) => folded.includes(word));
  if (otpWord.test(name) || says('2fa', 'mfa') || (says('secret', 'seed') && isBase32(value)))
    return genericRules.otpSeed;
  if (folded === 'p' || says('pass', 'pwd', 'pw', 'pin', 'identified', 'kennwort', 'senha', 'contrase'))
    return genericRules.password;
  if (says('token', 'auth')) return genericRules.token;
  return says('key') ? genericRules.key : genericRules.secret;
}

/** As a word, because `forgotPassword` contains its letters. */
const otpWord = /(?<![a-z])t?otp|Otp|OTP/;

/** Hardly anything but the seeds of one-time passwords is written in base32. */
const isBase32 = (value: string): boolean => value.length >= 16 && /^[A-Z2-7]+=*$/.test(value);

/** Whether a format requires a prefix, which is stronger proof than a name and a length. */
const hasPrefix = ({ pattern }: Format): boolean => /^\w/.test(pattern.source);

let shipped: Model | undefined;

const shippedModel = (): Model =>
  (shipped ??= { weights: decodeWeights(modelWeights), scale: modelScale, threshold: modelThreshold });

function modelScore({ weights, scale }: Model, set: FeatureSet): number {
  let sum = 0;
  for (let i = 0; i < set.size; i++) sum += weights[set.indices[i] ?? 0] ?? 0;
  return sum * scale;
}

function decodeWeights(text: string): Int8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== buckets)
    throw new Error(`The model has ${bytes.length} weights instead of ${buckets}`);
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Log-odds added where hardly anything but secrets stands, because the corpora have few invented passwords. */
const kindScores: Partial<Record<CandidateKind, number>> = {
  url: 1.5,
  header: 0.5,
};
