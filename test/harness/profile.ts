import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { openContext } from './browser.ts';

/** The size of a window, in pixels. */
export const viewport = { width: 1280, height: 800 };

/** Data that the first page of an editor removes: all that pages store. Cached answers and compiled code stay. */
const storage = 'cookies,file_systems,indexeddb,local_storage,websql,service_workers,cache_storage';

const all: BrowserProfile[] = [];
const free: BrowserProfile[] = [];

/**
 * Returns the browser profile of an earlier editor, or a new one. The next editor at the same address finds the 20 MB of the
 * workbench fetched and compiled, which is a sixth of the processor time that the start of a window costs.
 */
export async function takeProfile(): Promise<BrowserProfile> {
  const profile = free.pop();
  if (profile) return profile;
  const context = await openContext(temporaryFolder('browser'), { viewport });
  const made = new BrowserProfile(context, createServer());
  all.push(made);
  // Chromium starts with a page.
  await made.closePages();
  await once(made.listener.listen(0, '127.0.0.1'), 'listening');
  return made;
}

/** Closes the browsers of all profiles. The next editor gets a new one. */
export async function closeProfiles(): Promise<void> {
  free.length = 0;
  for (const { context, listener } of all.splice(0)) {
    await context.close();
    listener.close();
  }
}

/** A browser with one profile, and an address. Both belong to one editor at a time. */
export class BrowserProfile {
  readonly context: BrowserContext;
  /** Keeps the port for this profile while an editor is started again, and between two editors. */
  readonly listener: Server;
  #isUsed = false;

  constructor(context: BrowserContext, listener: Server) {
    this.context = context;
    this.listener = listener;
  }

  /** Opens a page. The first page of an editor removes what pages of an earlier one stored. */
  async newPage(): Promise<Page> {
    const page = await this.context.newPage();
    if (this.#isUsed) return page;
    this.#isUsed = true;
    // Here and not in `giveBack`, because a page only for this would cost another renderer.
    const session = await this.context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: storage });
    await session.detach();
    return page;
  }

  /** Closes all pages. */
  async closePages(): Promise<void> {
    await Promise.all(this.context.pages().map((page) => page.close()));
  }

  /** Withdraws permissions. Then the next editor may take the profile. Its pages and its editor must be closed. */
  async giveBack(): Promise<void> {
    await this.context.clearPermissions();
    this.#isUsed = false;
    free.push(this);
  }
}
