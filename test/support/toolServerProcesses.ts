import { readdirSync, readFileSync } from 'node:fs';

/** A tool server that runs on this machine, as the kernel shows it (Linux). */
export interface ToolServerProcess {
  /** Program and arguments, as every list of processes shows them. */
  readonly command: string;
  /** The value of `SERVICE_TOKEN` in its environment. */
  readonly token: string | undefined;
}

/** Tool servers for this platform that an editor has started from its copy of the extension. */
export function toolServerProcesses(platformUrl: string): readonly ToolServerProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      command: readIfThere(`/proc/${pid}/cmdline`),
      environment: readIfThere(`/proc/${pid}/environ`).split('\0'),
    }))
    .filter(({ command }) => command.includes('/dist/cli.js\0mcp\0'))
    .filter(({ environment }) => environment.includes(`SERVICE_URL=${platformUrl}`))
    .map(({ command, environment }) => ({ command, token: valueOf(environment, 'SERVICE_TOKEN') }));
}

function valueOf(environment: readonly string[], name: string): string | undefined {
  return environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Empty for a process that has ended, or that belongs to another user. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
