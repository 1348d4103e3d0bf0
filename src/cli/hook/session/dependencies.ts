import * as z from 'zod/mini';
import { jsonIn } from '../../../agents/request/encodedTexts.ts';
import { textInsideIfAny } from '../../readText.ts';
import { limited, type ContextPart } from './context.ts';

const maxChars = 2_500;

const names = z.optional(z.record(z.string(), z.string()));
const npmManifest = z.object({ dependencies: names, devDependencies: names });
const npmLock = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) });

/** Manifests that are already readable as lists, with their lockfiles. */
const others: readonly (readonly [manifest: string, lockfile: string])[] = [
  ['pyproject.toml', 'poetry.lock'],
  ['requirements.txt', 'requirements.lock'],
  ['go.mod', 'go.sum'],
  ['Cargo.toml', 'Cargo.lock'],
  ['pom.xml', ''],
  ['build.gradle', 'gradle.lockfile'],
  ['build.gradle.kts', 'gradle.lockfile'],
  ['Gemfile', 'Gemfile.lock'],
  ['composer.json', 'composer.lock'],
];

/** Returns the dependencies of the project: for npm in their locked versions, else as the manifest lists them. */
export function dependencies(root: string): Promise<ContextPart | undefined> {
  return Promise.resolve(npm(root) ?? other(root));
}

function npm(root: string): ContextPart | undefined {
  const json = (path: string): unknown => jsonIn(textInsideIfAny(root, path) ?? '');
  const manifest = npmManifest.safeParse(json('package.json')).data;
  if (!manifest) return undefined;
  const locked = npmLock.safeParse(json('package-lock.json')).data?.packages;
  const list = (title: string, entries: Record<string, string> = {}): string[] => {
    const lines = Object.entries(entries).map(
      ([name, range]) => `- ${name} ${locked?.[`node_modules/${name}`]?.version ?? range}`,
    );
    return lines.length === 0 ? [] : [`${title}:`, ...lines];
  };
  const text = [
    ...list('Used', manifest.dependencies),
    ...list('For development', manifest.devDependencies),
  ].join('\n');
  const source = locked ? 'package.json, package-lock.json' : 'package.json';
  return text === '' ? undefined : { title: 'Dependencies', source, text: limited(text, maxChars) };
}

function other(root: string): ContextPart | undefined {
  for (const [manifest, lockfile] of others) {
    const text = textInsideIfAny(root, manifest);
    if (text === undefined) continue;
    const isLocked = lockfile !== '' && textInsideIfAny(root, lockfile) !== undefined;
    return {
      title: 'Dependencies',
      source: isLocked ? `${manifest}, versions locked in ${lockfile}` : manifest,
      text: limited(text, maxChars),
    };
  }
  return undefined;
}
