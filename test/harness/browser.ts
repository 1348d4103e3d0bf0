import type { Browser } from 'playwright-core';

/** Starts a headless Chromium: the one `CHROMIUM` names, else Debian's. */
export async function openBrowser(): Promise<Browser> {
  // Loaded on first use: it takes a quarter of a second, and runs of the harness alone open no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
  });
}
