import type { Browser, BrowserContext, BrowserContextOptions, BrowserType } from 'playwright-core';

const launchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Playwright's own handlers would keep this process alive after a signal.
  handleSIGHUP: false,
  handleSIGINT: false,
  handleSIGTERM: false,
};

/**
 * Features of Chromium that a profile with caches does without. The first one starts to compile a script before it looks for
 * the code that was compiled last time, and then ignores that code (Chromium 156). The others are off in every browser that
 * Playwright starts: Chromium takes only the last of several lists.
 */
const disabledFeatures = [
  'BackgroundResourceFetch',
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** Starts a headless Chromium: the one `CHROMIUM` names, else Debian's. Each context has an empty profile in memory. */
export async function openBrowser(): Promise<Browser> {
  return (await chromium()).launch({ ...launchOptions, executablePath: executablePath() });
}

/**
 * Starts a headless Chromium like {@link openBrowser}, with one profile.
 * @param folder of the profile; what the browser fetches and compiles is kept there
 */
export async function openContext(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return (await chromium()).launchPersistentContext(folder, {
    ...launchOptions,
    ...options,
    executablePath: executablePath(),
    args: [...launchOptions.args, `--disable-features=${disabledFeatures.join(',')}`],
  });
}

const executablePath = (): string => process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Loads the library on first use: it takes a quarter of a second, and runs of the harness alone open no browser. */
async function chromium(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium;
}
