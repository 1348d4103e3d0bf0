/** Programs that run commands of a file which no argument names, and the names of these files. */
const files: readonly (readonly [
  programs: string,
  name: RegExp,
  commandsIn: (text: string) => readonly string[],
])[] = [
  ['make gmake', /^(?:GNUm|[Mm])akefile$|\.mk$/, recipesIn],
  ['just', /^\.?justfile$|\.just$/i, recipesIn],
  ['npm pnpm yarn bun bunx node', /^package\.json$/, packageScriptsIn],
  ['task go-task', /^taskfile\.(?:dist\.)?ya?ml$/i, listedIn],
  [
    'git',
    /^(?:applypatch|pre|post|prepare|commit|push|sendemail|fsmonitor|reference)-[a-z-]+$/,
    (text) => [text],
  ],
  ['git', /./, gitSettingsIn],
];

/**
 * Returns the commands in a file that the command line writes, if a program runs them without naming the file: a target of
 * a Makefile, a script of a package, a hook or an alias of git.
 *
 * @param program Without its folder.
 * @param file The last part of its name.
 */
export function commandsInWritten(program: string, file: string, text: string): readonly string[] {
  return files.flatMap(([programs, name, commandsIn]) =>
    ` ${programs} `.includes(` ${program} `) && name.test(file) ? commandsIn(text) : [],
  );
}

/** Returns the recipes of a Makefile or a justfile as commands of the shell, with its variables before them. */
function recipesIn(text: string): readonly string[] {
  const values: string[] = [];
  const commands: string[] = [];
  for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
    const [, name, value = ''] = /^(?:export\s+)?(\w+)\s*[:?+!]*=(.*)$/.exec(line) ?? [];
    const [, recipe] = /^(?:\s|[^\s:#][^:=]*:[^=;]*;)(.*)$/.exec(line) ?? [];
    if (name !== undefined) values.push(`${name}='${value.replaceAll(/["']/g, '').trim()}'`);
    else if (recipe !== undefined) commands.push(recipe.replace(/^[\s@+-]+/, ''));
    for (const [, inner = ''] of line.matchAll(/\$[({]shell\s+([^)}]*)/g)) commands.push(inner);
    for (const [, file = ''] of line.matchAll(/\$[({]file\s*<\s*([^)}]*)/g)) commands.push(`cat ${file}`);
  }
  const inShell = (command: string): string =>
    command
      .replaceAll(
        /\{\{\s*(\w+)\s*\}\}|\$\((\w+)\)/g,
        (_, just?: string, make?: string) => `\${${just ?? make ?? ''}}`,
      )
      .replaceAll('$$', '$');
  return [...values, ...commands.map(inShell)]
    .map((command) => command.trim())
    .filter((command) => command !== '');
}

/** Returns the scripts of a package; the whole text as one command when it is not JSON. */
function packageScriptsIn(text: string): readonly string[] {
  try {
    const { scripts = {} } = JSON.parse(text) as { scripts?: object };
    return Object.values(scripts).filter((script) => typeof script === 'string');
  } catch {
    // A part of the text is known only when it runs. Each text in it may be a script.
    return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, script = '']) =>
      script.replaceAll(/\\(.)/g, '$1'),
    );
  }
}

/** Returns the items of lists in YAML. */
function listedIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:-|cmd:|sh:)/.test(line))
    .map((line) =>
      line
        .replace(/^[\s-]+/, '')
        .replace(/^(?:cmd|sh):/, '')
        .trim()
        .replaceAll(/^["']|["']$/g, ''),
    );
}

/** Returns the values in a configuration of git: an alias is arguments of git, or a command line, as many settings are. */
function gitSettingsIn(text: string): readonly string[] {
  if (!/^\s*\[[\w.-]+/m.test(text)) return [];
  return [...text.matchAll(/=([^\n]+)/g)].flatMap(([, value = '']) => {
    const command = value
      .trim()
      .replaceAll(/^"|"$/g, '')
      .replaceAll(/\\(["\\])/g, '$1');
    return command.startsWith('!') ? [command.slice(1)] : [`git ${command}`, command];
  });
}
