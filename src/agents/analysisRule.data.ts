/**
 * Returns the rule that tells an agent to request an analysis. The command itself finds the project's key.
 *
 * @param frontMatter The fields by which the agent learns when the rule applies; absent for a rule without fields.
 */
export function analysisRule(frontMatter?: string): string {
  return frontMatter === undefined ? text : `---\n${frontMatter}\n---\n\n${text}`;
}

const text = `# Analysis of your changes

At the end of each turn in which you changed files, before your final answer, run this once for all of them:

\`\`\`sh
service-cli analyze agentic --depth DEEP --file <path> --file <path> --quiet
\`\`\`

- Repeat \`--file\` for every file that you changed, with its path from the project's root. If you don't know which
  files changed, leave \`--file\` out: the command then takes the change set of git.
- Run it once per turn, not after each edit.
- Exit code 51 means that there are findings. Fix those on lines that you changed, then run it once more. Leave older
  findings alone, and name what you leave.
- If it reports that no project is configured, don't mention it and don't run it again for the rest of this session.
- If it fails in another way, say so in one sentence and go on.
`;
