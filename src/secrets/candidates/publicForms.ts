/** Returns whether the form of a value shows that it may be public: the hash of a password, a public key, a picture. */
export function isPublicForm(value: string): boolean {
  switch (value.charAt(0)) {
    case 'p':
      // Publishable keys, by their prefix.
      if (/^(?:pk_(?:live|test)_|pk\.eyJ|phc_|pubkey-)/.test(value)) return true;
      break;
    case '$':
      return /^\$(?:2[abxy]|argon2(?:id?|d)|[156y]|apr1|pbkdf2[-\w]*|scrypt|\w{1,8}\$rounds=)\$?/.test(value);
    case '{':
      // Jenkins encrypted it with its own key, or it is a hash for LDAP.
      return value.startsWith('{AQAA') || /^\{(?:s?sha\d*|s?md5|crypt|pbkdf2)/i.test(value);
    case 's':
    case 'm':
    case 'e':
    case 'X':
      if (
        /^(?:(?:sha(?:1|224|256|384|512)|md5|X509SHA(?:1|256))[-:=]|ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-)/.test(
          value,
        )
      )
        return true;
      break;
    case 'A':
      // The second is a public key of SSH.
      if (
        value.startsWith('AQAA') ||
        /^AAAA(?:B3NzaC1yc2E|B3NzaC1kc3M|C3NzaC1lZDI1NTE5|E2VjZHNhLXNoYTI)/.test(value)
      )
        return true;
      break;
    case 'b':
      // The address of a content in IPFS, its hash.
      if (/^baf[a-z2-7]{50,60}$/.test(value)) return true;
      break;
    case '*':
      // MySQL's hash of a password.
      if (/^\*[\dA-F]{40}$/.test(value)) return true;
      break;
    case '(':
      // A regular expression.
      if (/^\(\?[:=!<]/.test(value)) return true;
      break;
    case 'v':
      // The version of a Go module without a tag.
      if (/^v\d+\.\d+\.\d+-(?:[\w.]{1,20}\.)?\d{14}-[\da-f]{12}$/.test(value)) return true;
      break;
    case '0':
      // The address of an account or contract on Ethereum. Private keys have 64 digits.
      if (/^0x[\da-f]{40}$/i.test(value)) return true;
      break;
  }
  if (isPublicKey(value) || picture.test(value)) return true;
  if (value.includes('-----')) return true;
  // A hash and its salt, both in base64.
  const sign = value.indexOf('=');
  return sign > 20 && sign < value.length - 8 && /^[\w+/]{20,200}={1,2}[\w+/]{8}/.test(value);
}

function isPublicKey(value: string): boolean {
  // The public half of a NATS key (seeds begin with S); the fingerprint of an OpenPGP key.
  if (value.length === 56 && /^[ACNOUX][A-Z2-7]{55}$/.test(value)) return true;
  if (value.length === 40 && /^[\dA-F]{40}$/.test(value)) return true;
  // A point on the curve P-256, the public key of web push.
  if (value.length === 87 && /^B[A-P][\w-]{85}$/.test(value)) return true;
  // The key of a verifier of signed notes, as in Go's list of checksums. The signer's begins with `PRIVATE+KEY`.
  if (value.length > 54 && /^[\w.-]{1,80}\+[\da-f]{8}\+A[\w+/]{43}=?$/.test(value)) return true;
  if (
    value.startsWith('M')
      ? publicKeyInBase64.test(value)
      : value.startsWith('30') && publicKeyInHex.test(value)
  )
    return true;
  // A point on the curve P-256 in DER.
  return value.includes('AwEHA0IAB');
}

/** The first bytes of PNG, JPEG, GIF, WebP, WOFF and SVG in base64, and the name of a file with a picture. */
const picture =
  /^(?:iVBORw0KGgo|\/9j\/[24]|R0lGODlh|R0lGODdh|UklGR[\w+/]{6}XRUJQ|d09G[FR]|PHN2Zy)|^[\w -]+\.(?:jpe?g|png|gif|webp|svg)$/;

/** DER of RSA (SubjectPublicKeyInfo, and PKCS #1 without the version that a private key has), Ed25519 and X25519. */
const publicKeyInBase64 =
  /^(?:MII\w{3}ANBgkqhkiG9w0BAQEFAAO|MIGfMA0GCSqGSIb3DQEBAQUAA4GN|MII[BC]\wgKCA|MIGJAoGBA|MCowBQYDK2V[wu]AyEA)/;
const publicKeyInHex =
  /^30(?:8(?:1|2[\da-f]{2})[\da-f]{2}(?:028[12]|300d06092a864886f70d010101050003)|2a300506032b65(?:70|6e)0321)/i;

/** Lengths of hashes in hexadecimal digits: MD5 to SHA-512. */
const hashLengths = new Set([32, 40, 56, 64, 96, 128]);

/** Returns whether a value is the hash of the file that is its name, as in lists of checksums: `"src/token.rs": "5f70…"`. */
export const isChecksumOfFile = (value: string, name: string): boolean =>
  hashLengths.has(value.length) && (fileName.test(name) || name === 'LICENSE') && /^[\da-f]+$/i.test(value);

const fileName =
  /^licen[cs]e-[\w.]+$|\.(?:[ch]pp|[ch]|cc|cs|css|go|html|java|jsx?|json|kt|[cm]js|md|php|pyi?|rb|rs|scala|sh|sql|swift|toml|tsx?|txt|vue|xml|ya?ml)$/i;
