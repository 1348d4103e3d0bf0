import type { Context } from 'mocha';
import type { Browser, BrowserContext, BrowserContextOptions, BrowserType, Page } from 'playwright-core';
import { findChromium, type Chromium } from '../../scripts/editor/chromium.ts';

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
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Starts a headless Chromium. Each context has an empty profile in memory. */
export async function openBrowser(): Promise<Browser> {
  const { program, env } = await browserOfTests();
  return (await chromium()).launch({ ...launchOptions, ...programOptions(program, env) });
}

/**
 * Starts a headless Chromium like {@link openBrowser}, with one profile.
 * @param folder of the profile; what the browser fetches and compiles is kept there
 */
export async function openContext(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const { program, env } = await browserOfTests();
  return (await chromium()).launchPersistentContext(folder, {
    ...launchOptions,
    ...options,
    ...programOptions(program, env),
    args: [...launchOptions.args, `--disable-features=${disabledFeatures.join(',')}`],
  });
}

/** Skips a hook or test, as its first statement, where windows do not know whether they have the focus. */
export async function needsWindowFocus(context: Context): Promise<void> {
  const { isShell } = await browserOfTests();
  if (!isShell) return;
  console.error('Skipped, because windows of a headless shell do not know the focus: install a Chromium.');
  context.skip();
}

let found: Promise<Chromium> | undefined;

const browserOfTests = (): Promise<Chromium> => (found ??= findChromium(console.error));

const programOptions = (
  executablePath: string,
  env: Chromium['env'],
): { executablePath: string; env: Record<string, string | undefined> } => ({
  executablePath,
  env: { ...process.env, ...env },
});

/** Loads the library on first use: it takes a quarter of a second, and runs of the harness alone open no browser. */
async function chromium(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns the violations of accessibility rules by a page: the names of the rules, with the places. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate((await import('axe-core')).default.source);
  const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
