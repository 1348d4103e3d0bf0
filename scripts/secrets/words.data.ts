/**
 * What people write where a secret could stand and none does. Training puts these in the places of real secrets, so
 * that the place alone never decides.
 */
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
  company office server backup deploy router printer laptop`.split(/\s+/);

/** Words that names in programs are made of. */
export const tradeWords: readonly string[] =
  `user auth token password reset profile form field service provider config client request response session email
  access login account admin api app data default error event group handler input item key label list manager message
  model name option page path query role rule schema secret server setting state status store table test type url value
  view web string number file filter header index`.split(/\s+/);
