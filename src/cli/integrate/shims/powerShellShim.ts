import { type Denial, denials, type ShimOptions, uncheckedEvents } from './shimOptions.ts';

/**
 * Returns the counterpart of the POSIX shim for Windows PowerShell 5 and later. The script copies bytes unchanged,
 * because PowerShell's own pipes would recode them. Apart from Node, it uses only the language and .NET.
 */
export function powerShellShim(options: ShimOptions): string {
  const { version, agent } = options;
  return `# Written by service-cli ${version}. Runs the secrets hook and denies the event when the hook does not answer.
# Remove it with: service-cli integrate ${agent} --remove
param([string]$EventName)
$ErrorActionPreference = 'Stop'
${functions(options)}try {
${findNode(options)}${askHandler(options)}} catch {
  Deny
}
if (-not ($answer.StartsWith('{') -and $answer.EndsWith('}'))) { Deny }
if ($code -ne 0 -and $code -ne 2) { Deny }
Write-Answer $answer
exit $code
`;
}

function functions(options: ShimOptions): string {
  const cases = denials(options).flatMap((denial) =>
    (denial.kind === 'permission' ? ['default'] : denial.events.map(quote)).map(
      (event) => `    ${event} { ${denialText(denial)} }`,
    ),
  );
  return `$isUnchecked = @(${uncheckedEvents(options).map(quote).join(', ')}) -ccontains $EventName
function Write-Answer([string]$Text) {
  try {
    $bytes = (New-Object System.Text.UTF8Encoding $false).GetBytes($Text + "\`n")
    $out = [Console]::OpenStandardOutput()
    $out.Write($bytes, 0, $bytes.Length)
    $out.Flush()
  } catch {
    # The agent did not receive the answer, so the event is denied.
    if (-not $isUnchecked) { exit 2 }
  }
}
function Deny {
  switch ($EventName) {
${cases.join('\n')}
  }
}
`;
}

function denialText({ stdout, stderr, exitCode }: Denial): string {
  const reason = stderr === '' ? '' : `[Console]::Error.WriteLine(${quote(stderr)}); `;
  return `${reason}Write-Answer ${quote(stdout)}; exit ${exitCode}`;
}

function findNode(options: ShimOptions): string {
  const { version, home, isHomeFixed } = options;
  const fallback =
    home === undefined
      ? "if ($env:USERPROFILE) { $env:USERPROFILE + '\\.service' } else { '' }"
      : quote(home);
  const other =
    isHomeFixed === true
      ? ''
      : `  # A repository may set the variable, so it counts only where the home of the user has no program.
  if ($env:SERVICE_HOME -and -not [IO.File]::Exists($base + '\\service-cli\\bin\\${version}\\loader.js')) { $base = $env:SERVICE_HOME }
`;
  return `  $base = ${fallback}
${other}  if (-not $base) { Deny }
${isHomeFixed === true ? '' : checkBase(options)}  $bin = $base + '\\service-cli\\bin\\${version}'
  $loader = $bin + '\\loader.js'
  if (-not [IO.File]::Exists($loader)) { Deny }
  $node = ''
  if ([IO.File]::Exists($bin + '\\node')) { $node = [IO.File]::ReadAllText($bin + '\\node').Trim() }
  # A relative path would start a program of the open folder.
  function Test-Node([string]$Path) { $Path -match '^([A-Za-z]:\\\\|\\\\\\\\)' -and [IO.File]::Exists($Path) }
  if (-not (Test-Node $node)) {
    $here = [IO.Directory]::GetCurrentDirectory().TrimEnd('\\') + '\\'
    $node = ''
    foreach ($folder in ($env:PATH -split ';')) {
      $found = $folder.Trim('"').TrimEnd('\\') + '\\node.exe'
      if ($found.StartsWith($here, 'OrdinalIgnoreCase') -or $found -like '*\\node_modules\\*') { continue }
      if (Test-Node $found) { $node = $found; break }
    }
    if (-not $node) { Deny }
  }
`;
}

/** Returns the part that denies if a repository or another user may have filled `$base`; a recorded one was checked. */
function checkBase({ home, protocol: { folderVariable } }: ShimOptions): string {
  const folder = folderVariable === undefined ? '' : `, $env:${folderVariable}`;
  return `  function Test-Base {
    if (-not ($base -match '^[A-Za-z]:[\\\\/]')) { return $false }
    $real = [IO.Path]::GetFullPath($base).TrimEnd('\\')
    # From the system, because a variable may name another folder.
    $own = [Environment]::GetFolderPath('UserProfile').TrimEnd('\\')
    if ($real -eq ($own + '\\.service')) { return $true }
    if (-not $real.StartsWith($own + '\\', 'OrdinalIgnoreCase')) { return $false }
    for ($above = $real; $above; $above = [IO.Path]::GetDirectoryName($above)) {
      $git = $above + '\\.git'
      if ([IO.Directory]::Exists($git) -or [IO.File]::Exists($git)) { return $false }
    }
    foreach ($open in @([IO.Directory]::GetCurrentDirectory()${folder})) {
      if (-not $open) { continue }
      $open = $open.Replace('/', '\\').TrimEnd('\\') + '\\'
      if (($real + '\\').StartsWith($open, 'OrdinalIgnoreCase')) { return $false }
    }
    return $true
  }
  if (${home === undefined ? '' : `$base -ne ${quote(home)} -and `}-not (Test-Base)) { Deny }
`;
}

/** Returns the part that runs the handler and sets `$answer` and `$code`. */
function askHandler({ agent }: ShimOptions): string {
  return `  $start = New-Object System.Diagnostics.ProcessStartInfo
  $start.FileName = $node
  $start.Arguments = '--single-threaded "' + $loader + '" hook ${agent} ' + $EventName
  $start.UseShellExecute = $false
  $start.RedirectStandardInput = $true
  $start.RedirectStandardOutput = $true
  $start.EnvironmentVariables.Remove('NODE_OPTIONS')
  $start.EnvironmentVariables.Remove('NODE_COMPILE_CACHE')
  # Authorities that a repository names would let a proxy read the token.
  $start.EnvironmentVariables.Remove('NODE_EXTRA_CA_CERTS')
  $start.EnvironmentVariables.Remove('NODE_TLS_REJECT_UNAUTHORIZED')
  if (-not $isUnchecked) { $start.EnvironmentVariables['UV_THREADPOOL_SIZE'] = '1' }
  $process = [System.Diagnostics.Process]::Start($start)
  $stdin = $process.StandardInput.BaseStream
  $reader = New-Object IO.StreamReader($process.StandardOutput.BaseStream, (New-Object System.Text.UTF8Encoding $false))
  $copy = [Console]::OpenStandardInput().CopyToAsync($stdin)
  $read = $reader.ReadToEndAsync()
  # The handler may answer before its input ends, so the script does not wait for the end of the input alone. Some agents
  # continue after their limit, so a handler that hangs is ended before. The start of a session and the end of a turn block nothing.
  $limit = if ($isUnchecked) { 30000 } else { 8000 }
  $clock = [Diagnostics.Stopwatch]::StartNew()
  [void][Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($copy, $read), $limit)
  # Closing fails when the handler has answered and ended before it read everything.
  try { $stdin.Close() } catch { }
  if (-not $read.Wait([int][Math]::Max(0, $limit - $clock.ElapsedMilliseconds))) { $process.Kill(); Deny }
  $answer = $read.Result.Trim()
  $process.WaitForExit()
  $code = $process.ExitCode
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
