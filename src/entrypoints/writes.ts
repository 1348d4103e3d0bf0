/** The part of the hook that checks what a request writes; the hook loads it when a request writes something. */
export { check, checkCommand } from '../cli/hook/writes/main.ts';
