const many = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join(' ');

/** Commands that compute the name `.env` or copy the file, and print it. */
export const computedNames: readonly string[] = [
  // More alternatives than a person writes.
  `cat {${many(300).replaceAll(' ', ',')},.env}`,
  'for f in {1..70} .env; do cat "$f"; done 2>/dev/null',
  `for f in ${many(70)} .env; do cat $f; done`,
  `cat ${"''".repeat(201)}.e*`,
  `f=x; f=.env; cat ${"''".repeat(201)}$f`,
  // Variables.
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
  'f=xx.env; cat ${f:1+1}',
  'n=2; f=xx.env; cat ${f:n}',
  // Lists that a filter passes on.
  'ls -A | cut -c1-9 | xargs cat 2>/dev/null',
  'ls -A | shuf | xargs cat 2>/dev/null | sort',
  'ls -A | egrep env | xargs cat',
  'dir -A | xargs cat 2>/dev/null',
  'stat -c %n .e* | xargs cat',
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
