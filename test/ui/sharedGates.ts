import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../../src/core/gate/journal/journal.ts';
import type { UiEditor } from '../harness/ui.ts';

/** The journal that the windows of an editor share, read from the disk. */
export class SharedGates {
  readonly #folder: string;

  constructor(editor: UiEditor) {
    this.#folder = join(editor.home.userData, 'User/globalStorage/service.service-ide/gates');
  }

  async changes(): Promise<Journal['changes']> {
    return (await this.#journal()).changes;
  }

  async connections(): Promise<Journal['connections']> {
    return (await this.#journal()).connections;
  }

  /** How each change was delivered, oldest first. */
  async outcomes(): Promise<readonly unknown[]> {
    return (await this.changes()).map(({ outcome }) => outcome?.as);
  }

  async #journal(): Promise<Journal> {
    const text = await readFile(join(this.#folder, 'journal.1.json'), 'utf8');
    return JSON.parse(text) as Journal;
  }

  /** When a window last said that it has got the focus, milliseconds since the epoch. */
  async lastFocus(): Promise<number> {
    const folder = join(this.#folder, 'windows');
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const windows = texts.map((text) => JSON.parse(text) as { record: { focusedAt?: number } });
    return Math.max(...windows.map(({ record: { focusedAt = 0 } }) => focusedAt));
  }

  /** The window that polls the one connection, by the highest generation of its lock. */
  async leader(): Promise<{ readonly generation: number; readonly pid: number }> {
    const [lock = ''] = await readdir(join(this.#folder, 'leaders'));
    const folder = join(this.#folder, 'leaders', lock);
    const numbers = (await readdir(folder)).flatMap((name) => /^lead\.(\d+)$/.exec(name)?.[1] ?? []);
    const generation = Math.max(...numbers.map(Number));
    const { pid } = JSON.parse(await readFile(join(folder, `lead.${generation}`), 'utf8')) as { pid: number };
    return { generation, pid };
  }
}
