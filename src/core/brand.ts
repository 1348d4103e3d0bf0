/**
 * The names on the wire and on disk that differ between the specification's neutral naming and the real platform. This
 * is a table because the two brands differ in more than a prefix. A receiver accepts the names of all `brands`; a
 * sender uses those of exactly one.
 */
export interface Brand {
  readonly id: 'neutral' | 'sonar';
  readonly headers: {
    readonly project: string;
    readonly signature: string;
    readonly passcode: string;
  };
  readonly environment: { readonly token: string; readonly organization: string; readonly url: string };
  /** Prefix of the analysis properties that a webhook payload passes through. */
  readonly analysisPropertyPrefix: string;
  /** Names of the properties in a project's files that define where the project is analyzed. */
  readonly projectProperties: {
    readonly key: string;
    readonly organization: string;
    readonly serverUrl: string;
  };
  /** Paths of files in a project's repository, relative to its folder. */
  readonly files: {
    readonly sharedBinding: string;
    readonly properties: readonly string[];
    /** The settings file of the scanner for .NET. */
    readonly dotNetProperties: string;
  };
  readonly cloud: Readonly<Record<CloudRegion, CloudHosts>>;
  /** Image of the tool server, without a tag. */
  readonly toolServerImage: string;
  readonly userAgent: string;
}

export type CloudRegion = 'EU' | 'US';

/** Base addresses of one cloud region, without trailing slash. */
export interface CloudHosts {
  readonly web: string;
  readonly api: string;
}

const cloud = {
  EU: { web: 'https://sonarcloud.io', api: 'https://api.sonarcloud.io' },
  US: { web: 'https://sonarqube.us', api: 'https://api.sonarqube.us' },
} as const;

export const neutralBrand: Brand = {
  id: 'neutral',
  headers: {
    project: 'X-Service-Project',
    signature: 'X-Service-Webhook-HMAC-SHA256',
    passcode: 'X-Service-Passcode',
  },
  environment: { token: 'SERVICE_TOKEN', organization: 'SERVICE_ORG', url: 'SERVICE_URL' },
  analysisPropertyPrefix: 'service.analysis.',
  projectProperties: {
    key: 'service.projectKey',
    organization: 'service.organization',
    serverUrl: 'service.host.url',
  },
  files: {
    sharedBinding: '.service/connectedMode.json',
    properties: ['service-project.properties'],
    dotNetProperties: 'Service.Analysis.xml',
  },
  cloud,
  toolServerImage: 'service/mcp',
  userAgent: 'Service',
};

export const sonarBrand: Brand = {
  id: 'sonar',
  headers: {
    project: 'X-SonarQube-Project',
    signature: 'X-Sonar-Webhook-HMAC-SHA256',
    passcode: 'X-Sonar-Passcode',
  },
  environment: { token: 'SONARQUBE_TOKEN', organization: 'SONARQUBE_ORG', url: 'SONARQUBE_URL' },
  analysisPropertyPrefix: 'sonar.analysis.',
  projectProperties: {
    key: 'sonar.projectKey',
    organization: 'sonar.organization',
    serverUrl: 'sonar.host.url',
  },
  files: {
    sharedBinding: '.sonarlint/connectedMode.json',
    properties: ['sonar-project.properties', '.sonarcloud.properties'],
    dotNetProperties: 'SonarQube.Analysis.xml',
  },
  cloud,
  toolServerImage: 'sonarsource/sonarqube-mcp',
  userAgent: 'SonarQube',
};

export const brands: readonly Brand[] = [neutralBrand, sonarBrand];

/** The path, below a platform's base address, of the page on which a user creates a token. */
export const securityPagePath = '/account/security/';
