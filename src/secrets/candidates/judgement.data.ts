/** Parts that make a value an example, whatever else it holds; lower case, without dashes, underscores and blanks. */
export const exampleParts: readonly string[] =
  'xxxxxx **** ... … changeme changeit changethis replaceme replacethis placeholder redacted notreal example anonymous s3cret s3cr3t'.split(
    ' ',
  );

/**
 * Ends of names whose values are made to be shown or only name something, such as places in a list, marks of a repeated
 * request or of an old version, and objects; lower case, without dashes and underscores.
 */
export const publicNameEnds: readonly string[] = (
  'addr certpin checksum continuationtoken crc digest encrypted fingerprint hash idempotencykey idempotencytoken keyid keyopt ' +
  'licensed md5 md5sum nexttoken policy publishablekey publickey requesttoken s3key sha256 sha512 sitekey backwardtoken ' +
  'thumbprint version versiontoken'
).split(' ');

export const publicNameStarts: readonly string[] = ['encrypted', 'guid_'];

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
