/** Command lines with long texts: a limit of the reader must neither let a file pass nor stop everyday work. */

const x = (count: number): string => 'x'.repeat(count);
const here = (count: number): string => './'.repeat(count);
const numbered = (count: number, text: (at: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(between);

const many = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join(' ');

/** Commands that compute the name `.env` from a long text or many words, and print the file. */
export const composedNames: readonly string[] = [
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
  // Expansions.
  `f=${x(300)}.env; cat \${f#${x(300)}}`,
  `f=${x(4200)}.env; cat \${f#${x(4200)}}`,
  `f=.env${x(300)}; cat \${f%${x(300)}}`,
  `f=${x(5000)}.env; cat \${f:5000}`,
  `f=${x(4200)}.env; cat \${f: -4}`,
  `f=${x(100)}.eYnv; cat \${f//[xY]/}`,
  `f() { cat \${1#${x(300)}}; }; f ${x(300)}.env`,
  `for i in {1..70} .e; do f=$i; done; f+=nv; cat $f 2>/dev/null`,
  `${numbered(70, (at) => `f=v${at};`)} f='x .env'; f=.env; cat "$f"`,
  // Names of variables and options, and pipelines.
  `${x(250)}=.env; cat $${x(250)}`,
  `${x(250)}=.env; cat \${${x(250)}}`,
  `f() { echo ${here(150)}.env; }; cat $(f)`,
  // Words with several values.
  `f=x; f=.env; cat ${'$e'.repeat(4100)}$f`,
  `f=x; f=.env; python3 -c "# ${x(4200)}\nprint(open('$f').read())"`,
  `c=1; c='# ${x(4200)}\ncat .env'; bash -c "$c"`,
  // Paths that are short once their folders are resolved.
  `mkdir '['; cat '${'[/../'.repeat(700)}.env'`,
  `node -p "fs.readFileSync(require('path').resolve('${here(2046)}/.env'),'utf8')"`,
  `python3 -c "import os;print(open(os.path.abspath('${'a/../'.repeat(1000)}.env')).read())"`,
];

/** Commands with a limit that is exceeded, whatever they print. */
export const tooLong: readonly string[] = [
  // Code that reads the names of files.
  `awk '#${x(66_000)}\nBEGIN{while(("cat list" | getline f)>0) while((getline l < f)>0) print l}'`,
  `awk '#${x(66_000)}\n{while((getline l < $0)>0) print l}' list`,
  `python3 -c "${numbered(2_100, (at) => `a${at}=1`, ';')}\nfor f in open('list'): print(open(f.strip()).read())"`,
  `y='${'#'.repeat(100_000)}'; python3 <<< "$y$y$y\nprint(open('.env').read())"`,
  `cat .e[n${x(5000)}]v`,
  `cat {.env,${x(4100)}}`,
];

const sentence = 'The quick brown fox reads .env once, and it is fine (really): a=b. ';
const paragraph = sentence.repeat(70);
const lines = `${sentence}\n`.repeat(300);
const files = numbered(400, (at) => `src/module${at}/file${at}.ts`);

/** Everyday commands with long texts and lists, beside a file with a secret. */
export const everydayLong: readonly string[] = [
  `git commit -m "${paragraph}"`,
  `git commit -F - <<'EOT'\n${lines}EOT`,
  `cat > notes.md <<'EOT'\n${lines}EOT`,
  `cat > notes.md <<EOT\n${lines}Today: $(date)\nEOT`,
  `gh pr create --title x --body "$(cat <<'EOT'\n${lines}EOT\n)"`,
  `npm run lint -- ${files}`,
  `npx eslint ${files}`,
  `npx prettier --check ${files}`,
  `git add ${files} && git commit -m x`,
  `grep -n TODO ${files}`,
  `jq '${numbered(300, () => 'if .a then .b else .c end', ' | ')}' package.json`,
  `curl -s localhost:3000/api -d '[${numbered(300, (at) => `{"id":${at},"file":".env"}`, ',')}]'`,
  `BODY='${lines}'; echo "\${BODY%%$'\\n'*}" "\${BODY:0:100}"`,
  `for i in 1 2 3 4 5 6 7 8; do cat > out$i.md <<EOT\n${paragraph} $i\nEOT\ndone`,
  `python3 - <<'EOT'\nwords = [${numbered(1500, (at) => `"word${at}"`, ', ')}]\nopen('o', 'w').write('\\n'.join(w.replace('a', 'b') for w in words))\nEOT`,
  `sed -i '${numbered(400, (at) => `s/old${at}/new${at}/g`, ';')}' src/index.ts`,
  `ARGS=; for i in {1..30}; do ARGS+=",a$i"; done; npm run x -- $ARGS`,
  `rm -rf ${numbered(900, (at) => `dist/chunk-${at}.js`)}`,
  `docker run --rm --env-file=/a/long/path/to/a/folder/with/many/parts/of/a/project/on/a/server/.env app npm test`,
];
