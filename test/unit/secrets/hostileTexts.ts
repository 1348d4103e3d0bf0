/** Texts that could make a scanner slow: what its readers start at, repeated, nested, never closed, or full of findings. */

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** A linear congruential generator: the texts are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
}

const random = (alphabet: string, length: number): string => {
  const next = randomNumbers(12_345);
  return Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
};

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const keywords = [
  'password',
  'token',
  'secret',
  '="',
  "='",
  ': ',
  '\n',
  '@',
  'http://',
  'Bearer ',
  'eyJ',
  'ghp_',
  'sk-',
  'key',
];

const characters = Array.from(' \t\n\r"\'`\\:=/@-._a1\0😀\ud800([{<|;,');

/** Maps a name to a function that makes a text of at least this number of UTF-16 code units. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(characters.map((character) => [character, (n) => repeated(character, n)])),
  escq: (n) => repeated('\\"', n),
  b64: (n) => random(base64, n),
  hex: (n) => random('0123456789abcdef', n),
  password: (n) => repeated('password', n),
  passwordEq: (n) => repeated('password=', n),
  passwordEqQ: (n) => repeated('password="', n),
  pwColonSp: (n) => repeated('password: ', n),
  tokenEqSp: (n) => repeated('token = ', n),
  secretnl: (n) => repeated('secret\n', n),
  keyval: (n) => repeated('key="a" ', n),
  assignchain: (n) => repeated('a=', n),
  nested: (n) => repeated('{"password":', n),
  url: (n) => repeated('http://', n),
  urlpw: (n) => repeated('http://a:b@', n),
  urlpw2: (n) => 'http://' + repeated('a:', n),
  urlat: (n) => 'https://u:' + repeated('@', n),
  jdbc: (n) => repeated('jdbc:', n),
  bearer: (n) => repeated('Bearer ', n),
  auth: (n) => repeated('Authorization: ', n),
  basic: (n) => repeated('Basic QUJD', n),
  pem: (n) => repeated('-----BEGIN RSA PRIVATE KEY-----', n),
  pembody: (n) => '-----BEGIN RSA PRIVATE KEY-----\n' + random(base64, n),
  pemlines: (n) => '-----BEGIN PRIVATE KEY-----\n' + repeated(random(base64, 64) + '\n', n),
  wrapped: (n) => repeated('cGFzc3dvcm' + random(base64, 54) + '\n', n),
  wrappedwords: (n) => repeated('cGFzc3dvcm'.repeat(6) + 'AAAA\n', n),
  wrappedend: (n) => repeated('MIIEvgIBADANBgkqhkiG9w0BAQEF'.repeat(2) + 'AAAA\n  ', n),
  dermany: (n) => repeated('MIIEvgIBADANBgkqhkiG9w0BAQEF ', n),
  pemmany: (n) => repeated('-----BEGIN PRIVATE KEY-----\nMIIE', n),
  eyJ: (n) => repeated('eyJ', n),
  jwt: (n) => repeated('eyJhbGciOiJIUzI1NiJ9.', n),
  jwtlong: (n) => 'eyJhbGciOiJIUzI1NiJ9.' + repeated('eyJ', n),
  ghp: (n) => repeated('ghp_', n),
  akia: (n) => repeated('AKIA', n),
  xox: (n) => repeated('xoxb-1-', n),
  sk: (n) => repeated('sk-', n),
  sklive: (n) => repeated('sk_live_', n),
  slack: (n) => repeated('hooks.slack.com/services/T', n),
  allow: (n) => repeated('service:allow-secret ', n),
  allownl: (n) => repeated('service:allow-secret\n', n),
  allowfind: (n) => repeated('password="Xk29!fjQz81Lm" # service:allow-secret ', n),
  findonline: (n) => repeated('password="Xk29fjQz81Lm",', n),
  findings: (n) => repeated('password="Xk29fjQz81Lm"\n', n),
  findallowend: (n) => repeated('password="Xk29fjQz81Lm",', n) + ' service:allow-secre',
  findAllowPrev: (n) => 'x service:allow-secret\n' + repeated('password="Xk29fjQz81Lm",', n),
  xml: (n) => repeated('<password>', n),
  xmlnest: (n) => repeated('<add key="password" value="', n),
  cli: (n) => repeated('--password ', n),
  curl: (n) => repeated('curl -u a:b ', n),
  mysql: (n) => repeated('mysql -pX ', n),
  dockerlogin: (n) => repeated('docker login -u x -p y ', n),
  env: (n) => repeated('export PASSWORD=', n),
  setx: (n) => repeated('ENV SECRET ', n),
  yaml: (n) => repeated('- password:\n  ', n),
  yamlblock: (n) => 'password: |\n' + repeated('  abcdefghijklmnop\n', n),
  heredoc: (n) => repeated('<<EOF\n', n),
  interp: (n) => repeated('password="${', n),
  concat: (n) => repeated('password="a"+', n),
  openquote: (n) => 'password="' + repeated('a', n),
  openquotes: (n) => repeated('password="aaaaaaaaaaaaaaaaaaaa ', n),
  multiline: (n) => 'password="""' + repeated('a\n', n),
  comment: (n) => repeated('// password = ', n),
  prose: (n) => repeated('the password is ', n),
  prose2: (n) => repeated('password is "', n),
  german: (n) => repeated('kennwort lautet ', n),
  camel: (n) => repeated('apiKey', n),
  camelup: (n) => repeated('aB', n),
  uuid: (n) => repeated('123e4567-e89b-12d3-a456-426614174000 ', n),
  ipv6: (n) => repeated('::', n),
  pct: (n) => repeated('%41', n),
  uni: (n) => repeated('\\u0041', n),
  entity: (n) => repeated('&quot;', n),
  arrow: (n) => repeated('password => ', n),
  walrus: (n) => repeated('password := ', n),
  spaceseq: (n) => repeated('password' + ' '.repeat(200) + '=', n),
  longname: (n) => repeated('a_password_', n) + '="Xk29fjQz81Lm"',
  longnames: (n) => repeated(repeated('a_', 500) + 'password=', n),
  keyfile: (n) => repeated('ssh-rsa AAAA', n),
  otp: (n) => repeated('otpauth://totp/x?secret=', n),
  conn: (n) => repeated('Password=;User=', n),
  connstr: (n) => repeated('Server=a;Password=Xk29fjQz;', n),
  azure: (n) => repeated('AccountKey=', n),
  npm: (n) => repeated('//registry.npmjs.org/:_authToken=', n),
  aws2: (n) => repeated('aws_secret_access_key', n),
  mix: (n) => random('"\'`=:{}[]()<>\\/ \n\tapswdtokenky_-@.,;$#%&|', n),
  mix2: (n) => random('password=:"\' \n', n),
  mix3: (n) => random('http:/@ab', n),
  mixkw: (n) => {
    const next = randomNumbers(1);
    return Array.from(
      { length: Math.ceil(n / 8) },
      () => keywords[Math.floor(next() * keywords.length)],
    ).join('');
  },
};
