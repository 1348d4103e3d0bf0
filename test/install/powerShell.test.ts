import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, installStamped, installFromNpm } from '../../scripts/cache.ts';
import { agents } from '../../src/agents/agents.ts';
import { hookCommand } from '../../src/cli/integrate/shims/hookCommand.ts';
import { powerShellShim } from '../../src/cli/integrate/shims/powerShellShim.ts';

const packages = ['web-tree-sitter@0.27.2', 'tree-sitter-powershell@0.26.4'];

interface Grammar {
  readonly Language: { load(file: string): Promise<unknown> };
  readonly Parser: {
    new (): {
      setLanguage(language: unknown): void;
      parse(text: string): { readonly rootNode: { readonly hasError: boolean } };
    };
    init(): Promise<void>;
  };
}

/** Returns whether a text is PowerShell, by a grammar of the npm registry, which is installed once. No PowerShell runs. */
async function grammar(): Promise<(text: string) => boolean> {
  const folder = join(cacheFolder(), 'powershell-grammar');
  await installStamped(folder, packages.join('\n'), (part) =>
    installFromNpm(part, packages, ['--ignore-scripts']),
  );
  const modules = join(folder, 'node_modules');
  const { Language, Parser } = (await import(
    pathToFileURL(join(modules, 'web-tree-sitter/web-tree-sitter.js')).href
  )) as Grammar;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(join(modules, 'tree-sitter-powershell/tree-sitter-powershell.wasm')),
  );
  return (text) => !parser.parse(text).rootNode.hasError;
}

describe('what integrate writes for PowerShell', () => {
  let isPowerShell: (text: string) => boolean;
  before(async () => {
    isPowerShell = await grammar();
  });

  for (const agent of agents)
    it(`is PowerShell for ${agent.id}, with each option`, () => {
      const { hooks } = agent;
      if (!hooks) return;
      const { protocol, places, deniesFaults, entries } = hooks;
      const homes = [
        { home: undefined },
        { home: "C:\\it's (my) $home" },
        { home: 'C:\\all', isHomeFixed: true },
      ];
      for (const home of homes) {
        const text = powerShellShim({ version: '5.0.0', agent: agent.id, protocol, ...home });
        assert.ok(isPowerShell(text), text);
        // A line that is cut off is found.
        assert.ok(!isPowerShell(text.replace(/\}\n$|exit \$code\n$/, 'if ($code {\n')));
      }
      for (const place of Object.values(places))
        for (const entry of entries) {
          const options = {
            platform: 'win32',
            root: "C:\\it's (my) $root",
            place,
            deniesFaults,
            entry,
          } as const;
          const { powerShell } = hookCommand(options);
          assert.ok(isPowerShell(powerShell), powerShell);
          assert.match(
            powerShell,
            /^\S+powershell\.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -/,
          );
          const [, script] = / -Command "([^"]*)"; exit \$LASTEXITCODE$/.exec(powerShell) ?? [];
          if (script !== undefined) assert.ok(isPowerShell(script), script);
          else assert.match(powerShell, / -File "[^"]+\.ps1" [\w.]+$/);
        }
    });
});
