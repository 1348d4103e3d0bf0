/**
 * Each row of the interface specification, in our own words, by its id. The title of a test that holds a row contains the
 * id in brackets.
 *
 * Rows that bind somebody else (the editor's vendor, the marketplace) are in `notOurs`, with the reason.
 */
export const specification: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'webhook configuration': {
    WC1: 'a webhook has a required name and a required HTTP or HTTPS URL',
    WC2: 'the URL may hold a login and a password for basic authentication',
    WC3: 'an optional secret is the HMAC key of the payloads',
    WC4: 'a webhook belongs to one project or to the whole instance',
    WC5: 'the latest delivery is shown with result and time, earlier ones with their payloads',
  },
  'webhook payload': {
    WP1: 'serverUrl, taskId, status, analysedAt, revision, project, properties and qualityGate are sent as JSON in UTF-8',
    WP2: 'a payload is sent when the task did not succeed, without a gate',
    WP3: 'analysedAt has a numeric UTC offset without a colon',
    WP4: 'properties is an object of texts, empty where there are none',
    WP5: 'a condition has metric, operator, errorThreshold as text, onLeakPeriod and status; value is absent for NO_VALUE',
    WP6: 'values that the specification does not list are kept',
    WP7: 'the payload has no field for the type of the event',
  },
  'webhook headers': {
    WH1: 'X-Service-Project holds the project key',
    WH2: 'Content-Type is application/json in UTF-8',
    WH3: 'X-Service-Webhook-HMAC-SHA256 is the lower-case hex HMAC-SHA256 of the raw body, sent where a secret is set',
  },
  'variables of the tool server': {
    TV1: 'SERVICE_TOKEN is the user token over stdio',
    TV2: 'SERVICE_TOKEN is not used over HTTP: each request brings its token',
    TV3: 'SERVICE_ORG is required on the cloud',
    TV4: 'SERVICE_URL names a server, or the US region of the cloud; the EU region needs none',
  },
  'mcp.json': {
    MJ1: 'a stdio entry runs the container with run, -i, --rm, --init, --pull=always, -e per variable, and the image',
    MJ2: 'env holds the variables by name and no token',
    MJ3: 'a network entry has type http or https, url, and Authorization with a Bearer token',
    MJ4: 'other entries and comments of the file stay',
    MJ5: 'the user is asked to restart the editor',
  },
  'binding settings': {
    BS1: 'service.connectedMode.project is read from a workspace or a folder, not from user settings',
    BS2: 'projectKey is required',
    BS3: 'connectionId is needed with several connections only, and must equal one of theirs',
  },
  'connections of 3.5.4 and lower': {
    CO1: 'service.connectedMode.connections.server has connectionId, serverUrl, token and disableNotifications',
    CO2: 'service.connectedMode.connections.cloud has connectionId, organizationKey, token and disableNotifications',
    CO3: 'they are moved to the connections of the view with their tokens and bindings',
    CO4: 'they belong into user settings, not into a workspace',
    CO5: 'the old settings stay declared, as deprecated',
  },
  'connections of 3.6 and later': {
    CN1: 'a server connection has a URL and a user token, a cloud connection an organization and a user token',
    CN2: 'the name of a connection is its connectionId',
    CN3: 'Receive notifications is a switch of each connection',
    CN4: 'a connection can be edited and deleted in the view',
    CN5: 'secrets that 3.6 and 3.7 stored are found',
  },
  'options of integrate': {
    IO1: '--project (-p) takes a project key',
    IO2: '--global (-g) installs below ~/.<editor>',
    IO3: '--project with --global ends with "invalid options" and exit code 2',
    IO4: '--non-interactive prompts for nothing',
  },
  'hooks.json': {
    HJ1: 'beforeSubmitPrompt has the matcher UserPromptSubmit, beforeReadFile Read|TabRead, preToolUse Read, and sessionStart none',
    HJ2: 'beforeSubmitPrompt scans the prompt',
    HJ3: 'beforeReadFile and preToolUse scan the file',
    HJ4: 'sessionStart gives the agent guidelines, architecture, navigation and dependencies',
    HJ5: 'foreign hooks of the file stay',
  },
  'local files': {
    LF1: '.<editor>/ holds hooks, rules and tool server of a project, ~/.<editor>/ those of all',
    LF2: '.<editor>/rules/service-agentic-analysis.mdc is the always-applied rule',
    LF3: '.<editor>ignore lists the files in which a secret was found',
    LF4: '~/.service/service-cli/bin/ holds shared programs',
    LF5: '~/.service/service-cli/state.json records integrations under integrations.installed',
  },
  states: {
    ST1: 'a delivery without an answer within 10 seconds has failed',
    ST2: 'a hook whose script is missing or malformed is CONFIGURED / INVALID CONFIG, and the status says how to repair it',
    ST3: 'a sound installation is CONFIGURED',
  },
  'outbound webhook call': {
    OW1: 'it is a POST to the configured URL with the payload as body',
    OW2: 'every webhook of the project and every global one is called',
  },
  'Web API of webhooks': {
    WA1: 'webhooks are created, updated, deleted, and their deliveries read',
  },
  'tool server': {
    TS1: 'stdio: the editor starts it',
    TS2: 'HTTPS: https://<host>:8443/mcp with Authorization: Bearer',
    TS3: 'HTTP: http://<host>:8080/mcp with Authorization: Bearer, for trusted networks only',
    TS4: 'ping_system verifies the connection',
    TS5: 'a tool finds projects',
    TS6: 'the cloud hosts a smaller, fixed set of tools',
    TS7: 'commercial servers from 2026.3 on can host it',
  },
  integrate: {
    IN1: 'discovery: the project key is found by itself or given',
    IN2: 'health check: token, organization and project are verified',
    IN3: 'a broken token can be replaced at a terminal',
    IN4: 'installation: each component is asked for, skipped with a reason, or accepted, and Enter confirms the summary',
    IN5: 'without a scope a terminal is asked for it',
    IN6: 'without questions the scope is the project',
    IN7: 'a token in the environment means that nothing is asked',
    IN8: 'the project hook is skipped where a global one exists',
    IN9: 'agent features need a cloud Team or Enterprise plan, or a server 2026.5 Enterprise or Data Center',
    IN10: 'before version 1.8.0 agent features could not be installed globally',
    IN11: 'cloud and background agents read project hooks only',
    IN12: 'a read that meets a secret is blocked and its file is appended to .<editor>ignore',
    IN13: 'the rule asks for `analyze agentic --depth DEEP` once at the end of a turn, --file per file, without --project',
    IN14: '`analyze agentic` falls back to the change set of git',
    IN15: '`analyze agentic` says that no project is configured, after which the agent stays silent',
    IN16: 'sessionStart injects the context of the project',
    IN17: 'agent analysis and agent context are one unit',
    IN18: 'the leftover skill .agents/skills/…-context-augmentation/SKILL.md is replaced from 1.8.0 on, from the project folder',
    IN19: 'a second run asks "Keep?", and a confirmed no removes hooks, rules and state',
    IN20: '`system status` and `auth status` exist',
    IN21: 'an installation can be removed by hand',
    IN22: 'the user is asked to restart the editor',
  },
  'scanner properties': {
    SP1: '-Dservice.analysis.<name>=<value> is passed on to the payload, and no other prefix',
  },
  authentication: {
    AU1: 'a receiver ignores a payload whose signature does not match',
    AU2: 'the tool server takes Authorization: Bearer',
    AU3: 'the SERVICE_TOKEN header is deprecated and still works',
    AU4: 'only user tokens connect: project, global and scoped organization tokens are refused',
    AU5: 'tokens are made on {server_url}/account/security/',
    AU6: 'tokens come through the environment and are never committed',
    AU7: 'project webhooks need the administrator of the project, global ones that of the system',
    AU8: 'secrets hooks fail closed when nobody is logged in or the program is missing',
  },
  events: {
    EV1: 'an analysis that ends is delivered, whatever its status and its gate',
    EV2: 'a changed issue is delivered if it changes the status of the gate',
    EV3: 'a client may redeliver by the Web API',
    EV4: 'notifications of the extension can be switched off for each connection',
  },
  errors: {
    ER1: 'a signature that differs: the receiver ignores the payload',
    ER2: 'nobody logged in, or no program: all three hooks block and print what to do',
    ER3: 'a secret in a prompt or a file: the operation is blocked',
    ER4: 'a broken token during the health check: a terminal is offered a new one',
  },
  limits: {
    LI1: '10 webhooks of a project, 10 global ones, 20 calls per analysis',
    LI2: 'a delivery waits 10 seconds',
    LI3: 'records of deliveries are kept for 30 days',
    LI4: 'a failed delivery is not tried again',
  },
  versioning: {
    VE1: 'connections of 3.5.4 and lower stand in user settings',
    VE2: 'bindings of 3.6 and 3.7 stand in service.connectedMode.project',
    VE3: 'from 1.8.0 on the command line installs agent features globally',
    VE4: 'the tool server is hosted by servers from 2026.3 on',
    VE5: 'agent features exist on servers from 2026.5 on',
    VE6: 'the image can be pinned by its tag and is pulled at each start',
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
