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
];
