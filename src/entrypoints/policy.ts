/** Entry point of the `policy` bundle, which the hook loads after a finding. */
export { EventPolicies } from '../cli/hook/policy/main.ts';
