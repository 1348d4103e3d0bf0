import type { BindingState } from '../../core/bindings/resolve.ts';
import type { PollRecord } from '../../core/gate/journal/journal.ts';
import { redact } from '../../core/log.ts';
import type { KnownState } from '../connections/states.ts';
import type { DiagnosticFacts } from './diagnosticFacts.ts';

/** Returns the report as Markdown, redacted, with times in UTC. The person who helps reads it, so it is in English. */
export function diagnosticReport(facts: DiagnosticFacts): string {
  const { environment, connections, relay, folders, journal } = facts;
  const lines = [
    '# Diagnostic report of Service for IDE',
    '',
    ...Object.entries(environment).map(([name, value]) => `- ${name}: ${value}`),
    '',
    '## Connections',
    '',
    ...listed(
      connections.map(({ connection, address, state, checkMs, poll, checkedAt, tokenExpires }) => [
        `${connection.connectionId} (${connection.kind}, ${withoutUserInfo(address)})`,
        `state: ${stateWords(state)}, checked in ${Math.round(checkMs)} ms`,
        `notifications: ${connection.receiveNotifications ? 'on' : 'off'}`,
        ...pollLines(poll, checkedAt),
        `token expires: ${tokenExpires ?? 'unknown'}`,
      ]),
    ),
    '',
    '## Relay',
    '',
    ...listed(
      relay
        ? [
            [
              URL.canParse(relay.address) ? withoutUserInfo(relay.address) : 'an invalid address',
              `state: ${relay.state}`,
              `last push event: ${timeOf(relay.lastReceivedAt)}`,
            ],
          ]
        : [],
    ),
    '',
    '## Folders',
    '',
    ...listed(
      folders.map(({ name, scheme, binding, gate, muted }) => [
        `${name} (${scheme})`,
        `binding: ${bindingWords(binding)}`,
        ...(gate ? [`gate: ${gate.hidden ? 'not visible' : (gate.status ?? 'unknown')}`] : []),
        ...(muted ? ['muted'] : []),
      ]),
    ),
    '',
    '## Journal',
    '',
    ...Object.entries(journal.outcomes).map(([outcome, count]) => `- changes ${outcome}: ${count}`),
    `- storage: ${journal.storageFailure ?? 'works'}`,
    '',
  ];
  return redact(lines.join('\n'));
}

function listed(items: readonly (readonly string[])[]): readonly string[] {
  if (items.length === 0) return ['None.'];
  return items.flatMap(([head = '', ...details]) => [`- ${head}`, ...details.map((line) => `  - ${line}`)]);
}

function stateWords(state: KnownState): string {
  if (state.state === 'unreachable') return `unreachable (${state.failure.code}: ${state.failure.message})`;
  return state.state === 'connected' && state.version !== undefined
    ? `connected, version ${state.version}`
    : state.state;
}

function pollLines(poll: PollRecord | undefined, checkedAt: number | undefined): readonly string[] {
  if (!poll) return ['not polled yet'];
  const { failure, failures, nextPollAt, eventsRefused } = poll;
  return [
    `last answer: ${timeOf(checkedAt)}, next poll: ${timeOf(nextPollAt)}`,
    ...(failure ? [`failing: ${failure.code} since ${timeOf(failure.since)}, ${failures} times`] : []),
    ...(eventsRefused ? [`events refused: ${eventsRefused.code}`] : []),
  ];
}

function bindingWords(binding: BindingState): string {
  switch (binding.state) {
    case 'bound':
      return `${binding.projectKey} of ${binding.connection.connectionId}, in the ${binding.level} settings`;
    case 'unknownConnection':
      return `${binding.projectKey} of ${binding.connectionId ?? 'an unnamed connection'}, which does not exist`;
    case 'ambiguous':
      return `${binding.projectKey}, but the binding names none of ${binding.candidates.length} connections`;
    case 'invalid':
      return `invalid (${binding.problem})`;
    case 'unbound':
    case 'untrusted':
      return binding.state;
  }
}

function withoutUserInfo(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname;
}

function timeOf(at: number | undefined): string {
  return at === undefined ? 'never' : new Date(at).toISOString();
}
