/** Scenarios that must fail, because they ask for what the server does not declare. One that passes is an error too. */
export const baseline: Readonly<Record<string, string>> = {
  'logging-set-level':
    'logging is not declared: the log goes to standard error; the protocol has deprecated its own',
  'tools-call-with-logging': 'logging is not declared',
  'tools-call-sampling': 'no tool asks the client for a completion',
  'tools-call-elicitation': 'no tool asks the user: over stateless HTTP nobody could answer',
  'elicitation-sep1034-defaults': 'no tool asks the user',
  'elicitation-sep1330-enums': 'no tool asks the user',
  'resources-subscribe': 'subscriptions are not declared: resources are read live, nothing is pushed',
  'resources-unsubscribe': 'subscriptions are not declared',
};
