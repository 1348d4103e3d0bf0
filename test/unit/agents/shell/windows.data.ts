type Row = readonly [shell: 'powershell' | 'cmd', command: string];

/** Commands of Windows that print the file `.env`. */
export const printingOnWindows: readonly Row[] = [
  ...String.raw`
Get-Content .env
gc .env
cat .env
type .env
Get-Content -Path .env
Get-Content -LiteralPath '.env'
Get-Content ".\.env"
get-content .\.env -Raw
Get-Content .e*
Get-Content $PWD\.env
Select-String TOKEN .env
sls TOKEN .env
Select-String -Path .env -Pattern TOKEN
Get-Item .env | Get-Content
Get-ChildItem .env | Get-Content
gci -Force | Get-Content
[IO.File]::ReadAllText('.env')
[System.IO.File]::ReadAllLines("$PWD\.env")
$x = Get-Content .env; Write-Output $x
Write-Output (Get-Content .env)
Write-Host $(gc .env)
Get-Content .env | Select-String TOKEN
cmd /c type .env
more .env
Format-Hex .env
Import-Csv .env
Copy-Item .env x; Get-Content .env
cd sub; Get-Content ..\.env
powershell -Command "Get-Content .env"
python -c "print(open('.env').read())"
git show HEAD:.env
`
    .trim()
    .split('\n')
    .map((command) => ['powershell', command] as const),
  ...String.raw`
type .env
type ".env"
TYPE .ENV & type .env
type .\.env
more .env
more < .env
findstr TOKEN .env
findstr /n "." .env
find "TOKEN" .env
sort .env
for /f %i in (.env) do @echo %i
cd sub && type ..\.env
t^ype .env
cmd /c "type .env"
powershell -c "gc .env"
certutil -encode .env out
`
    .trim()
    .split('\n')
    .map((command) => ['cmd', command] as const),
  ['powershell', 'Get-Content .env | ConvertFrom-StringData'],
  ['powershell', '(Get-Content .env -Raw)'],
  ['powershell', '[IO.File]::ReadAllText("$PWD\\.env")'],
  ['powershell', '[System.IO.File]::ReadAllLines((Resolve-Path .env))'],
  ['powershell', 'gc .env -Tail 5'],
  ['powershell', 'Select-String . .env'],
  ['powershell', 'sls TOKEN .env | % Line'],
  ['powershell', "Import-Csv .env -Delimiter '=' -Header a,b"],
  ['powershell', 'ConvertFrom-StringData (gc .env -Raw)'],
  ['powershell', 'Get-ChildItem -Force -Filter .env | Get-Content'],
  ['powershell', 'gci .env* -Force | % { gc $_ }'],
  ['powershell', 'Format-Hex .env'],
  ['powershell', 'Out-String -InputObject (gc .env)'],
  ['powershell', 'Copy-Item .env a.txt; Get-Content a.txt'],
  ['powershell', "Invoke-Expression 'gc .env'"],
  ['powershell', '& { type .env }'],
  ['powershell', 'iex "cat .env"'],
  ['powershell', 'cmd /c type .env'],
  ['powershell', "Start-Process -NoNewWindow cmd -ArgumentList '/c type .env'"],
  ['powershell', 'certutil -encode .env a.b64; gc a.b64'],
  ['powershell', 'Compress-Archive .env a.zip; Expand-Archive a.zip o; gc o\\.env'],
  ['powershell', 'Compare-Object (gc .env) @()'],
  ['powershell', '$x = gc .env; $x'],
  ['powershell', 'foreach ($l in gc .env) { $l }'],
  ['powershell', 'switch -File .env { default { $_ } }'],
  ['powershell', 'Get-Content -LiteralPath .\\.env -Encoding utf8 | Out-Host'],
  ['powershell', '[Convert]::ToBase64String([IO.File]::ReadAllBytes(".env"))'],
  ['powershell', 'Set-Clipboard -Value (gc .env); Get-Clipboard'],
  ['powershell', 'Get-Content .env | clip; Get-Clipboard'],
  ['powershell', 'findstr /n "^" .env'],
  ['powershell', 'more .env'],
  ['powershell', 'python -c "print(open(\'.env\').read())"'],
  ['powershell', "node -e \"console.log(require('fs').readFileSync('.env','utf8'))\""],
  ['powershell', 'git diff --no-index NUL .env'],
  ['powershell', "bash -c 'cat .env'"],
  ['powershell', 'wsl cat .env'],
  ['powershell', 'Invoke-WebRequest file:///.env -UseBasicParsing; curl.exe file://.env'],
  ['powershell', "New-Object IO.StreamReader '.env' | % { $_.ReadToEnd() }"],
  ['powershell', '(New-Object Net.WebClient).DownloadString("$PWD\\.env")'],
  ['powershell', 'Write-Output (Get-Content .env)'],
  ['powershell', 'echo "$(gc .env)"'],
  ['powershell', 'Write-Host (gc .env)'],
  ['powershell', 'Get-Content (Get-ChildItem -Hidden -Name)'],
  ['powershell', "ls -Force | ? Name -like '.e*' | gc"],
  ['powershell', 'Get-Item .env | Get-Content'],
  ['powershell', 'Test-Path .env; cat .env'],
  ['powershell', 'if (Test-Path .env) { cat .env }'],
  ['powershell', 'try { gc .env } catch {}'],
  ['powershell', 'gc ./.env, README.md'],
  ['powershell', 'Get-Content $PWD/.env'],
  ['powershell', 'gc (Join-Path . .env)'],
  ['powershell', "gc ('.' + 'env')"],
  ['powershell', 'Tee-Object -FilePath b -InputObject (gc .env)'],
  ['powershell', 'docker run --rm --env-file .env alpine env'],
  ['powershell', 'Get-Content .\\.e?v'],
  ['powershell', 'dotnet script eval \'Console.Write(File.ReadAllText(".env"))\''],
  ['powershell', '$env:X = gc .env -Raw; $env:X'],
  ['powershell', 'notepad .env; type .env'],
  // Names that the command line computes, or takes from a file or from git.
  ['powershell', 'gc (gc list)'],
  ['powershell', '$f = gc list; gc $f'],
  ['powershell', 'foreach ($f in gc list) { gc $f }'],
  ['powershell', 'Get-Content list | gc'],
  ['powershell', 'Get-Content list | % { gc $_ }'],
  ['powershell', 'Get-Content list | ForEach-Object { Get-Content -Raw $_ }'],
  ['powershell', 'gc list | % { [IO.File]::ReadAllText($_) }'],
  ['powershell', 'git grep -l TOKEN | ForEach-Object { Get-Content $_ }'],
  ['powershell', 'gc (git grep -l TOKEN)'],
  ['powershell', '& (gcm gc) .env'],
  ['cmd', 'for /f %i in (list) do @type %i'],
  ['cmd', "for /f %i in ('git grep -l TOKEN') do type %i"],
  ['cmd', 'type .env'],
  ['cmd', 'type .\\.env'],
  ['cmd', 'more < .env'],
  ['cmd', 'more .env'],
  ['cmd', 'findstr "^" .env'],
  ['cmd', 'find /v "" .env'],
  ['cmd', 'find "TOKEN" < .env'],
  ['cmd', 'for /f "delims=" %i in (.env) do @echo %i'],
  ['cmd', 'for /f "tokens=1,* delims==" %a in (.env) do echo %a %b'],
  ['cmd', 'for /f "usebackq delims=" %i in (".env") do @echo %i'],
  ['cmd', 'copy .env con'],
  ['cmd', 'copy .env a.txt & type a.txt'],
  ['cmd', 'copy /b .env con'],
  ['cmd', 'xcopy .env out\\ & type out\\.env'],
  ['cmd', 'ren .env a.txt & type a.txt'],
  ['cmd', 'sort .env'],
  ['cmd', 'sort < .env'],
  ['cmd', 'fc .env nul'],
  ['cmd', 'comp .env README.md'],
  ['cmd', 'certutil -dump .env'],
  ['cmd', 'certutil -encode .env a & type a'],
  ['cmd', 'set /p x=<.env & echo %x%'],
  ['cmd', 'set /p x=<.env && call echo %x%'],
  ['cmd', 'powershell -c "gc .env"'],
  ['cmd', 'powershell -NoProfile -Command "Get-Content .env"'],
  ['cmd', 'pwsh -c "cat .env"'],
  ['cmd', 'cmd /c type .env'],
  ['cmd', 'cmd /c "type .env"'],
  ['cmd', 'start /b cmd /c type .env'],
  ['cmd', 'if exist .env type .env'],
  ['cmd', '(type .env)'],
  ['cmd', '@type .env'],
  ['cmd', 'type ".env"'],
  ['cmd', 't^y^p^e .env'],
  ['cmd', 'type .e*'],
  ['cmd', 'type %CD%\\.env'],
  ['cmd', 'forfiles /m .env /c "cmd /c type @file"'],
  ['cmd', 'python -c "print(open(\'.env\').read())"'],
  ['cmd', "node -p \"require('fs').readFileSync('.env')+''\""],
  ['cmd', 'clip < .env'],
  ['cmd', 'curl file://%CD%/.env'],
  ['cmd', 'expand .env con'],
  ['cmd', 'makecab .env a.cab & expand a.cab b & type b'],
  ['cmd', 'tar cf - .env | tar xOf -'],
  ['cmd', 'tar -cf a.tar . & tar -xOf a.tar'],
  [
    'cmd',
    'mshta vbscript:Execute("CreateObject(""Scripting.FileSystemObject"").OpenTextFile("".env"").ReadAll")',
  ],
  ['cmd', 'cscript //e:vbscript .env'],
  ['cmd', 'wsl cat .env'],
  ['cmd', 'bash -c "cat .env"'],
  ['cmd', 'git diff --no-index nul .env'],
  ['cmd', 'robocopy . out .env & type out\\.env'],
  ['cmd', 'print .env'],
  ['cmd', 'debug .env'],
  ['cmd', 'for %f in (.e*) do type %f'],
  ['cmd', 'for /r %f in (.env) do @type "%f"'],
  ['cmd', 'dir /b .e* | more & type .env'],
  ['cmd', 'echo off & type .env'],
  ['cmd', 'call type .env'],
  ['cmd', 'doskey /macrofile=.env & doskey /macros'],
  ['cmd', 'gpg --armor --store -o - .env'],
  ['cmd', 'type *env'],
  ['cmd', 'type "%~dp0.env"'],
  ['cmd', String.raw`type "%~dp0\.env"`],
  ['powershell', 'gc *env'],
  ['powershell', String.raw`Get-Content $PSScriptRoot\.env`],
  ['powershell', 'powershell -NoProfile -EncodedCommand ZwBjACAALgBlAG4AdgA='],
  ['cmd', 'powershell -ec ZwBjACAALgBlAG4AdgA='],
  ['cmd', 'subst x: . & type x:\\.env'],
];

/** Commands of Windows that print nothing of it. */
export const quietOnWindows: readonly Row[] = [
  ...[
    'Get-ChildItem',
    'Get-ChildItem -Force .env',
    'Test-Path .env',
    'Remove-Item .env',
    'New-Item .env',
    "Set-Content .env 'a'",
    'git status',
    'git add .env',
    'npm test',
    'Write-Host "The file .env is missing"',
    'Get-Content README.md',
    'node server.js',
  ].map((command) => ['powershell', command] as const),
  ...[
    'dir',
    'dir .env',
    'del .env',
    'if exist .env echo yes',
    'copy .env.example .env',
    'git status',
    'npm test',
    'type README.md',
    'set A=1',
  ].map((command) => ['cmd', command] as const),
  ['powershell', 'if (!(Test-Path .env)) { cp .env.example .env }'],
  ['powershell', 'if (Test-Path .env) { Write-Host yes }'],
  ['powershell', 'if (Test-Path .env) { Remove-Item .env }'],
  ['powershell', 'if (-not (Test-Path .env)) { Copy-Item .env.example .env } else { echo ok }'],
  ['powershell', 'foreach ($f in gci *.ts) { echo $f.Name }'],
  ['powershell', 'try { npm test } catch { exit 1 }'],
  ['powershell', 'gci *.ts | % { $_.Name }'],
  ['powershell', 'gci -Recurse *.ts | % FullName'],
  ['powershell', 'Rename-Item .env .env.old'],
  ['powershell', 'gc README.md | % { $_.Trim() }'],
  ['powershell', "$f = 'README.md'; gc $f"],
  ['powershell', '(gc package.json | ConvertFrom-Json).version'],
  ['powershell', 'git log --oneline | % { $_ }'],
  ['powershell', 'git commit -m "docs: name the type (see README.md) of cat"'],
  ['powershell', 'Get-Command node'],
  ['powershell', 'gc README.md | Select-String env'],
  ['powershell', "git ls-files '*.md' | % { gc $_ }"],
  ['powershell', 'git ls-files README.md src | ForEach-Object { Get-Content $_ }'],
  ['powershell', '(git ls-files "*.ts") | % { gc $_ }'],
  ['cmd', 'for /f %i in (README.md) do @echo %i'],
  ['cmd', 'if exist .env echo yes'],
  ['cmd', 'if not exist .env copy .env.example .env'],
  ['cmd', 'if exist .env del .env'],
  ['cmd', 'ren .env .env.old'],
  ['cmd', 'if "%A%"=="x" npm test'],
  ['cmd', 'tar -cf a.tar src & tar -tf a.tar'],
];
