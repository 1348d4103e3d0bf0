import { CliError, exitCodes } from './exitCodes.ts';
import type { Terminal } from './terminal.ts';

/** Questions to the user, on stderr. Commands ask only if `terminal.isInteractive`. */
export interface Prompts {
  confirm(message: string, proposal: boolean): Promise<boolean>;
  /**
   * Asks for the user's consent to something that protects from agents.
   *
   * @throws {CliError} in a terminal in which an agent may type.
   */
  agree(message: string): Promise<boolean>;
  select<T extends string>(message: string, choices: readonly { value: T; name: string }[]): Promise<T>;
  selectSeveral<T extends string>(
    message: string,
    choices: readonly { value: T; name: string; checked: boolean }[],
  ): Promise<T[]>;
  input(message: string): Promise<string>;
  /** Does not echo the input. Rejects when `signal` aborts. */
  secret(message: string, signal?: AbortSignal): Promise<string>;
  enter(message: string): Promise<void>;
}

/** Returns prompts on the terminal. Each library is loaded with its first question, because most runs ask none. */
export function terminalPrompts({ host }: Terminal): Prompts {
  const streams = { input: host.stdin, output: host.stderr, clearPromptOnDone: false };
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'ExitPromptError')
        throw new CliError('Interrupted.', { exitCode: exitCodes.interrupted, cause });
      throw cause;
    }
  };
  return {
    async confirm(message, proposal) {
      const { default: confirm } = await import('@inquirer/confirm');
      return ask(confirm({ message, default: proposal }, streams));
    },
    async agree(message) {
      const { requireUser } = await import('./consent/requireUser.ts');
      requireUser();
      return this.confirm(message, false);
    },
    async select(message, choices) {
      const { default: select } = await import('@inquirer/select');
      return ask(select({ message, choices }, streams));
    },
    async selectSeveral(message, choices) {
      const { default: checkbox } = await import('@inquirer/checkbox');
      return ask(checkbox({ message, choices, required: true }, streams));
    },
    async input(message) {
      const { default: input } = await import('@inquirer/input');
      return ask(input({ message, validate: (text) => text.trim() !== '' }, streams));
    },
    async secret(message, signal) {
      const { default: password } = await import('@inquirer/password');
      return ask(
        password({ message, mask: '*', toggleMask: false }, signal ? { ...streams, signal } : streams),
      );
    },
    async enter(message) {
      const { default: input } = await import('@inquirer/input');
      await ask(input({ message }, streams));
    },
  };
}
