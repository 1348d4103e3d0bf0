import { printedArchives } from './archives.data.ts';
import { foundNames } from './foundNames.data.ts';
import { computedNames } from './computedNames.data.ts';
import { indirect } from './indirect.data.ts';
import { otherReadings } from './otherReadings.data.ts';

/** Spellings of the file `.env` in a folder `project` that is the working directory; each prints it with `cat`. */
const spellings = String.raw`
.env
./.env
.//.env
././.env
../project/.env
sub/../.env
$PWD/.env
"$PWD/.env"
\${PWD}/.env
$(pwd)/.env
"$(pwd)"/.env
~+/.env
'.env'
".env"
.'env'
.e""nv
.e''nv
".e"'nv'
\.env
.e\nv
.\e\n\v
$'.env'
$'\x2eenv'
$'\056env'
$'.\u0065nv'
$".env"
.e?v
.e*
.[e]nv
.[a-f]nv
.e[!x]v
.en[[:alpha:]]
.?nv
.e*v
./.e*
./*/../.env
{.env,}
{,.}env
.{env,none}
.en{v,w}
.e{n..n}v
./{.env,none}
$(echo .env)
"$(echo .env)"
$(printf .env)
$(printf '.%s' env)
$(printf '%s%s' .e nv)
$(printf '\x2eenv')
$(echo -e '\x2eenv')
$(echo vne. | rev)
$(echo LmVudg== | base64 -d)
$(basename /x/.env)
$(realpath .env)
$(readlink -f .env)
$(dirname ./x)/.env
$(ls .env)
$(ls -a .env*)
$(ls -d .e*)
$(find . -maxdepth 1 -name .env)
$(find . -maxdepth 1 -name '.e*')
$(cat <<< .env)
$(echo .ENV | tr A-Z a-z)
\`echo .env\`
\${none:-.env}
\${none-.env}
"\${none:-.env}"
\${HOME:+.env}
link
./link
folder/../.env
away/.env
hard
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('\\$', '$').replaceAll('\\`', '`'));

/** Ways to print the file `.env`, in the words of bash. */
const commands = String.raw`
cat .env
cat -A .env
cat -n .env
cat -- .env
cat < .env
cat 0< .env
cat 0<.env
< .env cat
<.env cat
cat<.env
cat <> .env
cat - < .env
cat /dev/stdin < .env
cat /dev/fd/0 < .env
cat <(cat .env)
cat /proc/self/cwd/.env
cat	.env
cat     .env
cat \
 .env
 cat .env
cat .env;
cat .env &
cat .env & wait
true; cat .env
true && cat .env
false || cat .env
true | cat .env
! cat .env
(cat .env)
( ( cat .env ) )
{ cat .env; }
if true; then cat .env; fi
while true; do cat .env; break; done
until false; do cat .env; break; done
for f in .env; do cat "$f"; done
for f in .e*; do cat $f; done
for f in x .env; do [ -f "$f" ] && cat "$f"; done
for ((i=0;i<1;i++)); do cat .env; done
case x in x) cat .env;; esac
[ -f .env ] && cat .env
[[ -f .env ]] && cat .env
test -f .env && cat .env
cat .env 2>&1
cat .env 2>/dev/null
cat none .env
cat .env none 2>/dev/null
cat README.md .env
tac .env
nl .env
head .env
head -n 5 .env
head -c 400 .env
head -5 .env
tail .env
tail -n +1 .env
tail -c 400 .env
more .env
less .env | cat
rev .env
cut -c1- .env
cut -d= -f2 .env
cut -d = -f 2- .env
paste .env
paste -s .env
sort .env
sort -u .env
uniq .env
fold .env
fold -w 10 .env
fmt .env
pr .env
expand .env
unexpand .env
column -t .env
tr a-z A-Z < .env
tr -d x < .env
od -c .env
od -A x -t x1z .env
xxd .env
xxd -p .env
hexdump -C .env
strings .env
strings -n 3 .env
base64 .env
base64 -w0 .env
base32 .env
basenc --base64 .env
dd if=.env
dd if=.env 2>/dev/null
dd status=none < .env
dd if=.env bs=1 count=200 status=none
look '' .env
shuf .env
split -l 100 --filter=cat .env
csplit -s -f out- .env 1; cat out-*
tsort .env
ptx .env
numfmt --invalid=ignore < .env
join .env .env
comm .env README.md
diff .env README.md
diff -u README.md .env
diff -y .env README.md
diff /dev/null .env
sdiff .env README.md
cmp -l .env README.md
grep . .env
grep '' .env
grep OKE .env
grep -n TOKEN .env
grep -i token .env
grep -E 'TOKEN|KEY' .env
grep -F TOKEN .env
grep -v none .env
grep -o 'ghp_.*' .env
grep -A5 TOKEN .env
grep -e TOKEN .env
grep --color=always TOKEN .env
grep -h TOKEN .env README.md
grep TOKEN < .env
grep TOKEN ./.env
grep -r TOKEN .
grep -r TOKEN
grep -rn 'TOKEN=' .
grep -R TOKEN .
grep -ri token . --include='.env'
grep -rh . .
grep -rE 'TOK|KEY' ./
grep --recursive TOKEN .
egrep TOKEN .env
fgrep TOKEN .env
rgrep TOKEN
grep -rnB 1 NAME .
grep -rB1 NAME .
grep -nrC3 NAME .
grep -rz NAME .
grep -rE 'Q+?' .
grep -rE 'TX{,2}OKEN' .
grep -r '[]T]OKEN' .
grep -r '\<TOKEN' .
grep -r '[[:upper:]]\+=gh' .
grep -rP '\x54OKEN' .
awk 1 .env
awk '{print}' .env
awk '{print $0}' .env
awk -F= '{print $2}' .env
awk '/TOKEN/' .env
awk 'BEGIN { while ((getline line < ".env") > 0) print line }'
awk '{print}' < .env
mawk 1 .env
sed '' .env
sed p .env
sed -n p .env
sed -n '1,5p' .env
sed -n '/TOKEN/p' .env
sed 's/x/y/' .env
sed -e 's/x/y/' .env
sed '' < .env
sed '1r .env' README.md
sed -n '$!N;p' .env
ed -s .env <<< ',p'
ex -s -c '%p' -c 'q!' .env
vim -es -c '%p' -c 'qa!' .env
tee < .env
tee /dev/null < .env
cp .env /dev/stdout | cat
cp .env copy && cat copy
cp .env copy; head copy
cp .env sub/copy && cat sub/copy
cp .env sub/ && cat sub/.env
cp -r folder/.. sub/tree 2>/dev/null; cat sub/tree/.env
cp -r folder/.. sub/tree 2>/dev/null; grep -r TOKEN sub/tree
mv .env moved && cat moved
ln -s .env alias && cat alias
ln .env alias2 && cat alias2
install -m 600 .env copy && cat copy
cat .env > copy; cat copy
dd if=.env of=copy status=none; cat copy
tar cf - .env
tar -cf - .env
tar -czf - .env | tar -xzO
tar cf - .env | tar xO
tar -C . -cf - .env | tar -xOf -
zip -q - .env
gzip -c .env
gzip -c .env | zcat
gzip -c < .env | gunzip -c
bzip2 -c .env
xz -c .env
zstd -c .env
echo .env | cpio -o
echo .env | cpio -o 2>/dev/null
ar rc out.a .env && ar p out.a
openssl base64 -in .env
openssl enc -base64 -in .env
openssl dgst -hex .env && cat .env
iconv -f utf-8 -t utf-8 .env
echo $(cat .env)
echo "$(cat .env)"
echo "$(<.env)"
echo $(< .env)
printf '%s\n' "$(cat .env)"
echo \`cat .env\`
x=$(cat .env); echo "$x"
x=$(<.env); echo $x
x=\`cat .env\`; printf %s "$x"
f=.env; cat $f
f=.env; cat "$f"
f=.env; cat \${f}
f=.e; cat \${f}nv
a=.e; b=nv; cat $a$b
f=.envx; cat \${f%x}
f=x.env; cat \${f#x}
f=/a/b/.env; cat \${f##*/}
f=.ENV; cat \${f,,}
f=.xnv; cat \${f/x/e}
f=xx.env; cat \${f:2}
a=.env; b=a; cat \${!b}
f=(.env); cat "\${f[0]}"
f=(x .env); cat "\${f[@]}"
export F=.env; cat $F
declare F=.env; cat $F
set -- .env; cat "$1"
set -- .env; cat "$@"
c=cat; $c .env
c='cat .env'; $c
c=cat; f=.env; $c $f
cat$IFS.env
cat\${IFS}.env
{cat,.env}
'cat' .env
"cat" .env
c'a't .env
\cat .env
c\at .env
/bin/cat .env
/usr/bin/head .env
$(which cat) .env
$(echo cat) .env
command cat .env
command -p cat .env
builtin echo "$(cat .env)"
exec cat .env
env cat .env
env A=1 cat .env
env -i cat .env
env -i A=1 /bin/cat .env
env -u HOME cat .env
A=1 cat .env
time cat .env
nice cat .env
nice -n 5 cat .env
nohup cat .env
timeout 5 cat .env
timeout -s KILL 5 cat .env
timeout --signal=KILL 5s cat .env
stdbuf -o0 cat .env
setsid -w cat .env
ionice -c 3 cat .env
xargs cat < list
xargs -a list cat
echo .env | xargs cat
echo .env | xargs -n1 cat
echo .env | xargs -I{} cat {}
echo .env | xargs -I % sh -c 'cat %'
printf '.env\0' | xargs -0 cat
printf '%s\n' .env | xargs head
ls .env | xargs cat
ls -a | grep env | xargs cat
ls -A | xargs cat 2>/dev/null
find . -name .env | xargs cat
find . -name '.e*' | xargs cat
find . -name .env -exec cat {} \;
find . -name .env -exec cat {} +
find . -type f -exec cat {} +
find . -maxdepth 1 -type f -exec grep TOKEN {} +
find . -name .env -exec sh -c 'cat "$1"' _ {} \;
find . -name .env -execdir cat {} \;
find . -name .env -print0 | xargs -0 cat
find . -maxdepth 1 -type f | xargs grep TOKEN
find . -name '.env' | while read f; do cat "$f"; done
echo .env | while read f; do cat "$f"; done
echo .env | while IFS= read -r f; do cat "$f"; done
while read f; do cat $f; done <<< .env
while read l; do echo "$l"; done < .env
while IFS= read -r l; do printf '%s\n' "$l"; done < .env
while read -r l || [ -n "$l" ]; do echo $l; done < .env
read -r l < .env; echo "$l"
{ read l; echo $l; } < .env
mapfile -t a < .env; echo "\${a[@]}"
readarray a < .env; printf %s "\${a[@]}"
mapfile < .env; echo "\${MAPFILE[@]}"
exec 3< .env; cat <&3
exec 3<.env; read l <&3; echo $l
exec < .env; cat
cat <<< "$(cat .env)"
cat <<EOF
$(cat .env)
$(cat .env)
EOF
cat <<-EOF
	$(head .env)
	EOF
bash -c 'cat .env'
bash -c "cat .env"
bash -c cat\ .env
sh -c 'cat .env'
sh -c "cat '.env'"
bash -lc 'cat .env'
bash -ec 'cat .env'
bash -c 'cat $0' .env
bash -c 'cat "$1"' _ .env
bash -c 'cat "$@"' _ .env
bash -c "bash -c 'cat .env'"
bash <<< 'cat .env'
bash <<'EOF'
cat .env
EOF
sh << X
head .env
X
echo 'cat .env' | bash
echo 'cat .env' | sh
printf 'cat .env' | bash
echo 'cat .env' | bash -s
echo Y2F0IC5lbnY= | base64 -d | bash
echo 'cat .env' > run.sh; bash run.sh
echo 'cat .env' > run.sh && sh ./run.sh
printf 'cat .env\n' > run.sh; . ./run.sh
bash print.sh
./print.sh
. ./print.sh
source print.sh
eval cat .env
eval 'cat .env'
eval "cat" ".env"
eval "$(echo cat .env)"
eval $(echo 'cat .env')
trap 'cat .env' EXIT
f() { cat "$1"; }; f .env
f() { cat .env; }; f
function f { cat .env; }; f
f() { head "$@"; }; f -n 5 .env
ls() { cat "$@"; }; ls .env
shopt -s dotglob; cat * 2>/dev/null
cd . && cat .env
cd sub && cat ../.env
cd sub; cat ../.env
(cd sub; cat ../.env)
pushd sub >/dev/null; cat ../.env
cd .. && cat project/.env
cd .. && cat project/.e*
env -C sub cat ../.env
coproc cat .env; cat <&"\${COPROC[0]}"
coproc { cat .env; read; }; head -1 <&"\${COPROC[0]}"
source .env; echo $TOKEN
. ./.env && echo "$TOKEN"
set -a; . ./.env; env
set -a; source .env; set +a; printenv TOKEN
export $(cat .env | xargs); echo $TOKEN
export $(cat .env); echo $TOKEN
python3 -c "print(open('.env').read())"
python3 -c 'print(open(".env").read())'
python3 -c "import sys; sys.stdout.write(open('.env').read())"
python3 -c "print(open('.e'+'nv').read())"
python3 -c "print(open('\x2eenv').read())"
python3 -c "from pathlib import Path; print(Path('.env').read_text())"
python3 -c "import os; os.system('cat .env')"
python3 -c "import subprocess; print(subprocess.check_output(['cat','.env']))"
python3 -c "import sys; print(open(sys.argv[1]).read())" .env
python3 -c "import glob; [print(open(f).read()) for f in glob.glob('.e*')]"
python3 -c "import os; [print(open(f).read()) for f in os.listdir('.') if os.path.isfile(f) and f[0]=='.']"
python3 -c "import base64; print(open(base64.b64decode('LmVudg==').decode()).read())"
python3 - <<EOF
print(open('.env').read())
EOF
python3 <<'EOF'
with open(".env") as f:
    print(f.read())
EOF
echo "print(open('.env').read())" | python3
echo "print(open('.env').read())" > p.py; python3 p.py
node -e "console.log(require('fs').readFileSync('.env','utf8'))"
node -p "require('fs').readFileSync('.env','utf8')"
node -e 'process.stdout.write(require("fs").readFileSync(".env"))'
node --eval "console.log(require('fs').readFileSync('.e'+'nv','utf8'))"
node -e "require('fs').createReadStream('.env').pipe(process.stdout)"
node -e "for (const f of require('fs').readdirSync('.')) try { if (f[0]==='.') console.log(require('fs').readFileSync(f,'utf8')) } catch {}"
node -e "console.log(require('child_process').execSync('cat .env').toString())"
node --env-file=.env -p process.env.TOKEN
node --env-file=.env -e "console.log(process.env.TOKEN)"
node -e "console.log(require('fs').readFileSync(process.argv[1],'utf8'))" .env
node <<< "console.log(require('fs').readFileSync('.env','utf8'))"
perl -pe '' .env
perl -ne 'print' .env
perl -e 'open F, ".env"; print <F>'
perl -e 'print <>' .env
perl -e 'print \`cat .env\`'
perl -0777 -ne print .env
ruby -e 'puts File.read(".env")'
ruby -ne 'puts $_' .env
php -r 'echo file_get_contents(".env");'
php -r 'readfile(".env");'
lua -e 'print(io.open(".env"):read("*a"))'
jq -R . .env
jq -Rs . < .env
jq -n --rawfile x .env '$x'
bat .env
batcat .env
rg TOKEN .env
rg --hidden TOKEN
rg --hidden -g '*.{md,env}' TOKEN
rg --hidden -nB1 NAME
rg --hidden --passthru NAME
rg --hidden -U 'x?NAME'
rg --hidden '\p{L}OKEN'
ag --hidden token
rg -uu TOKEN
rg . .env
ag --hidden TOKEN
ack TOKEN .env
curl -s file://$PWD/.env
curl -s "file://$(pwd)/.env"
busybox cat .env
busybox head .env
toybox cat .env
sudo cat .env
sudo -u root cat .env
sudo -n cat .env
doas cat .env
script -qc 'cat .env' /dev/null
unbuffer cat .env
parallel cat ::: .env
parallel 'cat {}' ::: .env
highlight .env
pandoc -t plain .env
m4 .env
cpp .env
gcc -E -x c .env
xmllint --html .env
sqlite3 :memory: "select readfile('.env')"
uuencode .env x
git show HEAD:.env
git show HEAD:./.env
git show
git show HEAD
git show --format= HEAD
git --no-pager show HEAD
git -C . show HEAD:.env
git cat-file -p HEAD:.env
git cat-file blob HEAD:.env
git cat-file -p $(git rev-parse HEAD:.env)
git log -p
git log -p -1
git log --patch --all
git log -u -- .env
git diff HEAD~1
git diff HEAD~1 HEAD
git diff HEAD~1 -- .env
git --no-pager diff HEAD~1 HEAD -- .env
git diff --no-index /dev/null .env
git diff --no-index README.md .env
git blame .env
git blame HEAD -- .env
git annotate .env
git grep TOKEN
git grep -n TOKEN HEAD
git grep -h '' -- .env
git format-patch -1 --stdout
git stash show -p stash@{0}
git stash show -p
`
  .trim()
  .replaceAll('\\$', '$')
  .replaceAll('\\`', '`');

/** Splits at line ends, except in a here-document and after a backslash. */
function splitCommands(text: string): string[] {
  const found: string[] = [];
  let end: string | undefined;
  let isContinued = false;
  for (const line of text.split('\n')) {
    if (isContinued || end !== undefined) found.push(`${found.pop() ?? ''}\n${line}`);
    else found.push(line);
    isContinued = line.endsWith('\\');
    if (end !== undefined) end = line.trim() === end ? undefined : end;
    else end = /<<-?\s?'?([A-Z]+)'?$/.exec(line)?.[1];
  }
  return found;
}

/** Commands that print the file `.env`, each in the words of bash. */
export const printing: readonly string[] = [
  ...splitCommands(commands),
  ...spellings.map((spelling) => `cat ${spelling}`),
  // A redirection takes one file only.
  ...spellings
    .filter((spelling) => !spelling.includes(',') && !spelling.includes('*/'))
    .map((spelling) => `head -n 3 < ${spelling}`),
  'for f in .*; do [ -f "$f" ] && cat "$f"; done',
  'for f in .e*; do cat "$f"; done',
  'if true; then cat; fi < .env',
  '. ./.env; cat <<< $TOKEN',
  '. ./.env; cat <<E\n$TOKEN\nE',
  '. ./.env; bash -c "echo $TOKEN"',
  '. ./.env; for c in TOKEN; do echo ${!c}; done',
  'date -f .env',
  'file -f .env',
  'wc --files0-from=.env',
  'gcc @.env',
  'gcc -x c .env',
  'xargs -a .env',
  'sed -i.bak s/a/b/ .env; cat .env.bak',
  'curl -s file:///proc/self/cwd/.env',
  '. /proc/self/cwd/.env; echo $TOKEN',
  'export $(cat /proc/self/cwd/.env); echo $TOKEN',
  'x=$(cat /proc/self/cwd/.env); echo $x',
  'export x=$(cat /proc/self/cwd/.env); cat /proc/self/environ',
  'sh /proc/self/cwd/print.sh',
  'git -C /proc/self/cwd show HEAD:.env',
  'cp -r . ../copy; cat ../copy/.env',
  'git worktree add -q ../tree; sort ../tree/.env',
  'git status -vv',
  'git format-patch --stdout HEAD~1',
  'git log -p --max-count 1 HEAD~1..',
  'git difftool -y -x cat HEAD~1',
  'git rebase -x "cat .env" HEAD',
  'git bisect run cat .env',
  'PROMPT_COMMAND="cat .env" bash -i',
  'bash -c "cat .env" run',
  'echo .env | (xargs cat)',
  "echo 'cat .env' | (bash)",
  "echo 'cat .env' | (cd . && bash)",
  "echo 'cat .env' | { cd .; bash; }",
  "echo 'cat .env' | if true; then true; bash; fi",
  "{ echo 'cat .env'; } | sh",
  '(echo cat .env; echo true) | sh',
  'for i in 1; do echo .env; done | xargs cat',
  'echo .env | tee >(xargs cat) | cat',
  'echo .env | echo $(xargs cat)',
  "bash <(echo 'cat .env')",
  ". <(echo 'cat .env')",
  '. ./.env; expr "$TOKEN" : \'\\(.*\\)\'',
  '. ./.env; basename "$TOKEN"',
  '. ./.env; dirname "$TOKEN/x"',
  '. ./.env; ls "$TOKEN"',
  '. ./.env; cat "/none/$TOKEN"',
  '. ./.env; seq -f "$TOKEN%g" 1',
  '. ./.env; date "+$TOKEN"',
  '. ./.env; $TOKEN',
  '. ./.env; : ${NOPE:?$TOKEN}',
  '. ./.env; echo ${NOPE:-$TOKEN}',
  '. ./.env; cd $TOKEN',
  '. ./.env; sleep $TOKEN',
  '. ./.env; [ "$TOKEN" -gt 0 ]',
  '. ./.env; python3 -c \'import sys; print(sys.argv[1])\' "$TOKEN"',
  "sed 's/TOKEN=//' .env > words; . ./words",
  "env -vS 'head .env'",
  'tar -T list -cf - | tar -xOf -',
  'xargs --arg-file=list head -n3',
  'declare -A m=([f]=.env); cat ${m[f]}',
  "sed 'r.env' README.md",
  'git hash-object -w .env | xargs git cat-file -p',
  'git cat-file -p $(git hash-object -w .env)',
  'git add -f .env; git diff --cached HEAD~1',
  'git config -f .env -l',
  'git config --file=.env --list',
  'git reflog -p',
  'perl -e \'open(my $f, "<", "." . "env"); print while <$f>\'',
  ...otherReadings,
  ...computedNames,
  ...foundNames,
  ...printedArchives,
  ...indirect,
];
