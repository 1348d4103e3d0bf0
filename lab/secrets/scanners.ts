/** Our scanner and, as yardsticks, other people's where they are installed; never a part of the product. */
import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Located } from './labels.ts';

export interface Scanner {
  readonly name: string;
  readonly start: readonly string[];
  /** Scans `data` below the current folder. */
  readonly scan: readonly string[];
  /** Reads the findings from the output of the scanner. Paths are relative to the folder. */
  readonly read: (stdout: string, folder: string) => Located[];
}

const root = join(import.meta.dirname, '../..');
const commands = join(root, 'dist/commands.js');

const jsonLines = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as unknown);

const ours: Scanner = {
  name: 'service-cli',
  start: [process.execPath, commands, '--version'],
  scan: [process.execPath, commands, 'analyze', 'secrets', 'data', '--json'],
  read: (stdout) => z.parse(z.array(z.object({ file: z.string(), line: z.number() })), jsonLines(stdout)),
};

const gitleaksReport = z.array(z.object({ File: z.string(), StartLine: z.number() }));

const gitleaks: Scanner = {
  name: 'gitleaks',
  start: ['gitleaks', 'version'],
  scan: 'gitleaks dir data --report-format json --report-path - --no-banner --log-level error'.split(' '),
  read: (stdout) =>
    z
      .parse(gitleaksReport, JSON.parse(stdout))
      .map(({ File, StartLine }) => ({ file: File, line: StartLine })),
};

const kingfisherLine = z.object({ finding: z.object({ path: z.string(), line: z.number() }) });

const kingfisher: Scanner = {
  name: 'kingfisher',
  start: ['kingfisher', '--version'],
  scan: 'kingfisher scan data --format jsonl --no-validate --no-update-check --quiet'.split(' '),
  read: (stdout, folder) =>
    jsonLines(stdout).flatMap((line) => {
      const parsed = z.safeParse(kingfisherLine, line);
      if (!parsed.success) return [];
      const { path, line: at } = parsed.data.finding;
      return [{ file: relative(folder, resolve(folder, path)), line: at }];
    }),
};

const secretlintRules = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] };

const secretlint: Scanner = {
  name: 'secretlint',
  start: ['secretlint', '--version'],
  scan: [
    ...'secretlint data/**/* --format unix --secretlintrcJSON'.split(' '),
    JSON.stringify(secretlintRules),
  ],
  // `/path/file:12:3: message`; its JSON holds every file whole and is cut off in a pipe.
  read: (stdout, folder) =>
    stdout.split('\n').flatMap((line) => {
      const [, path, at] = /^(.+?):(\d+):\d+: /.exec(line) ?? [];
      return path === undefined ? [] : [{ file: relative(folder, path), line: Number(at) }];
    }),
};

interface Timed {
  readonly stdout: string;
  /** User and system time of the program and all that it started, in seconds. */
  readonly cpu: number;
}

const largestOutput = 1 << 30;

/** Runs a program in a shell, because a shell reports the processor time of children that have ended. */
export function timed(command: readonly string[], cwd: string): Timed | undefined {
  // 126 and 127: it could not be started; up to 159: a signal ended it. Beyond, it is an answer again.
  const script = '"$@"; code=$?; times >&2; [ $code -lt 126 ] || [ $code -ge 160 ]';
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd,
    encoding: 'utf8',
    maxBuffer: largestOutput,
  });
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  if (status !== 0) return undefined;
  let cpu = 0;
  for (const [, minutes, seconds] of last.matchAll(/(\d+)m([\d.]+)s/g))
    cpu += Number(minutes) * 60 + Number(seconds);
  return { stdout, cpu };
}

/** Ours, and those of the others that can be started here. */
export const scanners = (): Scanner[] => [
  ours,
  ...[gitleaks, kingfisher, secretlint].filter(({ start }) => timed(start, root) !== undefined),
];
