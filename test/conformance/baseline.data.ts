/**
 * Scenarios of 2025-11-25 that must fail, because they ask for what the server does not declare. One that passes is an error
 * too. The scenarios of 2026-07-28 have no exceptions.
 */
export const baseline: Readonly<Record<string, string>> = {
  'logging-set-level':
    'logging is not declared: the log goes to standard error; the protocol has deprecated its own',
  'tools-call-with-logging': 'logging is not declared',
  'tools-call-sampling': 'before 2026-07-28, stateless HTTP has no way to ask the client',
  'tools-call-elicitation': 'before 2026-07-28, stateless HTTP has no way to ask the user',
  'elicitation-sep1034-defaults': 'before 2026-07-28, stateless HTTP has no way to ask the user',
  'elicitation-sep1330-enums': 'before 2026-07-28, stateless HTTP has no way to ask the user',
  'resources-subscribe': 'subscriptions are not declared: resources are read live, nothing is pushed',
  'resources-unsubscribe': 'subscriptions are not declared',
};
