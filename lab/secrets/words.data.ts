/** What people write where a secret could stand. Training puts it in the places of real secrets. */
export const ordinaryValues: readonly string[] =
  `password secret token changeme admin root user test testing guest example sample value default mypassword mysecret
  supersecret topsecret private public key api_key username email name string hunter welcome letmein qwerty master
  login pass passwd pwd something anything invalid wrong correct incorrect newpassword oldpassword current confirm
  hidden required none basic bearer client_secret access_token refresh_token session cookie my-token some-secret
  super-secret-key fake dummy mock stub hello world foobar barbaz alice bob hash digest my_password db_password
  the-password password1 password123 secret123 test1234 user_token authToken apiKey secretKey privateKey publicKey
  production development staging localhost application/json text/plain Authorization Content-Type undefined function
  optional encrypted plaintext base64 sha256 utf-8 latin1 monday january version description title placeholder input
  button submit form field label error warning message success failure timeout retry config settings options
  accessToken idToken refreshToken tokenType grant_type client_credentials authorization_code forgotPassword
  resetPassword changePassword passwordConfirm passwordMismatch INVALID_PASSWORD TOKEN_EXPIRED MISSING_API_KEY`.split(
    /\s+/,
  );

/** Words that people make passwords of. */
export const passwordWords: readonly string[] =
  `summer winter spring autumn dragon orange mountain river silver golden purple tiger falcon monkey coffee banana
  guitar soccer hockey castle forest thunder rocket wizard shadow sunshine football baseball chocolate butterfly
  diamond phoenix matrix galaxy ocean desert village island bridge garden marble copper velvet crystal anchor harbor
  london berlin vienna madrid boston denver austin tokyo munich hamburg welcome monday friday october december
  company office server backup deploy router printer laptop acorn almond amber antler apple apricot arrow aspen attic
  bacon badger bakery balcony bamboo barley barrel basil basket battery beaver beetle bicycle biscuit blanket
  blossom blueberry bonfire border bottle boulder bracket branch brave bread breeze brick bright broken bronze brother
  bucket buffalo bumpy butter cabin cactus camel candle canyon carbon carpet carrot castor cedar cello chalk cherry
  chimney cinnamon circus citrus clever cliff clover cobalt coconut comet compass cookie coral correct cotton cougar
  cradle crater cricket crimson crocus cucumber curtain cushion daisy dancing dazzle delta dentist dolphin donkey dusty
  eagle early eclipse elbow elder elephant ember emerald engine envelope evening fabric family farmer feather fiddle
  finger fjord flamingo flannel flower flute fossil fountain fragile frozen funnel galley gentle ginger glacier glider
  gorilla granite grape gravel hammer hazel heather hedge helmet heron hickory honey horse humble iceberg indigo insect
  iron ivory jacket jaguar jasmine jelly jigsaw jungle juniper kettle kitten ladder lagoon lantern lavender lemon
  lighthouse lilac linen lizard lobster lucky lunar magnet mango maple marigold meadow melon mercury midnight mirror
  moss mustard napkin nectar needle nickel noodle nutmeg oatmeal olive onion opal orchard orchid otter oyster paddle
  panda panther paprika parrot peach peanut pebble pelican pepper piano pickle pigeon pillow pirate planet plaster
  plum pocket polar pony poppy potato prairie pretzel puddle pumpkin puzzle quartz quiet rabbit radish raven ribbon
  rocky rooster rosemary rubber saddle saffron salmon sandal sapphire satin scarlet sesame shallow sheep shovel silent
  simple sister sleepy slipper smooth spider spinach spoon squirrel stable staple stone stormy stripe sugar sunset
  swallow tango tangerine teapot temple tender tennis thimble thistle timber toast tomato topaz torch
  tulip tundra turnip turtle umbrella uncle urban valley vanilla violet violin volcano waffle wagon walnut walrus
  warm weasel wedding wheat whisper willow window winding wisdom wombat wonder wooden yellow yogurt zebra zipper
  apfel birne blume brot drache fenster garten gestern hase himmel katze kirsche krone laterne morgen nebel
  regen schiff schnee sonne spiegel stein teller vogel wasser wolke zucker arbre bateau chaise cheval ciel fleur
  fromage jardin lune maison nuage oiseau pomme rivage soleil vache camino cielo estrella gato hierba limon manzana
  montana nube pajaro queso sombra ventana`.split(/\s+/);

/** Words that names in programs are made of. */
export const tradeWords: readonly string[] =
  `user auth token password reset profile form field service provider config client request response session email
  access login account admin api app data default error event group handler input item key label list manager message
  model name option page path query role rule schema secret server setting state status store table test type url value
  view web string number file filter header index enter invalid missing confirm change forgot create update delete
  select show hide must not empty please your new current old this that with from match matches required incorrect
  expired allowed failed wrong valid size length code public private primary foreign default custom required using
  generate generated rotate store stored secure sign signature verify verification storage manager local remote global
  align center left right top bottom middle flex grid container wrapper small large primary secondary active disabled
  hover focus dark theme color background font icon menu nav footer sidebar content row column text block inline
  visible hidden overflow scroll width height margin padding dialog modal panel tab tooltip dropdown checkbox radio
  click press drag drop start end begin stop open close before after next previous first last parse render compile
  build test mock fixture helper utils common shared core main bundle module package plugin loader parser compiler
  element component node child parent attribute property style class method function argument parameter async sync
  promise callback listener observer stream buffer cache memory worker thread process signal timeout interval retry
  network socket proxy gateway router cluster region zone volume image container registry namespace replica pod
  connection database url link title text label placeholder description version status result source target
  abort absolute accept action activation addon adjust all alpha already alt alternates always analytics angle
  animation ansi appear area areas arguments array aspect attributes auto axis bad bar base basic behavior blank blend
  blob box break browser button caps case cert char character chars check chunked classes clear clip col collapse
  colors columns combine command comment comments compare connect console contain contains continue control controller
  coordinate copy count counter cross crypto css declaration decoration define delay deleted deprecated descriptor
  descriptors destination dev device dir directive directory disable display domain dot double down dynamic edge
  editor effect elements emoji emphasis enabled encoding env environment escape exceeded exists exit expression
  extension extensions external extract face factory fade fallbacks fast feature fetch fields files fill find fix
  float flow footnote forced format free full functions gap generator get git glyph gradient gradients handle hash hex
  highlight hoist horizontal host hot href html http https hyphenate identifier identity iframe ignore import imports
  info initial initialized ink inner insensitive insert inset inside integer internal intrinsic iso iteration json
  keys keywords language layout less letter library ligatures light like limit line linear literal loading locked log
  make map mark marker mask max media merge meta metadata methods min minimizer mismatch mix mode modules motion multi
  named names native nested newline non normalize nth null numbers numeric object offset one only operation operator
  optical optional options order ordinal orientation origin other out outset over overlay override overscroll own
  params pending per play point policy position positional pre prefer prefers prefix preset print production
  properties protocol pseudo queries quoted radial radius range ratio raw read redirect reduce reduced reference regex
  regexp registration relative remove repeat replace req requests resize resolve resource rest return root rows rules
  run runtime safe sanity scheme scope script search sec second security selector set settings shape short side single
  site sizing skip slice slider snap some sort space spacing specific src ssr stack static statics step strict
  stringify strip svg symbol syntax synthesis system tag template testing thickness threshold time timeline timing
  toolbar touch track transition trim triple try types underline unit unknown unsupported upright uri use util values
  var variant variation vertical video viewport virtual visit warning weight white whitespace within word wrap write
  writing zero`.split(/\s+/);

/** What follows a name in a sentence that contains no secret: states, and names of methods and standards. */
export const spokenValues: readonly string[] =
  `expired revoked rotated missing stored encrypted hashed unknown locked disabled generated visible shared reused leaked
  outdated identical different SHA-512 SHA-1 SHA3-256 AES-128 AES-256-GCM HMAC-SHA256 RFC7519 RFC6750 RFC2617 RFC4226
  OAuth2 OAuth2.0 TLS1.3 HTTP/2 ISO-8601 PKCS8 PBKDF2 Argon2id bcrypt scrypt Base64 UTF-16 X.509 Ed25519 RSA-4096
  abgelaufen gesperrt gelöscht verloren zurückgesetzt geändert verschlüsselt gespeichert ungültig leer falsch bekannt
  vergeben expiré révoqué perdu chiffré obligatoire invalide oublié stocké caducada revocada perdida cifrada guardada
  obligatoria inválida vacía scaduta revocata persa criptata salvata sbagliata vuota expirada perdida vazia verlopen
  versleuteld verplicht ongeldig wygasło zaszyfrowane wymagane puste neplatné prázdné zašifrované süresi geçersiz`.split(
    /\s+/,
  );
