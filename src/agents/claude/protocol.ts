import { type HookProtocol, jsonAnswer, maskedAnswer, systemWarning } from '../protocol.ts';
import type { QuestionTable } from '../request/toolQuestion.ts';
import { claudeContext, claudeDenial, claudeGoOn, replaceTexts, responseIn } from '../sharedAnswers.ts';

/**
 * An empty object allows: `permissionDecision: "allow"` would skip the questions that Claude Code asks the user.
 *
 * Sources: https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/tools-reference,
 * https://code.claude.com/docs/en/memory
 */
export const claudeProtocol: HookProtocol = {
  events: {
    UserPromptSubmit: 'prompt',
    // Its answers have the form of those to a prompt.
    ConfigChange: 'prompt',
    PreToolUse: 'permission',
    PostToolUse: 'output',
    SessionStart: 'session',
    Stop: 'turn',
  },
  folderVariable: 'CLAUDE_PROJECT_DIR',
  allow: () => jsonAnswer({}),
  warn: systemWarning,
  deny: (kind, reason) => (kind === 'output' ? withheld(reason, reason) : claudeDenial(kind, reason)),
  withhold: (stdin, reason, replace) => withheld(reason, replaceTexts(responseIn(stdin), replace)),
  mask: (stdin, replace) =>
    maskedAnswer({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        // Claude Code ignores a replacement whose fields differ from those of the tool.
        updatedToolOutput: replaceTexts(responseIn(stdin), replace),
      },
    }),
  addContext: claudeContext,
  goOn: claudeGoOn,
};

function withheld(reason: string, updatedToolOutput: unknown) {
  return jsonAnswer({
    decision: 'block',
    reason,
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
  });
}

export const claudeQuestions: QuestionTable = {
  kinds: [
    [/^(?:Bash|PowerShell|Monitor)$/, 'shell'],
    [/^Grep$/, 'search'],
    [/^(?:Read|NotebookRead)$/, 'read'],
    [/^(?:Write|Edit|MultiEdit|NotebookEdit|TodoWrite)$/, 'write'],
    [/^mcp__/, 'mcp'],
  ],
  otherwise: 'other',
  searches: {
    Grep: {
      folders: ['path'],
      globs: ['glob'],
      quiet: { field: 'output_mode', values: ['files_with_matches', 'count'], isDefault: true },
    },
  },
  settings: {
    event: 'ConfigChange',
    files: {
      user_settings: '~/.claude/settings.json',
      project_settings: '.claude/settings.json',
      local_settings: '.claude/settings.local.json',
    },
  },
  memory: {
    inFolders: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
    atHome: ['.claude/CLAUDE.md'],
  },
};
