/**
 * Returns the instructions that an agent gets once for all tools. Each conversation pays for them, as for every
 * schema.
 */
export function instructionsFor(projectKey: string | undefined): string {
  const project =
    projectKey === undefined
      ? 'Find project keys with search_my_service_projects, or read them in a configuration file of the workspace.'
      : `All tools work on the project ${projectKey}.`;
  return [
    'Tools of a code-quality platform.',
    project,
    'Without branch and pullRequest the main branch is meant.',
    'A red quality gate: start with explain_quality_gate.',
    'An error says what to do; tell the user when it is something only the user can do.',
  ].join(' ');
}
