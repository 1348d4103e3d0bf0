/**
 * Each row of the interface specification, in our own words, and the tests that hold it. A test is named as mocha prints
 * it: the titles of its suites and its own, with `{}` for a value that only a run knows. The file does not matter.
 *
 * Rows that bind somebody else (the editor's vendor, the marketplace) are in `notOurs`, with the reason.
 */
export const specification: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'webhook configuration': {
    'a webhook has a required name and a required HTTP or HTTPS URL': [
      'embedded platform as {}: recorded webhook calls answers "{}" the same',
      'a webhook target is an http or https URL with a host, in any case',
      'webhooks are refused before the platform refuses them: too many, a short secret, no address',
    ],
    'the URL may hold a login and a password for basic authentication': [
      'a webhook target provides its decoded user info as credentials',
      'webhook deliveries send the headers of the real sender in its order, signed',
    ],
    'an optional secret is the HMAC key of the payloads': [
      'webhooks of the embedded platform send the project key and the signature of the raw body in headers of the neutral brand',
    ],
    'a webhook belongs to one project or to the whole instance': [
      'WebhookLists know the webhooks of a project apart from the global ones',
      'webhooks of the embedded platform are called 20 at most for one analysis: 10 of the project and 10 global ones',
    ],
    'the latest delivery is shown with result and time, earlier ones with their payloads': [
      'webhooks in the tree have their newest deliveries below, and say how many more there are',
      'webhooks in the tree show a failed delivery with its payload and the error',
      'webhook deliveries succeed with 2xx alone, follow one redirect and no 303, and are recorded with the final status',
    ],
  },
  'webhook payload': {
    'serverUrl, taskId, status, analysedAt, revision, project, properties and qualityGate are sent as JSON in UTF-8':
      [
        'deliveries recorded from {} {}: our payload has the same bytes',
        'deliveries of a real server {} {}: the signature holds for the bytes, and only for them',
      ],
    'a payload is sent when the task did not succeed, without a gate': [
      'webhook deliveries report a failed analysis with the date of its report, and an unreadable one not at all',
      'deliveries of a real server {} a failed task has no gate, which is not a failed gate',
    ],
    'analysedAt has a numeric UTC offset without a colon': [
      'formatDate writes no milliseconds and no colon in the zone, and keeps the second',
      'parsePayload drops a date that it cannot parse',
    ],
    'properties is an object of texts, empty where there are none': [
      'deliveries recorded from {} {}: our payload has the same bytes',
      'parsePayload reads what relays write in place of null and true',
    ],
    'a condition has metric, operator, errorThreshold as text, onLeakPeriod and status; value is absent for NO_VALUE':
      [
        'deliveries of a real server {} a condition without value keeps its status and has no value',
        'parsePayload keeps the gate when one of its conditions does not parse',
      ],
    'values that the specification does not list are kept': [
      'parsePayload keeps statuses it has not heard of, long decimals and unknown fields',
    ],
    'the payload has no field for the type of the event': [
      'deliveries recorded from {} {}: our payload has the same bytes',
    ],
  },
  'webhook headers': {
    'X-Service-Project holds the project key': [
      'webhooks of the embedded platform send the project key and the signature of the raw body in headers of the neutral brand',
      'WebhookReceiver knows the header names of both brands',
    ],
    'Content-Type is application/json in UTF-8': [
      'webhooks of the embedded platform send the project key and the signature of the raw body in headers of the neutral brand',
    ],
    'X-Service-Webhook-HMAC-SHA256 is the lower-case hex HMAC-SHA256 of the raw body, sent where a secret is set':
      [
        'webhooks of the embedded platform send the project key and the signature of the raw body in headers of the neutral brand',
        'isSignedBy refuses "{}…"',
      ],
  },
  'variables of the tool server': {
    'SERVICE_TOKEN is the user token over stdio': [
      'tool server without SERVICE_TOKEN prefers SERVICE_TOKEN',
      'tool server in the editor gets the token in its environment, which no list of processes shows',
    ],
    'SERVICE_TOKEN is not used over HTTP: each request brings its token': [
      'tool server over HTTP uses the token of each request',
      'tool server over HTTP refuses a request without token and says how to send one',
    ],
    'SERVICE_ORG is required on the cloud': [
      'variables of the tool server mean the EU cloud by an organization alone, and the US one by its address',
      'what tools say when something is wrong lists the organizations to choose from',
    ],
    'SERVICE_URL names a server, or the US region of the cloud; the EU region needs none': [
      'variables of the tool server name a server by its address, however its end is written',
      'entries of mcp.json do not contain addresses of the cloud that the tool server knows',
    ],
  },
  'mcp.json': {
    'a stdio entry runs the container with run, -i, --rm, --init, --pull=always, -e per variable, and the image':
      ['entries of mcp.json run a container in the shape of the specification, each variable passed by name'],
    'env holds the variables by name and no token': [
      'entries of mcp.json name the variable as the client does, and never hold a token',
    ],
    'a network entry has type http or https, url, and Authorization with a Bearer token': [
      'entries of mcp.json lead to a server on the network, its type taken from the address',
    ],
    'other entries and comments of the file stay': [
      'the tool server is added to a file without changing its comments and other entries',
    ],
    'the user is asked to restart the editor': [
      'integrate cursor installs every component with --non-interactive',
    ],
  },
  'binding settings': {
    'service.connectedMode.project is read from a workspace or a folder, not from user settings': [
      'resolveBinding prefers the folder to the workspace',
      'resolveBinding refuses a value in user settings and reports it',
      'extension ignores a binding in user settings',
    ],
    'projectKey is required': [
      'resolveBinding names the level and the field of an invalid binding, and does not fall back to another level',
      'problems of a binding in a settings file are reported at their position: unknown id, missing key, no id among several, project not found, old name',
    ],
    'connectionId is needed with several connections only, and must equal one of theirs': [
      'resolveBinding needs no connection name with one connection, and is ambiguous with several',
      'resolveBinding takes the connection that is named to the letter',
      'several connections are not named in a binding while there is only one',
    ],
  },
  'connections of 3.5.4 and lower': {
    'service.connectedMode.connections.server has connectionId, serverUrl, token and disableNotifications': [
      'readElement reads a server element in the form that we store',
      'readElement with an optional field of another type receives notifications where disableNotifications is {}',
    ],
    'service.connectedMode.connections.cloud has connectionId, organizationKey, token and disableNotifications':
      [
        'readElement reads a cloud element, in the EU unless it says otherwise',
        'migrate binds a cloud token to the origin of its region',
      ],
    'they are moved to the connections of the view with their tokens and bindings': [
      'connections of a 3.5.4 settings file are in the view at the first start, with their tokens and bindings',
      'migrate, whatever the settings hold has each token in the settings or in the secret store at every moment, killed at any write',
    ],
    'they belong into user settings, not into a workspace': [
      "migrate copies nothing from a workspace without the user's decision",
      'package.json keeps the legacy settings in the window scope, so that their removal reaches the file they stand in',
    ],
    'the old settings stay declared, as deprecated': [
      'package.json describes every setting, and marks the legacy ones as deprecated',
    ],
  },
  'connections of 3.6 and later': {
    'a server connection has a URL and a user token, a cloud connection an organization and a user token': [
      'draft of a connection asks a server for its address, the cloud for its organization',
      'adding a connection requires an address at which a platform answers',
    ],
    'the name of a connection is its connectionId': [
      'adding a connection proposes a name, and saves only at the end',
      'several connections are named in bindings once there is a second one',
    ],
    'Receive notifications is a switch of each connection': [
      'GateMonitor neither polls nor notifies if notifications are off, and still checks on demand',
      'gates of several projects are polled while the view is visible, without a notification, if notifications are off',
    ],
    'a connection can be edited and deleted in the view': [
      'several connections keep their bindings when they are renamed',
      'ConnectionStore deletes the secret with the connection and leaves no tombstone of one made by hand',
    ],
    'secrets that 3.6 and 3.7 stored are found': [
      'tokens of migrated connections finds what versions 3.6 and 3.7 stored, and deletes the old secret when the element goes',
    ],
  },
  'options of integrate': {
    '--project (-p) takes a project key': [
      'the interface of integrate takes -p as --project and -g as --global',
    ],
    '--global (-g) installs below ~/.<editor>': [
      'the interface of integrate takes -p as --project and -g as --global',
      'integrate cursor installs below the home with --global and warns of cloud agents',
    ],
    '--project with --global ends with "invalid options" and exit code 2': [
      'integrate cursor ends with 2 for --project together with --global',
      'the interface of integrate takes -p as --project and -g as --global',
    ],
    '--non-interactive prompts for nothing': [
      'integrate cursor installs every component with --non-interactive',
      'the interface of integrate asks nothing at a terminal when the token comes from the environment',
    ],
  },
  'hooks.json': {
    'beforeSubmitPrompt has the matcher UserPromptSubmit, beforeReadFile Read|TabRead, preToolUse Read, and sessionStart none':
      [
        'integrate cursor writes the entries of the specification verbatim, its own beside them, and every blocking one fails closed',
      ],
    'beforeSubmitPrompt scans the prompt': [
      'a hook of the editor blocks a prompt with a secret, without saying the secret',
      'a hook of the editor blocks a prompt whose attachment holds a secret',
    ],
    'beforeReadFile and preToolUse scan the file': [
      'a hook of the editor blocks a file with a secret on each way to it, and lists it once',
    ],
    'sessionStart gives the agent guidelines, architecture, navigation and dependencies': [
      'sessionStart contains guidelines, architecture, symbols with their users, locked dependencies and the gate, each with its source',
    ],
    'foreign hooks of the file stay': [
      'integrate cursor keeps foreign hooks, comments, order, indentation, line ends and byte order mark',
    ],
  },
  'local files': {
    '.<editor>/ holds hooks, rules and tool server of a project, ~/.<editor>/ those of all': [
      'integrate cursor installs below the home with --global and warns of cloud agents',
      'the interface of integrate installs into the project folder when --non-interactive names no scope',
    ],
    '.<editor>/rules/service-agentic-analysis.mdc is the always-applied rule': [
      'the interface of integrate writes the rule of agent analysis, which always applies, to .cursor/rules/service-agentic-analysis.mdc',
    ],
    '.<editor>ignore lists the files in which a secret was found': [
      'a hook of the editor blocks a file with a secret on each way to it, and lists it once',
      'missingLines adds each line once',
    ],
    '~/.service/service-cli/bin/ holds shared programs': [
      'the interface of integrate puts the program that the hooks run below ~/.service/service-cli/bin',
    ],
    '~/.service/service-cli/state.json records integrations under integrations.installed': [
      'the interface of integrate records the integration under integrations.installed in ~/.service/service-cli/state.json',
    ],
  },
  states: {
    'a delivery without an answer within 10 seconds has failed': [
      'webhooks of the embedded platform fail after 10 seconds without an answer, and are not repeated',
    ],
    'a hook whose script is missing or malformed is CONFIGURED / INVALID CONFIG, and the status says how to repair it':
      ['system status says INVALID CONFIG and how to repair it when {}, and that repairs it'],
    'a sound installation is CONFIGURED': [
      'system status says CONFIGURED for every file and hook after an install',
    ],
  },
  'outbound webhook call': {
    'it is a POST to the configured URL with the payload as body': [
      'webhook deliveries send the headers of the real sender in its order, signed',
    ],
    'every webhook of the project and every global one is called': [
      'webhooks of the embedded platform are called 20 at most for one analysis: 10 of the project and 10 global ones',
    ],
  },
  'Web API of webhooks': {
    'webhooks are created, updated, deleted, and their deliveries read': [
      'embedded platform as {}: recorded webhook calls answers "{}" the same',
      'webhooks are created with a secret that is shown once, listed without it, changed and deleted',
      'tools on the embedded platform as {} creates, lists, updates and deletes a webhook without showing credentials',
    ],
  },
  'tool server': {
    'stdio: the editor starts it': [
      'tool server in the editor is started by the editor, which then has its tools',
      'official client over stdio lists and calls tools',
    ],
    'HTTPS: https://<host>:8443/mcp with Authorization: Bearer': [
      'options of the tool server default to the ports and addresses of the specification',
      'tool server over HTTPS serves the official client',
    ],
    'HTTP: http://<host>:8080/mcp with Authorization: Bearer, for trusted networks only': [
      'options of the tool server default to the ports and addresses of the specification',
      'options of the tool server allow plain http on other addresses than the loopback only with --insecure-bind',
      'tool server over HTTP serves the official client',
    ],
    'ping_system verifies the connection': ['tools on the embedded platform as {} checks the connection'],
    'a tool finds projects': ['tools on the embedded platform as {} finds projects and branches'],
    'the cloud hosts a smaller, fixed set of tools': [
      'tool server of the platform itself offers a part of the tools, none of which writes',
      'tool server of the platform itself does not let a client widen these toolsets',
      'hosted tool server is available on the cloud',
    ],
    'commercial servers from 2026.3 on can host it': [
      'hosted tool server is available on commercial servers from 2026.3 on',
      'hosted tool server is not available on community builds, whatever their version',
    ],
  },
  integrate: {
    'discovery: the project key is found by itself or given': [
      'findProject reads the key from {}',
      'integrate cursor remembers the key of --project for the folder',
      'integrate cursor, in a folder that names no project finds the project by the git remote where nothing else names it, without the credentials of the address',
    ],
    'health check: token, organization and project are verified': [
      'integrate cursor writes nothing without login, and names the fix',
      'integrate cursor writes nothing for a project that the platform does not have',
      'auth login refuses an organization that the token does not see',
    ],
    'a broken token can be replaced at a terminal': [
      'integrate cursor at a terminal offers a new login for a broken token and goes on with it',
    ],
    'installation: each component is asked for, skipped with a reason, or accepted, and Enter confirms the summary':
      [
        'integrate cursor at a terminal asks for the scope, each component and Enter, and writes the accepted components',
        'integrate cursor at a terminal writes nothing when it is interrupted before Enter',
      ],
    'without a scope a terminal is asked for it': [
      'integrate cursor at a terminal asks for the scope, each component and Enter, and writes the accepted components',
    ],
    'without questions the scope is the project': [
      'the interface of integrate installs into the project folder when --non-interactive names no scope',
    ],
    'a token in the environment means that nothing is asked': [
      'the interface of integrate asks nothing at a terminal when the token comes from the environment',
    ],
    'the project hook is skipped where a global one exists': [
      'integrate cursor skips the project hook where a global one exists',
    ],
    'agent features need a cloud Team or Enterprise plan, or a server 2026.5 Enterprise or Data Center': [
      'eligibilityOf says {} to {}',
      'proposalsFor skips agent features without a subscription, with the reason',
      'integrate, by the options of the embedded platform decides by the {} plan of a cloud organization',
    ],
    'before version 1.8.0 agent features could not be installed globally': [
      'the rules of version 1.8.0 allow global agent features from 1.8.0 on',
      'proposalsFor skips global agent features of an older command line',
    ],
    'cloud and background agents read project hooks only': [
      'integrate cursor installs below the home with --global and warns of cloud agents',
    ],
    'a read that meets a secret is blocked and its file is appended to .<editor>ignore': [
      'a hook of the editor blocks a file with a secret on each way to it, and lists it once',
    ],
    'the rule asks for `analyze agentic --depth DEEP` once at the end of a turn, --file per file, without --project':
      [
        'the rule for agent analysis applies always, asks once at the end of each turn, and lets the command find the project',
      ],
    '`analyze agentic` falls back to the change set of git': [
      'analyze agentic takes the change set of git without --file, new files too, deleted ones not',
    ],
    '`analyze agentic` says that no project is configured, after which the agent stays silent': [
      'analyze agentic says that no project is configured',
      'the rule for agent analysis applies always, asks once at the end of each turn, and lets the command find the project',
    ],
    'sessionStart injects the context of the project': [
      'sessionStart contains guidelines, architecture, symbols with their users, locked dependencies and the gate, each with its source',
    ],
    'agent analysis and agent context are one unit': [
      'the interface of integrate installs and removes agent analysis and agent context as one unit',
    ],
    'the leftover skill .agents/skills/…-context-augmentation/SKILL.md is replaced from 1.8.0 on, from the project folder':
      [
        'integrate cursor replaces the skill of an earlier version when run from the project folder',
        'integrate cursor leaves that skill alone when run from elsewhere',
        'the rules of version 1.8.0 replace the leftover skill from 1.8.0 on, in the project folder alone',
      ],
    'a second run asks "Keep?", and a confirmed no removes hooks, rules and state': [
      'integrate cursor at a terminal asks "Keep?" on the next run and removes what is declined and confirmed',
    ],
    '`system status` and `auth status` exist': [
      'system status says CONFIGURED for every file and hook after an install',
      'auth status names the platform, the user and the place of the token',
    ],
    'an installation can be removed by hand': [
      'system status says NOT CONFIGURED after a removal by hand',
      'integrate cursor repairs a record of features that were removed by hand',
    ],
    'the user is asked to restart the editor': [
      'integrate cursor installs every component with --non-interactive',
      'integrate cursor at a terminal asks where to remove, and only advises a restart after a removal',
    ],
  },
  'scanner properties': {
    '-Dservice.analysis.<name>=<value> is passed on to the payload, and no other prefix': [
      'webhooks of the embedded platform carry the properties of the scanner that begin with service.analysis. and no others',
    ],
  },
  authentication: {
    'a receiver ignores a payload whose signature does not match': [
      'listenForWebhooks refuses requests that are unsigned, malformed, for another path or not POST',
      'the webhook receiver among strangers accepts no unsigned delivery, and never throws',
      'a relay ignores and counts deliveries that are not signed with one of its secrets',
    ],
    'the tool server takes Authorization: Bearer': ['tool server over HTTP uses the token of each request'],
    'the SERVICE_TOKEN header is deprecated and still works': [
      'tool server over HTTP takes the deprecated token header and warns once per token',
    ],
    'only user tokens connect: project, global and scoped organization tokens are refused': [
      'adding a connection masks the token and refuses every kind but a user token, with the name of the kind',
      'checkConnection knows a {} token by its prefix, without sending it',
      'a scoped organization token is refused for a connection by its missing permission, because its prefix does not show its kind',
      'what tools say when something is wrong names the kind of a token that is not a user token, without a request',
    ],
    'tokens are made on {server_url}/account/security/': [
      'what tools say when something is wrong names the missing token and where to make one',
      'the pages of the embedded platform create a token that works, show it once, and revoke it',
    ],
    'tokens come through the environment and are never committed': [
      'auth login has no option that takes the token',
      'integrate cursor writes no token anywhere',
    ],
    'project webhooks need the administrator of the project, global ones that of the system': [
      'embedded platform as {}: recorded webhook calls answers "{}" the same',
      'webhooks in the tree disappear for an account that turns out not to be an administrator',
    ],
    'secrets hooks fail closed when nobody is logged in or the program is missing': [
      'the chain of hooks with a broken link denies when {}',
      'the POSIX shim denies without the handler in {} with an empty PATH',
    ],
  },
  events: {
    'an analysis that ends is delivered, whatever its status and its gate': [
      'webhook deliveries report a failed analysis with the date of its report, and an unreadable one not at all',
      'webhooks of the embedded platform are called 20 at most for one analysis: 10 of the project and 10 global ones',
    ],
    'a changed issue is delivered if it changes the status of the gate': [
      'webhook deliveries report a gate change by an issue change without a task, and no other issue change',
      'a changed issue counts for the gate at once by its new severity',
    ],
    'a client may redeliver by the Web API': [
      'webhooks are delivered again from here: the same bytes, marked, signed, and to this machine only when agreed',
    ],
    'notifications of the extension can be switched off for each connection': [
      'readElement with an optional field of another type receives notifications where disableNotifications is {}',
      'GateMonitor neither polls nor notifies if notifications are off, and still checks on demand',
    ],
  },
  errors: {
    'a signature that differs: the receiver ignores the payload': [
      'listenForWebhooks refuses requests that are unsigned, malformed, for another path or not POST',
    ],
    'nobody logged in, or no program: all three hooks block and print what to do': [
      'the chain of hooks with a broken link denies when {}',
    ],
    'a secret in a prompt or a file: the operation is blocked': [
      'a hook of the editor blocks a prompt with a secret, without saying the secret',
      'a hook of the editor blocks a file with a secret on each way to it, and lists it once',
    ],
    'a broken token during the health check: a terminal is offered a new one': [
      'integrate cursor at a terminal offers it again on the platform that refused, after a no',
    ],
  },
  limits: {
    '10 webhooks of a project, 10 global ones, 20 calls per analysis': [
      'webhooks of the embedded platform are called 20 at most for one analysis: 10 of the project and 10 global ones',
      'webhooks are refused before the platform refuses them: too many, a short secret, no address',
    ],
    'a delivery waits 10 seconds': [
      'webhooks of the embedded platform fail after 10 seconds without an answer, and are not repeated',
      'listenForWebhooks answers before the work, however long it takes',
    ],
    'records of deliveries are kept for 30 days': [
      'the embedded platform over time deletes deliveries after 30 days, even without another delivery',
    ],
    'a failed delivery is not tried again': [
      'webhooks of the embedded platform fail after 10 seconds without an answer, and are not repeated',
    ],
  },
  versioning: {
    'connections of 3.5.4 and lower stand in user settings': [
      'connections of a 3.5.4 settings file are in the view at the first start, with their tokens and bindings',
    ],
    'bindings of 3.6 and 3.7 stand in service.connectedMode.project': [
      'resolveBinding prefers the folder to the workspace',
    ],
    'from 1.8.0 on the command line installs agent features globally': [
      'the rules of version 1.8.0 allow global agent features from 1.8.0 on',
    ],
    'the tool server is hosted by servers from 2026.3 on': [
      'hosted tool server is available on commercial servers from 2026.3 on',
    ],
    'agent features exist on servers from 2026.5 on': [
      'integrate, by the options of the embedded platform installs agent features from server 2026.5 on in the {} edition',
    ],
    'the image can be pinned by its tag and is pulled at each start': [
      'entries of mcp.json run a container in the shape of the specification, each variable passed by name',
    ],
  },
};

/** Rows that bind somebody else, or say of themselves that they are not shown. */
export const notOurs: Readonly<Record<string, string>> = {
  'versioning: only the latest editor is officially supported':
    'A promise of the peer. Ours is `engines.vscode`.',
  'versioning: the extension was renamed at 4.13.0': 'The name of the peer in the marketplace.',
  'versioning: older versions are on the marketplace or are release assets': 'Where the peer publishes.',
  'limits: rate limits and sizes of payloads': 'Not shown.',
  'events: retries of the self-hosted edition': 'Not shown.',
};
