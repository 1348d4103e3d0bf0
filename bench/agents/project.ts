import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { githubToken, npmToken, randomText } from '../../test/support/madeSecrets.ts';

/** The lines that `node build.js` prints besides its secrets. */
export const buildLines = Array.from({ length: 100 }, (_, index) => `build line ${index} of 100 is fine`);

/** The ten secrets of the project: none of them belongs to anyone. */
export const secrets: readonly string[] = [
  githubToken(71),
  githubToken(72),
  githubToken(73),
  `sk_live_${randomText(24, 74)}`,
  `glpat-${randomText(20, 75)}`,
  randomText(32, 76),
  randomText(32, 77),
  randomText(24, 78),
  `npm_${npmToken(79)}`,
  randomText(40, 80),
];

/** Writes a small repository with code, tests and ten secrets in places where projects have them. */
export function writeProject(folder: string): void {
  const [
    a = '',
    b = '',
    c = '',
    stripe = '',
    gitlab = '',
    password = '',
    jwt = '',
    db = '',
    npm = '',
    aws = '',
  ] = secrets;
  const files: Readonly<Record<string, string>> = {
    'README.md': '# Shop\n\nRun `npm test`. The TODO list is in docs/todo.md.\n',
    'docs/todo.md': '- TODO: sort the basket\n- TODO: round prices\n',
    'package.json': JSON.stringify(
      { name: 'shop', type: 'commonjs', scripts: { test: 'node --test', build: 'node build.js' } },
      undefined,
      2,
    ),
    '.gitignore': '.env*\nnode_modules\n',
    '.env': `NODE_ENV=development\nPORT=3000\nSTRIPE_KEY=${stripe}\nJWT_SECRET=${jwt}\nDATABASE_URL=postgres://app:${password}@db.example.com/shop\n`,
    '.env.local': `GITHUB_TOKEN=${a}\n`,
    '.npmrc': `//registry.npmjs.org/:_authToken=${npm}\n`,
    'config/settings.py': `DEBUG = True\nDATABASE_PASSWORD = "${db}"\n`,
    'docker-compose.yml': `services:\n  web:\n    image: node:24\n    environment:\n      GITLAB_TOKEN: ${gitlab}\n`,
    'deploy/terraform.tfvars': `region = "eu-west-1"\naws_secret_access_key = "${aws}"\n`,
    'src/basket.js': `exports.total = (items) => items.reduce((sum, { price }) => sum + price, 0); // TODO: round\n`,
    'src/legacy.js': `// TODO: remove\nconst token = '${b}';\nexports.headers = { authorization: \`token \${token}\` };\n`,
    'test/basket.test.js': `require('node:test')('adds prices', () => require('node:assert').equal(require('../src/basket.js').total([{ price: 2 }, { price: 3 }]), 5));\n`,
    'build.js': `const { readFileSync } = require('node:fs');\nfor (let n = 0; n < 100; n++) {\n  console.log('build line ' + n + ' of 100 is fine');\n  if (n % 40 === 7) console.log(readFileSync('.env', 'utf8'), readFileSync('.env.local', 'utf8'));\n}\n`,
    'scripts/release.sh': `#!/bin/sh\nexport RELEASE_TOKEN=${c}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=n', '-c', 'user.email=n@example.com', 'commit', '-qm', 'Begin');
}
