import type { FormatRules } from '../formats/formatRule.ts';

/** Keys, seeds and signed tokens of open standards. Patterns are written from the documentation that each rule links to. */
export const keysRules: FormatRules = {
  'age-secret-key': {
    description: 'age identity',
    link: 'https://github.com/C2SP/C2SP/blob/main/age.md',
    pattern: /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/y,
  },
  'bitcoin-wif': {
    description: 'Bitcoin private key (wallet import format)',
    link: 'https://en.bitcoin.it/wiki/Wallet_import_format',
    near: [['wif', 'bitcoin', 'btc', 'wallet', 'privatekey']],
    pattern: /(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})/y,
  },
  'bip32-private-key': {
    description: 'Extended private key (BIP 32)',
    link: 'https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki',
    pattern: /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{107}/y,
  },
  'ethereum-private-key': {
    description: 'Ethereum private key',
    link: 'https://ethereum.org/en/developers/docs/accounts/',
    near: [['privatekey', 'deployer', 'wallet', 'mnemonic']],
    pattern: /(?:0x)?[0-9a-f]{64}/y,
  },
  'nats-seed': {
    description: 'NATS nkey seed',
    link: 'https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth',
    pattern: /S[ACNOPUX][A-Z2-7]{56}/y,
  },
  'wireguard-private-key': {
    description: 'WireGuard private key',
    link: 'https://www.wireguard.com/quickstart/',
    near: [['privatekey', 'presharedkey', 'wireguard', 'wg_']],
    pattern: /[A-Za-z0-9+/]{43}=/y,
  },
  'encoded-private-key': {
    description: 'Private key in base64 of PEM',
    link: 'https://www.rfc-editor.org/rfc/rfc7468',
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{64,8000}={0,2}/y,
    check: 'encodedPrivateKey',
  },
  'telegram-session-string': {
    description: 'Pyrogram or Telethon session string',
    link: 'https://docs.telethon.dev/en/stable/concepts/sessions.html',
    near: [['session']],
    pattern: /1[A-Za-z0-9_-]{352}=?/y,
  },
  jwt: {
    description: 'JSON Web Token',
    link: 'https://www.rfc-editor.org/rfc/rfc7519',
    pattern: /eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{20,1400}/y,
    check: 'jsonWebToken',
  },
  jwe: {
    description: 'JSON Web Encryption token',
    link: 'https://www.rfc-editor.org/rfc/rfc7516',
    pattern: /eyJ[\w-]{8,2000}\.[\w-]{0,1400}\.[\w-]{8,64}\.[\w-]{8,4000}\.[\w-]{16,64}/y,
    check: 'jsonWebEncryption',
  },
};
