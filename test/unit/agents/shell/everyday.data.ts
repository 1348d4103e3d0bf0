import { everydayArchives } from './archives.data.ts';
import { everydayIndirect } from './indirect.data.ts';
import { everydayLists } from './everydayLists.data.ts';
import { everydayNames } from './namesOnly.data.ts';
import { everydayLong } from './longTexts.data.ts';

const first: readonly string[] = String.raw`
ls
ls -la
ls -la .env
ls -a | head
ls *.ts
ll
pwd
cd src && ls
cd sub && npm test
tree -L 2
tree -a -I node_modules
stat .env
file .env
du -sh .
df -h
wc -l .env
wc -l src/*.ts
wc -c < .env
test -f .env && echo yes
test -f .env || cp .env.example .env
[ -f .env ] && echo exists
[[ -f .env && -r .env ]] && echo ok
if [ ! -f .env ]; then cp .env.example .env; fi
rm .env
rm -f .env.local .env
mv .env .env.old
cp .env .env.backup
cp .env.example .env
cp .env.example .env.local && echo done
ln -sf ../.env .env
mkdir -p dist && cp README.md dist/
touch .env
chmod 600 .env
chown me .env
echo '.env' >> .gitignore
echo ".env is ignored"
printf 'NAME=x\n' >> .env
echo "NAME=x" > .env.local
echo $HOME
echo "$PATH" | tr ':' '\n'
echo $?
echo "node $(node --version)"
sha256sum .env
md5sum .env README.md
cmp -s .env .env.example
diff -q .env .env.example
realpath .env
basename .env
dirname ./sub/.env
which node
command -v node
type node
git status
git status --short
git add .
git add .env
git add -A && git commit -m "Update .env handling"
git commit -m 'Read .env at the start'
git commit -am "fix: ignore .env"
git commit -F - <<'EOT'
Explain .env

The file .env is read once.
EOT
git checkout -- .env
git restore .env
git rm --cached .env
git mv README.md docs.md
git log --oneline -5
git log --oneline -- .env
git log --stat -3
git log --grep=.env
git log -1 --format=%H
git diff --stat
git diff --name-only HEAD~1
git diff --name-status main...HEAD
git diff README.md
git diff --cached --stat
git show --stat
git show --name-only HEAD
git show HEAD:README.md
git show HEAD~1:README.md | head
git blame README.md
git branch -a
git checkout -b feature
git switch main
git stash
git stash list
git stash pop
git push -u origin HEAD
git pull --rebase
git fetch --all
git rebase main
git merge --no-ff feature
git tag v1.0.0
git rev-parse HEAD
git rev-parse --show-toplevel
git ls-files
git ls-files | wc -l
git ls-files '*.ts' | xargs wc -l
git ls-files '*.ts' | xargs grep -n TODO
git check-ignore .env
git check-ignore -v .env
git remote -v
git config user.name
git grep -n "addNumbers"
git grep -l TOKEN
git clean -nd
git worktree list
git submodule update --init
git reflog
git describe --tags
git shortlog -sn
git cherry-pick abc
git reset --soft HEAD~1
git archive -o out.zip HEAD
npm install
npm ci
npm test
npm run build
npm run dev
npm run lint -- --fix
npm outdated
npm ls --depth=0
npm version patch -m "Release %s"
npm view typescript version
npx tsc --noEmit
npx eslint src --fix
npx prettier --write .
npx prettier --check "src/**/*.ts"
npx jest src/index.test.ts
npx vitest run
yarn install
yarn build
pnpm install --frozen-lockfile
pnpm -r test
bun install
node server.js
node dist/index.js --port 3000
node --env-file=.env server.js
node --test
node --version
node -e "console.log(1+1)"
node -p "require('./package.json').version"
node -e "console.log(process.version)"
npx dotenv -e .env -- npm start
dotenv -f .env run npm start
tsx src/index.ts
ts-node src/index.ts
source .env && npm run dev
set -a; source .env; set +a; npm start
. ./.env && npm run migrate
export NODE_ENV=production && npm run build
NODE_ENV=test npm test
env NODE_ENV=test npm test
PORT=3000 node server.js
docker build -t app .
docker build --secret id=env,src=.env -t app .
docker compose up -d
docker compose --env-file .env up -d
docker compose -f docker-compose.yml up
docker compose logs -f web
docker compose ps
docker run --rm --env-file .env app npm test
docker ps -a
docker images
docker exec -it web sh
docker exec web npm test
docker logs web
docker inspect --format '{{.State.Status}}' web
kubectl get pods
kubectl get secrets
kubectl create secret generic app --from-env-file=.env
kubectl create secret generic app --from-file=.env
kubectl apply -f k8s/
kubectl logs deploy/web
kubectl describe pod web
helm upgrade app ./chart -f values.yaml
terraform plan -var-file=prod.tfvars
terraform init
make
make test
make build -j4
cargo build --release
cargo test
go build ./...
go test ./...
go vet ./...
python3 manage.py migrate
python3 -m pytest tests
python3 -m venv .venv
python3 app.py
python3 -c "print('hello')"
python3 -c "import json; print(json.load(open('package.json'))['name'])"
pip install -r requirements.txt
pip freeze
pytest -q
poetry install
uv sync
ruff check .
black .
mypy src
bundle install
mvn -q test
./gradlew build
dotnet build
cat README.md
cat package.json
cat package.json | jq .name
jq '.scripts' package.json
jq .env package.json
jq -r '.dependencies | keys[]' package.json
head -20 README.md
tail -f app.log
less README.md
sed -n '1,20p' README.md
sed -i 's/a/b/' README.md
sed -i 's/OLD=.*/OLD=new/' .env
sed -i '/^OLD/d' .env
awk '{print $1}' README.md
cut -d: -f1 list
sort list | uniq -c
grep -rn "addNumbers" src
grep -rn "\.env" src
grep -r ".env" --include='*.md' .
grep -n "project" README.md
grep -q TOKEN .env
grep -q '^TOKEN=' .env && echo set
grep -c = .env
grep -l TOKEN .env
grep -rl TOKEN .
grep -rn TODO .
rg "addNumbers" src
rg -n TODO
rg TOKEN
rg -l TOKEN --hidden
rg --files
rg --files -g '.env*' --hidden
ag addNumbers
find . -name '*.ts'
find . -name .env
find . -name '.env*' -not -path './node_modules/*'
find . -type f -name '*.ts' | xargs wc -l
find . -name '*.ts' -exec grep -l TODO {} +
find . -name '*.md' -exec cat {} +
find . -name '*.log' -delete
find . -type f -newer README.md
find src -name '*.ts' | head
fd '\.ts$'
for f in src/*.ts; do echo "$f"; done
for i in 1 2 3; do echo $i; done
while true; do sleep 1; break; done
ps aux | grep node
ps -ef
kill 1234
lsof -i :3000
curl -s http://localhost:3000/health
curl -sS -X POST http://localhost:3000/api -H 'Content-Type: application/json' -d '{"a":1}'
curl -o out.json https://example.com/data.json
wget https://example.com/file.tgz
tar czf dist.tgz dist
tar xzf dist.tgz
zip -r out.zip dist
unzip -l out.zip
ssh -i ~/.ssh/id_rsa host uptime
scp -i ~/.ssh/id_rsa out.zip host:
ssh-keygen -t ed25519 -f key -N ''
openssl version
openssl rand -hex 16
date
uname -a
whoami
sleep 1
true
clear
history | tail
env | grep NODE_ENV
printenv PATH
printenv HOME
export PATH="$PWD/node_modules/.bin:$PATH"
echo "TOKEN is set: \${TOKEN:+yes}"
code .env
vim README.md
open .
gh pr create --title "Read .env" --body "The file .env is read once at the start."
gh pr view 12
gh issue list
gh run watch
vercel env pull .env.local
psql -c 'select 1'
psql "$DATABASE_URL" -f schema.sql
sqlite3 app.db '.tables'
redis-cli ping
cat > notes.md <<'EOT'
Copy .env.example to .env first.
EOT
cat <<EOT > config.json
{"file": ".env"}
EOT
xargs -a list ls
echo .env | xargs ls -l
ls .env* | xargs -n1 basename
bash -c 'ls -la .env'
sh -c 'test -f .env'
sudo chmod 600 .env
time npm test
timeout 60 npm test
nohup node server.js > app.log 2>&1 &
eval "$(ssh-agent -s)"
cat list README.md | wc -l
diff README.md docs.md
tsc -p . && node dist/index.js
bash print-version.sh
./print-version.sh
bash -n print.sh
git bisect run npm test
git rebase -x 'npm test' main
git submodule foreach git pull
diff -r src sub
sed -i.bak 's/a/b/' src/index.ts && rm src/index.ts.bak
git status -v
rsync -a --exclude .env . ../backup/
rsync -a --exclude .env ./ host:/srv/
rsync -av --exclude=.env --delete . user@host:app
export $(grep -v '^#' .env | xargs)
export $(grep -v '^#' .env | xargs) && npm start
env $(cat .env) npm start
set -a; . ./.env; set +a; psql "$DATABASE_URL" -c 'select 1'
. ./.env && curl -H "Authorization: Bearer $TOKEN" https://api.example.com
. ./.env; echo \${TOKEN:+set}
. ./.env; [ -n "$TOKEN" ] && echo yes
. ./.env; test -z "$TOKEN" && exit 1
. ./.env; mkdir -p "$NAME"
. ./.env; ls $NAME
source .env; node server.js --port $NAME
git add -A && git commit -m 'x' && git push
git add -A && git diff --cached
git add README.md && git diff --cached
git add . && git status -v
python3 -c "import os; print(os.path.join('a','b'))"
node -e "console.log(require('fs').readFileSync(require('path').join('src','index.ts'),'utf8'))"
git stash && git pull && git stash pop
git tag -a v1 -m 'v1' && git show --stat
{ npm test; npm run lint; } 2>&1 | tail -20
(cd src && ls) | head
ls -a | while read f; do echo "$f"; done
docker compose run --rm web npm test
ssh host 'systemctl restart app'
curl -s http://localhost:3000/api/env
for f in src/*.ts; do wc -l $f; done | sort -n
git hash-object README.md
git bundle create out.bundle HEAD
git show none:README.md
FOO=$(node -p 1+1); echo $FOO
find . -type f -exec touch {} +
python3 -c "print(open('README.md').read().split('.'))"
`
  .trim()
  .replaceAll('\\$', '$')
  .split(/\n(?!Explain|The file|EOT|Copy|\{"file|$)(?<!\nExplain \.env\n)/);

/** Those that were written later, mostly because similar ones print the file. */
const later: readonly string[] = [
  'mkdir -p out/{a..z}{a..z}',
  'for i in {1..1000}; do curl -s localhost:3000/page/$i; done',
  'for i in {1..100}; do npm test || break; done',
  'touch file{1..500}.txt',
  'x="--a"; x="$x --b"; x="$x --c"; npx jest $x',
  'deploy() { local target=$1; ssh "$target" uptime; }; deploy host',
  'log() { echo "[$1] $2"; }; log info ".env is ignored"',
  "printf -v now '%(%F)T' -1; echo $now",
  'IFS=. read -r major minor <<< "$(node -p 1.2)"; echo $major',
  'npx tsc -p tsconfig.json --noEmit',
  'npx eslint -c eslint.config.js src/index.ts',
  'npx jest --config package.json',
  'pytest --envfile .env tests',
  'cargo build --manifest-path Cargo.toml',
  'vim -R README.md',
  'case "$1" in start) npm start;; stop) kill 1;; esac',
  'echo "$(case $OSTYPE in darwin*) echo mac;; *) echo linux;; esac)"',
  'npm test # see [the docs], not .env',
  'echo $((1 + 2)) # adds ((twice))',
  '[[ $NODE_ENV == test || -f .env ]] && npm test',
  '[[ $(git branch --show-current) =~ ^(main|release)$ ]] && npm run build',
  'echo "${NAME:-\'none\'}"',
  'x=$(cat .env) true',
  'TOKEN=$(grep TOKEN .env | cut -d= -f2) npm run deploy',
  'TOKEN="$(sed -n \'s/^TOKEN=//p\' .env)" node server.js',
  'NPM_TOKEN=$(cat .env | cut -d= -f2) npm publish',
  "DB=$(awk -F= '/^DB/{print $2}' .env) psql -c 'select 1'",
  'A=1 B=$(cat .env) make deploy',
  'TOKEN=$(grep TOKEN .env | cut -d= -f2); curl -s -H "Authorization: Bearer $TOKEN" https://api.example.com',
  'TOKEN=$(grep TOKEN .env | cut -d= -f2); [ -n "$TOKEN" ] && echo set',
  'X=$(cat .env); echo done',
  'export TOKEN=$(grep TOKEN .env | cut -d= -f2); npm run deploy',
  'go env',
  'go env GOPATH',
  'conda env list',
  'poetry env info',
  'vercel env ls',
  'npm run env',
  'gh issue create --title "Leak" --body "We print \'.env\' (by mistake)"',
  'gh pr create --title x --body-file - <<\'EOT\'\nReads ".env" once.\nEOT',
  'npm version patch -m "Load \'.env\' (fixes #1)"',
  'npm test -- -t "reads \'.env\' once"',
  'npx mocha -g "loads \'.env\'"',
  'pnpm vitest run -t \'reads ".env" (once)\'',
  'npx playwright test -g "shows (.env) hint"',
  'cargo test "reads_env"',
  'cargo run -- --env-file .env',
  'cargo run -- serve',
  'dotnet run -- --urls http://localhost:1',
  'dotnet test --filter "Name~Env"',
  'curl -s -X POST localhost:3000/api -d \'{"file": ".env"}\'',
  'curl -s localhost:3000/api -H \'X-File: ".env"\' --data-raw \'{"path":".env"}\'',
  "npm pkg set 'files[]=dist'",
  'notify-send "Deleted .env"',
  'gum confirm "Delete .env?"',
  'claude "fix the tests"',
  'codex exec "add .env to .gitignore"',
  "docker build -t app - <<'EOT'\nFROM node\nCOPY package.json .\nRUN npm ci\nEOT",
  "docker build -f - . <<'EOT'\nFROM node\nCOPY . .\nRUN npm ci && npm run build\nEOT",
  "printf 'FROM alpine\\nCOPY .env /app/.env\\n' | docker build -f - .",
  "apply_patch <<'EOT'\n*** Begin Patch\n*** Update File: README.md\n@@\n-See .env\n+Read '.env'\n*** End Patch\nEOT",
  'patch -p1 <<\'EOT\'\n--- a/README.md\n+++ b/README.md\n@@ -2 +2 @@\n-See .env\n+See ".env"\nEOT',
  'git apply <<\'EOT\'\n--- a/README.md\n+++ b/README.md\n@@ -2 +2 @@\n-See .env\n+See ".env"\nEOT',
  'tee docs.md <<\'EOT\'\nRead ".env" first.\nEOT',
  "cat > a.test.ts <<'EOT'\nimport { readFileSync } from 'fs'; readFileSync('.env')\nEOT\nnpx vitest run a.test.ts",
  "cat > a.ts <<'EOT'\nexport const x = '.env';\nEOT\nnpx prettier --write a.ts",
  "cat > Dockerfile <<'EOT'\nFROM node\nCOPY .env.example .env\nRUN npm ci\nEOT",
  "cat > .github/ci.yml <<'EOT'\n- run: cat .env\nEOT",
  'git archive -o a.tar HEAD && tar tf a.tar',
  'git archive -o a.tar HEAD && scp a.tar host:',
  'git archive -o a.tar HEAD && tar xOf a.tar README.md',
  'git archive --format=tar.gz -o r.tgz v1 && sha256sum r.tgz',
  'tar czf b.tgz src && tar xzOf b.tgz src/index.ts',
  'tar czf b.tgz . && ls -l b.tgz',
  "tar czf - src | ssh host 'tar xz -C /srv'",
  'zip -r out.zip src && unzip -l out.zip',
  'unzip -p out.zip package.json',
  'tar xOf old.tgz package/package.json',
  'npm pack --dry-run',
  'npm pack && tar tf x-1.0.0.tgz',
  'git add -A && git diff --cached --stat',
  "git add -A && git commit -m 'x' && git show --stat",
  'git add src && git commit -m "Add" && git show',
  "git add -A && git commit -q -m 'x' && git log -1 -p",
  'git add . && git stash && git stash show -p',
  'git range-diff main...feature',
  'git range-diff --stat HEAD~1..HEAD HEAD~1..HEAD',
  'direnv allow .',
  'direnv exec . npm test',
  'mise exec -- npm test',
  'foreman start',
  'pipenv run pytest',
  'poetry run pytest -k "env"',
  'uv run --env-file .env app.py',
  'uv run python app.py',
  'bun run dev',
  'bun test',
  "bun -p 'process.version'",
  'php artisan migrate',
  'php artisan tinker --execute="User::count()"',
  'php bin/console cache:clear',
  'bin/rails db:migrate',
  'python manage.py shell -c "print(User.objects.count())"',
  'ansible-playbook -i hosts site.yml',
  'ansible all -m ping',
  "terraform console <<< 'var.region'",
  'terraform output',
  'psql -c "select * from env"',
  'sqlite3 app.db "select name from users"',
  'duckdb -c "select 1"',
  'duckdb a.db -c "select * from \'data.csv\'"',
  "jq '.env.name' package.json",
  "yq '.env' ci.yml",
  "vim -c 'wq' README.md",
  'nvim --headless +qa',
  'history 5',
  'history -c',
  "PS1='$ ' bash -c 'echo hi'",
  "BASH_ENV=~/.bashrc bash -c 'npm test'",
  'watch -n1 ls',
  "tmux new -d -s dev 'npm run dev'",
  'docker run --rm -v "$PWD":/w -w /w node npm test',
  'docker exec web env',
  'ssh host env',
  'kubectl exec pod -- env',
  'kubectl create secret generic a --from-env-file=.env --dry-run=client',
  'kubectl create configmap a --from-file=README.md --dry-run=client -o yaml',
  'aws s3 cp out.zip s3://bucket/',
  'aws lambda update-function-code --zip-file fileb://out.zip',
  'heroku config:set A=1',
  'vercel env add TOKEN production < .env',
  'gh secret set -f .env',
  'gh secret set TOKEN < .env',
  'fly secrets import < .env',
  'wrangler secret bulk .env',
  'docker secret create app .env',
  'docker compose --env-file .env build',
  'npx envinfo',
  'npx dotenv -e .env -- npx prisma migrate dev',
  'npx env-cmd -f .env npm start',
  'npx cross-env NODE_ENV=test npm test',
  'node -r dotenv/config dist/index.js',
  'eslint --rule \'{"no-console": "off"}\' src',
  "npx eslint --no-eslintrc --rule \"quotes: ['error', 'single']\" src",
  'find . -name "*.ts" -not -path "./node_modules/*" -exec sed -i \'s/".env"/x/\' {} +',
  "sed -i \"s|'.env'|'.env.local'|\" src/index.ts",
  'grep -rn "\'.env\'" src',
  'rg "open\\(\'.env\'\\)" src',
  'git grep -n \'".env"\'',
  'git log -S\'".env"\' --oneline',
  'code --goto README.md:2',
  "printf '%s\\n' '.env' '\"x\"' >> .gitignore",
  'perl -pi -e "s/\'.env\'/x/" README.md',
  'xdg-open README.md',
  'cp .env "$HOME/backup.env"',
  'mv .env /tmp/ && npm test',
  "stat -c '%a' .env",
  'shellcheck print.sh',
  'make -n deploy',
  'just test',
  'task build',
  'kill %1',
  // After files that git writes, and with lists of files.
  'git checkout main -- src/index.ts && npm run build',
  'git checkout HEAD -- src/index.ts && cat src/index.ts',
  'git stash pop && cat README.md',
  'git pull && cat package.json',
  'git reset --hard HEAD && npm ci && npm test',
  'rg --files src | head',
  'rg --files | xargs cat',
  'rg --files --hidden -g "*.ts" | xargs head',
  'git ls-files | wc -l',
  'find . -name "*.ts" | xargs wc -l',
  'for i in {1..1000}; do curl -s localhost:3000/$i; done',
  'PATH=$PATH:/a; PATH=$PATH:/b; PATH=$PATH:/c; PATH=$PATH:/d; npm test',
  'npx serve dist',
  // Beside filters that take parts of a text, and descriptors.
  "echo 'v1.2.3' | cut -d. -f1",
  "cat $(echo README.txt | sed 's/txt/md/')",
  "cat src/$(echo index.js | sed 's/js$/ts/')",
  "git log --oneline | head -5 | awk '{print $1}' | xargs -n1 git show --stat",
  "x=$(echo .env.example | sed 's/.example//'); test -f $x && echo ok",
  "echo 'a,b,c' | tr ',' '\\n' | sort | uniq -c",
  "grep -o 'v[0-9]*' <<< 'v12' | head -1",
  'cat README.md | tr a-z A-Z | head -3',
  'basename $(echo src/index.ts | cut -d/ -f2) .ts',
  'exec 2>&1; npm test',
  'exec > build.log 2>&1; npm run build',
  'exec 3>&1; npm test 1>&3',
  '{ npm test; } < /dev/null',
  'npm test <&-',
  'while read -r line; do echo "$line"; done < README.md | head -3',
  'python3 -c "import base64; print(base64.b64encode(b\'hello world and more\').decode())"',
  'python3 -m http.server --directory dist',
];

/**
 * Commands that people and agents run in a project with a secret in `.env` and an ordinary toolchain. None of them prints
 * the secret.
 */
export const everyday: readonly string[] = [
  ...first,
  ...later,
  ...everydayIndirect,
  ...everydayNames,
  ...everydayArchives,
  ...everydayLists,
  ...everydayLong,
];
