import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startGroup, type ProcessGroup } from '../../scripts/processGroup.ts';
import { viewport } from '../harness/profile.ts';
import { patienceMs, UiWindow } from '../harness/ui.ts';
import { ServiceView } from './serviceView.ts';

const root = join(import.meta.dirname, '../..');

/** Runs `npm start` without a browser. It ends by a signal, with a grace time for its process groups. */
export function startDemo(...options: readonly string[]): Promise<ProcessGroup> {
  return startGroup('npm', ['start', '--silent', '--', '--no-open', ...options], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    atExit: 'SIGTERM',
    graceMs: 20_000,
  });
}

/** Opens the address that the demo prints, and the view of the extension. */
export async function openAddress({ child }: ProcessGroup, browser: Browser): Promise<UiWindow> {
  assert.ok(child.stdout);
  const lines = createInterface(child.stdout);
  const [address] = (await once(lines, 'line')) as [string];
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(patienceMs);
  await page.goto(address);
  const window = new UiWindow(page);
  await window.ready();
  await ServiceView.in(window);
  return window;
}
