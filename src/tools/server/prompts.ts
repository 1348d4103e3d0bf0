import type { PromptCapability } from './capabilities.ts';

const projectKey = { name: 'projectKey', description: 'Key of the project', required: true };
const branch = { name: 'branch', description: 'Branch (default: the main branch)' };

interface Guide {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly branchly: boolean;
  readonly steps: (of: string) => readonly string[];
}

/**
 * Step-by-step instructions that use the tools well. They need no platform, so the server can always answer with them.
 */
const guides: readonly Guide[] = [
  {
    name: 'review_quality_gate',
    title: 'Review the quality gate',
    description: 'Why the gate fails, and a plan to fix it.',
    branchly: true,
    steps: (of) => [
      `Review the quality gate of ${of}.`,
      '1. Call explain_quality_gate. If the gate does not fail, say so and stop.',
      '2. For each failing condition, new code first, open the files behind it in the workspace and read the rule with show_rule.',
      '3. Propose the smallest changes of code that make each condition pass. Never lower the gate, and never mark an issue as false positive or accepted to make it pass; list issues that look wrong so that a person can decide.',
      '4. End with a table: condition, reason, proposed change.',
    ],
  },
  {
    name: 'catch_up',
    title: 'Catch up with a project',
    description: 'What changed in a project since yesterday or another date.',
    branchly: true,
    steps: (of) => [
      `Tell me what changed in ${of} since yesterday, or since the date I name.`,
      '1. Call get_changes_since.',
      '2. If the gate changed to failed, call explain_quality_gate.',
      '3. Answer in a few sentences: gate, changed measures, new issues by file.',
    ],
  },
];

/**
 * Returns the prompts that the server offers. They ask for the project unless there is a default.
 *
 * @param defaultProject Key of the project that the server was started for.
 */
export function promptsFor(defaultProject: string | undefined): readonly PromptCapability[] {
  return guides.map(({ name, title, description, branchly, steps }) => ({
    listed: {
      name,
      title,
      description,
      arguments: [...(defaultProject === undefined ? [projectKey] : []), ...(branchly ? [branch] : [])],
    },
    get: (given) => {
      const project = defaultProject ?? given.projectKey ?? '';
      const of = `the project ${project}${given.branch ? `, branch ${given.branch}` : ''}`;
      const text = steps(of).join('\n');
      return Promise.resolve({ description, messages: [{ role: 'user', content: { type: 'text', text } }] });
    },
  }));
}
