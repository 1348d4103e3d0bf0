/** The part of the hook that checks commands and searches; the hook loads it when a request has some. */
export { check } from '../cli/hook/shell/main.ts';
