import { agents } from '../../agents/agents.ts';

/** Agents without a layout here, and names of packages whose program runs in an interpreter. */
const more =
  'aider amp auggie claude-code cline code-insiders codium copilot-cli crush cursor-agent cursor-server cursor-server-linux ' +
  'devin droid factory gemini-cli goose kilo kiro-cli opencode-ai openhands pi plandex q qwen qwen-code roo vscode-server windsurf-next zed';

/** Names of programs that are agents, or editors in whose terminals agents type too. */
export const agentPrograms: ReadonlySet<string> = new Set([
  ...agents.flatMap(({ traces }) => traces.programs),
  ...more.split(' '),
]);

/**
 * Names of programs that make a terminal for a person: windows of a desktop, and logins. Not here: `tmux`, `screen` and the
 * like, because other programs can type into their terminals.
 */
export const terminalPrograms: ReadonlySet<string> = new Set(
  (
    'alacritty black-box contour cool-retro-term deepin-terminal foot footserver ghostty gnome-terminal-server guake hyper ' +
    'kgx kitty konsole lxterminal mate-terminal ptyxis-agent qterminal rio rxvt sakura st tabby terminator terminology ' +
    'termit tilda tilix uxterm urxvt urxvtd warp-terminal wezterm-gui xfce4-terminal xterm yakuake ' +
    // The last two are those of Windows for its Linux.
    'dropbear login mosh-server sshd sshd-session su sudo relay sessionleader'
  ).split(' '),
);
