/** The part of the hook that masks outputs of tools; the hook loads it after a tool has run. */
export { outputMask } from '../cli/hook/outputs/main.ts';
