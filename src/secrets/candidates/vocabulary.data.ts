/** Words that are too short to be looked for inside other words. */
const wholeWords = 'pw,pat,psk,otp,jwt,pin,clave,mdp';

/** Russian words stand here without the first letter, which may be a capital, and without the endings of cases. */
const wordParts =
  'pass,pwd,pswd,secret,token,key,auth,cred,totp,seed,webhook,hmac,license,accountkey,senha,kennwort,' +
  'contraseña,contrasena,jeton,wachtwoord,hasło,lösenord,inloggegevens,parola,heslo,şifre,jelsz,salasana,' +
  'adgangskode,арол,окен,екрет,пасс,креды,люч,чётные данные,четные данные,密码,密碼,口令,密钥,令牌,パスワード,トークン,パスフレーズ,' +
  'シークレット,キー,鍵,暗証番号,ин-код,ПИН,認証情報,schlüssel,clé,chiave,chave,geheim,secrèt,segreto,segredo,identifiants,' +
  '비밀번호,zugangsdaten,log in,identified by';

/**
 * Words that make a name mean a secret, in the languages people write prompts in. Generous on purpose: the scorer, not
 * this list, decides. They stand in strings, because every hook loads them.
 */
export const nameWords: readonly { readonly text: string; readonly whole?: true }[] = [
  ...wordParts.split(',').map((text) => ({ text })),
  ...wholeWords.split(',').map((text) => ({ text, whole: true as const })),
];

/** Schemes of an `Authorization` header. */
export const headerWords: readonly string[] = ['basic', 'bearer', 'ssws', 'splunk', 'geniekey'];

/** Programs that take a password as an option that doesn't say so. */
export const commandWords: readonly string[] = (
  'curl |mysql|sshpass|redis-cli|psexec|docker login|sqlcmd |net use |vsce |ovsx |cqlsh |mongosh |mongodump |' +
  'mongorestore |smbclient |schtasks |signtool |oathtool |7z a |ldapadd |ldapmodify |ldapsearch '
).split('|');

/** Programs that take a password as an argument without a name, behind so many others. */
export const positionalWords: readonly { readonly text: string; readonly skip: number }[] = [
  { text: 'convertto-securestring ', skip: 0 },
  { text: 'net user ', skip: 1 },
  { text: 'snmp-server community ', skip: 0 },
];

/** Calls with a user and a password: the password is the argument at this place from 1, by default the last. */
export const loginCalls: readonly { readonly text: string; readonly passwordIndex?: number }[] = [
  { text: '.login(' },
  { text: '>login(' },
  { text: '.authenticate(' },
  { text: 'getconnection(' },
  { text: 'dbi->connect(' },
  { text: 'passwordauthentication(' },
  { text: 'usernamepassword(' },
  { text: 'basicauth(' },
  { text: 'basic_auth(' },
  { text: 'new pdo(' },
  { text: 'mysqli_connect(', passwordIndex: 3 },
  { text: 'new mysqli(', passwordIndex: 3 },
];

/** Programs that read a password from a pipe. */
export const pipedWords: readonly string[] = ['| sudo -s', '| docker login', '| passwd ', '| chpasswd'];

/** Texts before `user/password@host`. */
export const slashLoginWords: readonly string[] = [':thin:', ':oci:', 'sqlplus '];

/** The port, or any port, in a line of a PostgreSQL password file. */
export const portWords: readonly string[] = [':5432:', ':*:'];

/** Names of which the value is a user and a password. */
export const pairNames = /cred|auth|log ?in|user|zugang|inlog|identifiant/i;

/** Words that link the name and the value of a sentence. */
export const linkingVerbs: readonly string[] = (
  'is|was|to|are|be|as|by|BY|ist|lautet|sind|wurde auf|est|sont|es|son|è|é|je|sono|são|jest|zijn|auf|' +
  "heißt|heisst|war|à|su|changé en|cambió a|cambiada a|alterada para|como|cambiata in|c'est|c’est|" +
  "c'était|c’était|était|être|vaut|era|fue|fosse|foi|sein|equals|soll|doit être|debe ser|deve ser|" +
  'deve essere'
).split('|');

/** Words that link a value to a verb of change before the name, and mean too much elsewhere. */
export const changeLinks: readonly string[] = ['en', 'a', 'para', 'in'];
export const changeVerb = /\b(?:chang|cambi|mud|alter|modific|modifi|remplac)\S{0,7} /i;

/** Words that may stand between a linking verb and the value. */
export const adverbs: readonly string[] = (
  'now|currently|still|jetzt|nun|maintenant|désormais|ahora|ora|adesso|agora|nu|teraz|früher|wieder|' +
  'de nouveau|otra vez'
).split('|');

/** Words between a value and the name behind it: `use x as the password`, `x is our token`. */
export const afterValue: readonly string[] =
  ' as | als | comme | como | come | TO | is | when it asks for | when asked for | for '.split('|');

/** Ends of names and their meaning for the model, which was trained on English names. Other words of other scripts mean a password. */
export const meanings: readonly (readonly [word: string, meaning: string])[] = [
  ...([
    ['окен', 'token'],
    ['令牌', 'token'],
    ['トークン', 'token'],
    ['jeton', 'token'],
    ['люч', 'api key'],
    ['密钥', 'api key'],
    ['キー', 'api key'],
    ['鍵', 'api key'],
    ['schlüssel', 'api key'],
    ['clé', 'api key'],
    ['chave', 'api key'],
    ['chiave', 'api key'],
    ['ин-код', 'pin'],
    ['ПИН', 'pin'],
    ['暗証番号', 'pin'],
    ['екрет', 'secret'],
    ['シークレット', 'secret'],
    ['geheimnis', 'secret'],
    ['secreto', 'secret'],
    ['segreto', 'secret'],
    ['segredo', 'secret'],
  ] as const),
  ...'passe passwort kennwort senha contraseña contrasena clave mdp parola pw'
    .split(' ')
    .map((word) => [word, 'password'] as const),
];

/** Behind a name: it means the key of an interface, although the word alone means a password. */
export const apiName = /^(?: de| d['\u2019])?(?: la)? ?api\b/i;

/** Words between a user and a value: `log in with x@y.test and …`. */
export const userJoints = /^(?:and|und|et|y|e)$/;

/** Words behind a value that make it the value of the name that follows: `§作为密码`, `§をパスワードとして`, `§ как пароль`. */
// Strings and not literals of patterns, which the bundler would leave outside of ASCII: the whole hook would be a text
// of two bytes per character then, which takes longer to load. A function, because creating the pattern takes as long
// as a sixth of what a hook adds to the start of Node.
export const createForeignLinks = (): RegExp =>
  new RegExp(
    `\\s?(?:${['作为', '当作', '用作', '做', 'を', 'как', 'в качестве'].join('|')})[\\sa-z\\p{Script=Cyrillic}]{0,16}$`,
    'iu',
  );

/**
 * Words of texts with secrets as they stand in base64, each at three places among the bytes and without characters that
 * hold other letters: password, secret and token in three writings, API keys, `"auth`, and prefixes of common tokens.
 */
export const encodedWords: readonly string[] = (
  'cGFzc3dvcm Bhc3N3b3Jk wYXNzd29yZ UEFTU1dPUk BBU1NXT1JE QQVNTV09SR UGFzc3dvcm Bhc3N3b3Jk QYXNzd29yZ c2VjcmV0 NlY3Jld zZWNyZX ' +
  'U0VDUkVU NFQ1JFV TRUNSRV dG9rZW Rva2Vu 0b2tlb VE9LRU RPS0VO UT0tFT YXBpS2V5 FwaUtle hcGlLZX YXBpX2tle FwaV9rZX hcGlfa2V5 ' +
  'QVBJX0tFW FQSV9LRV BUElfS0VZ ImF1dG JhdXRo iYXV0a Z2hwX docF naHBf Z2l0aHViX3BhdF dpdGh1Yl9wYXRf naXRodWJfcGF0X ' +
  'Z2xwYXQt dscGF0L nbHBhdC QUtJQ FLSU BS0lB eG94Yi hveGIt 4b3hiL'
).split(' ');
