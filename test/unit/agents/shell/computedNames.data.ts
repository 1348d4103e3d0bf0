import { longNames } from './longTexts.data.ts';

const many = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join(' ');

/** Commands that compute the name `.env` or copy the file, and print it. */
export const computedNames: readonly string[] = [
  // More alternatives than a person writes.
  `cat {${many(300).replaceAll(' ', ',')},.env}`,
  'for f in {1..70} .env; do cat "$f"; done 2>/dev/null',
  `for f in ${many(70)} .env; do cat $f; done`,
  `cat ${"''".repeat(201)}.e*`,
  `f=x; f=.env; cat ${"''".repeat(201)}$f`,
  `cat {,${many(299).replaceAll(' ', ',')}}{.env,} 2>/dev/null`,
  `${many(70).replaceAll('a', 'f=a').replaceAll(' ', '; ')}; f=.env; cat $f`,
  `set -- ${many(120)} .env; cat \${121}`,
  `for f in ${many(20)} .; do for g in ${many(20)} env; do cat $f$g; done; done 2>/dev/null`,
  `${many(25).replaceAll('a', 'echo : >> x; echo : a').replaceAll(' a', ' >> x; echo : a')} >> x; echo cat .env >> x; sh x`,
  `python3 -c "'''${many(1100)}'''; print(open('.env').read())"`,
  // Variables.
  'if true; then f=.env; cat $f; fi',
  'for f in .; do for g in env; do cat $f$g; done; done',
  'f(){ cat $1$2; }; f .e nv',
  'f(){ local f=.env; cat $f; }; f',
  'IFS=; set -- .e nv; cat "$*"',
  'printf -v f %s .env; cat $f',
  'printf -vf .%s env; cat "$f"',
  'read a b <<< ".e nv"; cat $a$b',
  'IFS=, read a b <<< ".e,nv"; cat $a$b',
  'f=.env; declare -n r=f; cat $r',
  "f='\\x2eenv'; cat ${f@E}",
  'f=.eXYnv; cat ${f//[XY]/}',
  'f=.eXYnv; cat ${f/X?/}',
  // Lists that a filter passes on.
  'ls -A | cut -c1-9 | xargs cat 2>/dev/null',
  'ls -A | shuf | xargs cat 2>/dev/null | sort',
  'ls -A | egrep env | xargs cat',
  'dir -A | xargs cat 2>/dev/null',
  'stat -c %n .e* | xargs cat',
  'ls -A > x; xargs cat < x 2>/dev/null',
  'find . -name ".e*" > x; cat $(cat x)',
  'wc -c .e* | xargs cat 2>/dev/null',
  'compgen -f | xargs cat 2>/dev/null',
  'git --no-pager ls-files | xargs cat 2>/dev/null',
  'git ls-tree -r --name-only HEAD | xargs cat 2>/dev/null',
  // Files that git writes first.
  'rm .env; git checkout HEAD -- .env; cat .env',
  'rm .env; git restore -s HEAD .env && cat .e*',
  'rm .env; git stash -q; cat .env',
  'rm .env; git checkout -q HEAD -f; cat .env',
  'rm .env; git reset -q --hard; grep TOKEN -r .',
  'rm .env; git checkout $(git rev-parse HEAD) -- .env; cat .env',
  // Parts of a text that a filter takes.
  'f=$(cut -d: -f2 <<< a:.env); cat $f',
  // Code in Base64 or hexadecimal numbers.
  'python3 -c "import base64;exec(base64.b64decode(\'cHJpbnQob3BlbignLmVudicpLnJlYWQoKSk=\'))"',
  'python3 -c "exec(bytes.fromhex(\'7072696e74286f70656e28272e656e7627292e72656164282929\'))"',
  "node -e \"eval(Buffer.from('Y29uc29sZS5sb2coZnMucmVhZEZpbGVTeW5jKCIuZW52IiwidXRmOCIpKQ==','base64')+'')\"",
  'perl -MMIME::Base64 -e \'eval decode_base64("b3BlbiBGLCIuZW52IjsgcHJpbnQgPEY+")\'',
  ...longNames,
  // A message that quotes lines.
  'bind -f .env',
];

/** Commands of compilers and test runners whose messages quote lines of `.env`. */
export const quotingMessages: readonly string[] = [
  'rustc .env',
  'cargo --config .env build',
  'npx tsc @.env',
  'npx mocha .env',
  'pytest @.env',
  'eslint --stdin < .env',
  'vim -u .env',
];

/** Lists of files of programs that few machines have, printed by another program. */
export const listedFiles: readonly string[] = [
  'rg --files --hidden | xargs cat',
  "cat $(rg --files -. -g '.e*')",
  'fdfind -H | xargs cat',
  'eza -a | xargs cat',
  'rg -l --hidden TOKEN | xargs cat',
  'ack -f | xargs cat',
  'ag -g . --hidden | xargs cat',
  'cat $(locate .env)',
  'zip -sf x.zip | xargs cat',
  'parallel echo :::: .env',
  "git ls-files | parallel 'cat {}'",
];
