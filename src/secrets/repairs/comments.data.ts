const slashes = ['// ', ''] as const;
const hash = ['# ', ''] as const;
const dashes = ['-- ', ''] as const;
const markup = ['<!-- ', ' -->'] as const;
const block = ['/* ', ' */'] as const;

const families: readonly (readonly [comment: readonly [open: string, close: string], languages: string])[] = [
  [
    slashes,
    'javascript javascriptreact typescript typescriptreact java c cpp csharp go rust swift kotlin scala dart php groovy ' +
      'objective-c objective-cpp fsharp jsonc less scss solidity proto3 zig',
  ],
  [
    hash,
    'python ruby shellscript yaml toml dockerfile makefile perl r elixir powershell dotenv properties terraform hcl ' +
      'coffeescript julia nix ignore gitignore graphql dockercompose cmake crystal tcl',
  ],
  [dashes, 'sql lua haskell elm ada plsql'],
  [markup, 'html xml markdown vue svelte xsl'],
  [block, 'css'],
];

/** How a comment of one line is written, by the editor's name of the language. Not here: languages without comments. */
export const comments: ReadonlyMap<string, readonly [open: string, close: string]> = new Map(
  families.flatMap(([comment, languages]) => languages.split(' ').map((language) => [language, comment])),
);
