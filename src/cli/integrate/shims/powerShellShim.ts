import { compileCache } from './compileCache.ts';
import { denials } from './denials.ts';
import type { ShimOptions } from './shimOptions.ts';

/**
 * As the POSIX shim, for Windows PowerShell 5 and later. The script copies bytes unchanged, because PowerShell's own
 * pipes would recode them. Apart from Node, it uses only the language and .NET.
 */
export function powerShellShim({ version, home, editor }: ShimOptions): string {
  const { prompt, session, permission } = denials(editor);
  const fallback =
    home === undefined
      ? "if ($env:USERPROFILE) { $env:USERPROFILE + '\\.service' } else { '' }"
      : quote(home);
  return `# Written by service-cli ${version}. Asks the secrets guard; when that cannot answer, the answer is no.
# Remove it with: service-cli integrate ${editor} --remove
param([string]$EventName)
$ErrorActionPreference = 'Stop'
function Write-Answer([string]$Text) {
  try {
    $bytes = (New-Object System.Text.UTF8Encoding $false).GetBytes($Text + "\`n")
    $out = [Console]::OpenStandardOutput()
    $out.Write($bytes, 0, $bytes.Length)
    $out.Flush()
  } catch {
    # An answer that nobody gets is no yes.
    if ($EventName -ne 'sessionStart') { exit 2 }
  }
}
function Deny {
  switch ($EventName) {
    'beforeSubmitPrompt' { Write-Answer ${quote(prompt)}; exit 0 }
    'sessionStart' { Write-Answer ${quote(session)}; exit 0 }
    default { Write-Answer ${quote(permission)}; exit 2 }
  }
}
try {
  $base = if ($env:SERVICE_HOME) { $env:SERVICE_HOME } else { ${fallback} }
  if (-not $base) { Deny }
  $bin = $base + '\\service-cli\\bin\\${version}'
  $loader = $bin + '\\loader.js'
  if (-not [IO.File]::Exists($loader)) { Deny }
  $node = ''
  if ([IO.File]::Exists($bin + '\\node')) { $node = [IO.File]::ReadAllText($bin + '\\node').Trim() }
  # A relative path would start a program of the folder that is open, which must not answer for the guard.
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
  $start = New-Object System.Diagnostics.ProcessStartInfo
  $start.FileName = $node
  $start.Arguments = '"' + $loader + '" hook ${editor} ' + $EventName
  $start.UseShellExecute = $false
  $start.RedirectStandardInput = $true
  $start.RedirectStandardOutput = $true
  $start.EnvironmentVariables.Remove('NODE_OPTIONS')
  if ($EventName -ne 'sessionStart') {
    $start.EnvironmentVariables.Remove('NODE_EXTRA_CA_CERTS')
    $start.EnvironmentVariables['UV_THREADPOOL_SIZE'] = '1'
    $start.EnvironmentVariables['NODE_COMPILE_CACHE'] = $bin + '\\${compileCache}'
  }
  $process = [System.Diagnostics.Process]::Start($start)
  $stdin = $process.StandardInput.BaseStream
  $reader = New-Object IO.StreamReader($process.StandardOutput.BaseStream, (New-Object System.Text.UTF8Encoding $false))
  $copy = [Console]::OpenStandardInput().CopyToAsync($stdin)
  $read = $reader.ReadToEndAsync()
  # The handler also answers where its input does not end, so that nothing here waits for the input alone.
  [void][Threading.Tasks.Task]::WaitAny([Threading.Tasks.Task[]]@($copy, $read))
  # Closing fails where the handler has ended before it read all; it has answered then.
  try { $stdin.Close() } catch { }
  $answer = $read.Result.Trim()
  $process.WaitForExit()
  $code = $process.ExitCode
} catch {
  Deny
}
if (-not ($answer.StartsWith('{') -and $answer.EndsWith('}'))) { Deny }
if ($code -ne 0 -and $code -ne 2) { Deny }
Write-Answer $answer
exit $code
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
