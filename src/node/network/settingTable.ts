/** Settings of the network by their names in `service-cli config`; `SERVICE_CA_FILE` is the variable of `ca-file`. */
export const networkSettings = {
  proxy: {
    variable: 'SERVICE_PROXY',
    meaning:
      'Address of the proxy, or none to connect directly. Default: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY.',
  },
  'proxy-password': {
    variable: 'SERVICE_PROXY_PASSWORD',
    meaning: 'Password for the user in the address of the proxy. Secret.',
  },
  'no-proxy': {
    variable: 'SERVICE_NO_PROXY',
    meaning: 'Hosts without proxy: names, addresses and CIDR blocks, also with a port. Default: NO_PROXY.',
  },
  'ca-file': {
    variable: 'SERVICE_CA_FILE',
    meaning: 'PEM files with certificate authorities that are trusted too, separated as in PATH.',
  },
  'system-ca': {
    variable: 'SERVICE_SYSTEM_CA',
    meaning: 'Whether the certificate authorities of the operating system are trusted. Default: true.',
  },
  'client-certificate': {
    variable: 'SERVICE_CLIENT_CERTIFICATE',
    meaning: 'File with your certificate: PEM, or PKCS#12 with the ending .p12 or .pfx.',
  },
  'client-key': {
    variable: 'SERVICE_CLIENT_KEY',
    meaning:
      'PEM file with the key of the certificate, unless the certificate file has it. Set in the same place as the certificate.',
  },
  'client-passphrase': {
    variable: 'SERVICE_CLIENT_PASSPHRASE',
    meaning: 'Passphrase of the key or of the PKCS#12 file. Secret.',
  },
} as const;

export type SettingName = keyof typeof networkSettings;

/** The settings whose values are kept with the token and never in the file of settings. */
const secretSettings = ['proxy-password', 'client-passphrase'] as const satisfies SettingName[];

export type SecretSetting = (typeof secretSettings)[number];

export const settingNames = Object.keys(networkSettings) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(networkSettings, name);
}

/** Whether the value of a setting is kept with the token, and is never printed. */
export function isSecretSetting(name: SettingName): name is SecretSetting {
  return secretSettings.some((secret) => secret === name);
}
