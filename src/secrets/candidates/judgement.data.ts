/** Whole values that people write where a secret goes; lower case. */
export const exampleValues: ReadonlySet<string> = new Set(
  (
    'change-me change_me change.me changeit change-it changethis change-this replace-me replaceme replace-this ' +
    'redacted removed masked hidden undefined null none true false todo fixme empty default required optional ' +
    'string password passwd secret token example sample dummy placeholder foobar test testing abcd abcdef abc123 ' +
    'anonymous@ s3cret s3cr3t s3cr3t! asdf qwerty 1234 12345 123456 1234567 12345678 123456789 1234567890'
  ).split(' '),
);

/** Parts that make a value an example, whatever else it holds; lower case. */
export const exampleParts: readonly string[] = [
  ...[
    'xxxxxx',
    '****',
    '...',
    '…',
    '0000000000',
    '1111111111',
    'aaaaaaaaaa',
    '0123456789abcdef',
    '1234567890abc',
  ],
  ...[
    'abcdefghij',
    'yyyy-mm',
    'deadbeefdeadbeef',
    'changeme',
    'notreal',
    'not-real',
    'not_real',
    'change-me',
    'change_me',
    'replace-me',
    'replace_me',
    'placeholder',
    'redacted',
  ],
  ...[
    'enter your',
    'enter-your',
    'enter_your',
    'insert-',
    'insert_',
    'put your',
    'put_your',
    'add your',
    'use a ',
  ],
  ...['-here', '_here', ' here', 'examplekey', 'example-key', 'example_key', 'exampletoken', 'examplesecret'],
];

/**
 * Ends of names whose values are made to be shown or only name something; lower case, dashes as underscores. Among them are
 * places in a list, marks by which a server recognises a repeated request or an old version, and names of objects in a store.
 */
export const publicNameEnds: readonly string[] = (
  'public_token publictoken fingerprint thumbprint signature digest checksum integrity passwordhash ' +
  'password_hash pass_hash passhash tokenhash token_hash key_hash keyhash secret_hash secrethash auth_hash ' +
  'hashed sha256 sha1 md5 encrypted ciphertext clientid credentialid credentialsid keyid tokenid authid ' +
  'keyword keywords websocket_key websocket_accept keyids key_ids webhookid endpointid publishable_key ' +
  'publishablekey site_key sitekey project_key projectkey file_key filekey subscribe_key subscribekey ' +
  'browser_key browserkey search_only_key searchonlykey connectionid crc crc32 md5sum sha1sum sha256sum ' +
  'sha224 sha384 sha512 etag version uuid guid policy regex regexp pattern prefix next_token nexttoken ' +
  'page_token pagetoken continuation_token continuationtoken sequence_token sequencetoken backwardtoken ' +
  'forwardtoken idempotency_token idempotencytoken idempotency_key idempotencykey request_token ' +
  'requesttoken lock_token locktoken changetoken s3_key s3key object_key objectkey cache_key cachekey ' +
  'size length certpin cert_pin authority authenticatordata authenticator_data addr address token_data tokendata version_token versiontoken credits ' +
  'author authors licensed validator sentry_key keyopt dnskey openpgpkey hash_key hashkey expires_at expiresat expires_in expiresin expiry expiration created_at'
).split(' ');

export const publicNameStarts: readonly string[] = ['encrypted', 'public_', 'pin_sha', 'guid_'];

/** Starts of real keys that their vendors publish; lower case. Every installation of the program has the same key. */
export const publishedKeyStarts: readonly string[] = [
  // Azurite, the emulator of Azure Storage.
  'eby8vdm02xnocqflquwjpllm',
  // AES with 128, 192 and 256 bits (NIST SP 800-38A).
  '2b7e151628aed2a6abf7158809cf4f3c',
  '8e73b0f7da0e6452c810f32b809079e5',
  '603deb1015ca71be2b73aef0857d7781',
  // DES, in Grabbe's description of the algorithm.
  '133457799bbcdff1',
  // Ed25519 (RFC 8032) and X25519 (RFC 7748).
  '9d61b19deffd5a60ba844af492ec2cc4',
  '4ccd089b28ff96da9db6c346ec114e0f',
  '77076d0a7318a57d3c16c17251b26645',
  '5dab087e624a8a4b79e17f8b83800ee6',
  // HMAC in a JSON Web Signature (RFC 7515).
  'aym1syspppbydfgzld3umj1qzkobwvmkoqq',
  // The first accounts of Hardhat and of Ganache, which hold no money.
  'ac0974bec39a17e36ba4a6b4d238ff94',
  '4f3edf983ac636a65a842ce7c78d9aa7',
  // XXH3 (the default secret of its specification), and the key of the Cryptopals challenges.
  'b8fe6c3923a44bbe7c01812cf721ad1c',
  '59454c4c4f57205355424d4152494e45',
  // The identifier of Clear Key in DASH.
  'e2719d58a985b3c9781ab030af78d30e',
  // The bytes that fill up passwords in PDF (ISO 32000-1, 7.6.3.3).
  '28bf4e5e4e758a4164004e56fffa0108',
  // The hashes of an empty text: MD5, SHA-1, SHA-256.
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890',
  'e3b0c44298fc1c149afbf4c8996fb924',
  // One-time passwords in the documentation of Google Authenticator, and in RFC 6238.
  'jbswy3dpehpk3pxp',
  'gezdgnbvgy3tqojq',
];
