/** Entry point of the `policy` bundle, which the hook loads after a finding, and before `service-cli run`. */
export { EventPolicies, whyAgentRunRefused } from '../cli/hook/policy/main.ts';
