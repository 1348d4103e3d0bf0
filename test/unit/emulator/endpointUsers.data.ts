/**
 * Who needs an endpoint of the embedded platform that none of our clients calls: its own programs and pages, or a row
 * of the specification that could not be tried without it. An endpoint with neither has no place here.
 */
export const neededBy: Readonly<Record<string, string>> = {
  'ce/submit': 'service-cli platform analyze',
  'issues/set_severity': 'row: an issue change alters the gate and sends a webhook',
  'issues/set_type': 'row: an issue change alters the gate and sends a webhook',
  'permissions/add_user': 'row: webhooks need the permission to administer a project, or the system',
  'permissions/remove_group': 'row: webhooks need the permission to administer a project, or the system',
  'projects/create': 'row: a project is analyzed; a webhook belongs to a project',
  'qualitygates/create': 'row: a gate is a set of conditions over metrics',
  'qualitygates/create_condition': 'row: a gate is a set of conditions over metrics',
  'qualitygates/delete_condition': 'row: a gate is a set of conditions over metrics',
  'qualitygates/select': 'row: a gate is a set of conditions over metrics',
  'settings/reset': 'row: links in payloads begin with the address of the platform',
  'settings/set': 'row: links in payloads begin with the address of the platform',
  'user_tokens/generate': 'the page of tokens',
  'user_tokens/revoke': 'the page of tokens',
  'user_tokens/search': 'the page of tokens',
  'users/create': 'row: webhooks need the permission to administer a project, or the system',
};

/** What our clients call and the embedded platform does not answer. */
export const notOffered: Readonly<Record<string, string>> = {
  'v2/sca': 'dependency risks need a server with advanced security',
  'views/search': 'portfolios need the Enterprise Edition',
  'webhooks/redeliver': 'real platforms lack it too; the client then sends the payload itself',
};
