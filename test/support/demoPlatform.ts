import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { dialectOf } from '../../src/emulator/dialect.ts';
import { startEmulator, type EmulatorOptions, type Emulator } from '../../src/emulator/emulator.ts';
import { scan } from '../../src/emulator/scanner/scan.ts';
import { submitReport } from '../../src/emulator/scanner/submit.ts';
import { useToken } from '../harness/tokens.ts';
import { fieldOf } from './lists.ts';

const generated = z.object({ token: z.string() });
const found = z.object({ issues: z.array(z.object({ key: z.string() })) });

/** An embedded platform with projects whose gates a test turns red and green by real analyses. */
export class DemoPlatform implements AsyncDisposable {
  readonly #platform: Emulator;
  readonly #sources = mkdtempSync(join(tmpdir(), 'service-demo-'));

  #stopped: Promise<void> | undefined;

  private constructor(platform: Emulator) {
    this.#platform = platform;
    useToken(platform.token);
  }

  static async start(options: EmulatorOptions = {}): Promise<DemoPlatform> {
    return new DemoPlatform(await startEmulator(options));
  }

  get url(): string {
    return this.#platform.url;
  }

  /** A user token of the administrator. */
  get token(): string {
    return this.#platform.token;
  }

  get adminPassword(): string {
    return this.#platform.adminPassword ?? '';
  }

  readonly control: Emulator['control'] = (state) => this.#platform.control(state);

  /** Answers as another version from now on. */
  play(version: string): void {
    const dialect = dialectOf(version);
    if (!dialect) throw new Error(`${version} is no version`);
    this.#platform.control({ dialect });
  }

  /** Makes a project and analyses it with each code. The gate passes after `clean`, and fails after `bad` behind that. */
  async createProject(key: string, name: string, ...codes: readonly ('clean' | 'bad')[]): Promise<void> {
    await this.post('projects/create', { project: key, name });
    for (const code of codes) assert.equal(await this.analyze(key, code), code === 'clean' ? 'OK' : 'ERROR');
  }

  async newToken(name: string, type: string, more: Record<string, string> = {}): Promise<string> {
    const answer = await this.post('user_tokens/generate', { name, type, ...more });
    return useToken(generated.parse(answer).token);
  }

  /**
   * Analyses the project, or a branch of it, with clean code, or with code that its gate does not let pass. Resolves with
   * the gate. The properties name a pull request.
   */
  async analyze(
    key: string,
    code: 'clean' | 'bad',
    branch?: string,
    properties: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const lines = { clean: 'export const one = 1;\n', bad: 'export const one = 1;\ndebugger;\n' };
    return this.analyzeFiles(key, { 'demo.js': lines[code] }, branch, properties);
  }

  /** Analyses the project, or a branch of it, with these files, by path. Resolves with the gate. */
  async analyzeFiles(
    key: string,
    files: Readonly<Record<string, string>>,
    branch?: string,
    properties: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    rmSync(this.#sources, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.#sources, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const report = await scan({ directory: this.#sources, projectKey: key, branch, properties });
    return (await submitReport(this.url, this.token, report)).gate;
  }

  /** Returns the keys of the open issues of a project. */
  async openIssues(key: string): Promise<string[]> {
    const search = new URLSearchParams({ componentKeys: key, resolved: 'false' });
    const { issues } = found.parse(await this.#call('GET', `issues/search?${search.toString()}`));
    return fieldOf(issues, 'key');
  }

  /** Gives the open issues of a project to the administrator. */
  async assignIssues(key: string): Promise<void> {
    for (const issue of await this.openIssues(key))
      await this.post('issues/assign', { issue, assignee: 'admin' });
  }

  post(path: string, parameters: Record<string, string>): Promise<unknown> {
    return this.#call('POST', path, new URLSearchParams(parameters));
  }

  async #call(method: string, path: string, body?: URLSearchParams): Promise<unknown> {
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: { Authorization: `Basic ${Buffer.from(`${this.token}:`).toString('base64')}` },
      ...(body && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** Again does nothing: a test may have shown what happens without a platform. */
  stop(): Promise<void> {
    this.#stopped ??= this.#platform
      .stop()
      .then(() => rmSync(this.#sources, { recursive: true, force: true }));
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
