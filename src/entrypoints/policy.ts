/** Entry point of the `policy` bundle, which the hook loads after a finding, and before `service-cli run`. */
export { EventPolicies } from '../cli/hook/policy/main.ts';
export { whyAgentRunRefused } from '../cli/run/runConsent.ts';
