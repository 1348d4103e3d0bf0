import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposables.ts';
import { Failure } from '../../../core/failures.ts';
import { plainText } from '../plainText.ts';
import type { Position } from './wizard.ts';

/** The reason against a value. The box does not accept an `error`; it accepts a `warning` after a second Enter. */
export interface InputProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Returns a problem that the user cannot override. */
export function inputError(text: string): InputProblem {
  return { severity: 'error', text };
}

/** Returns a problem that the user can override with another Enter. A sentence about this is added to the text. */
export function inputWarning(text: string): InputProblem {
  return { severity: 'warning', text: vscode.l10n.t('{0} Press Enter again to continue anyway.', text) };
}

/** The open box, for an answer that another source delivers after some time. */
export interface OpenBox {
  /** Aborts when the user answers, goes back or leaves. */
  readonly signal: AbortSignal;
  /** Shows the state as the prompt. `busy` while the box waits for the other source. */
  readonly say: (prompt: string, busy: boolean) => void;
  /** Answers as if the user had typed the value and pressed Enter. */
  readonly submit: (value: string) => void;
}

interface TextQuestion {
  readonly title: string;
  readonly position?: Position;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Runs once, when the box is shown. */
  readonly onShow?: (box: OpenBox) => void;
  /** Called on Enter, while the box is busy. The signal aborts when the user types on, goes back or leaves. */
  readonly check: (
    value: string,
    signal: AbortSignal,
  ) => Promise<InputProblem | undefined> | InputProblem | undefined;
}

export type TextAnswer = { readonly to: 'next' | 'back'; readonly value: string } | undefined;

const severities = {
  error: vscode.InputBoxValidationSeverity.Error,
  warning: vscode.InputBoxValidationSeverity.Warning,
};

/**
 * Asks the user for one line of text, and checks it before it is accepted. Resolves with undefined when the user
 * leaves; rejects when the check rejects.
 */
export function askText(question: TextQuestion): Promise<TextAnswer> {
  return new Promise((resolve, reject) => new TextBox(question, resolve, reject).show());
}

class TextBox {
  readonly #question: TextQuestion;
  readonly #resolve: (answer: TextAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #box = vscode.window.createInputBox();
  readonly #scope = new DisposableStore();
  readonly #open = new AbortController();
  #running: AbortController | undefined;
  /** The value that the user was warned about and may now confirm. */
  #warnedOf: string | undefined;

  constructor(question: TextQuestion, resolve: (answer: TextAnswer) => void, reject: (error: Error) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  show(): void {
    const box = this.#box;
    this.#fill();
    this.#scope.add(box);
    this.#scope.add(box.onDidAccept(() => void this.#accept()));
    this.#scope.add(
      box.onDidChangeValue(() => {
        this.#stop();
        this.#warnedOf = undefined;
        box.validationMessage = undefined;
      }),
    );
    this.#scope.add(box.onDidTriggerButton(() => this.#finish({ to: 'back', value: box.value })));
    this.#scope.add(box.onDidHide(() => this.#finish(undefined)));
    box.show();
    this.#question.onShow?.(this.#control());
  }

  #fill(): void {
    const { title, position, prompt, placeholder, value = '', password = false } = this.#question;
    const box = this.#box;
    box.title = title;
    if (position) {
      box.step = position.step;
      box.totalSteps = position.total;
    }
    box.prompt = plainText(prompt);
    box.placeholder = placeholder;
    box.value = value;
    box.password = password;
    box.ignoreFocusOut = true;
    box.buttons = position?.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  }

  #control(): OpenBox {
    const { signal } = this.#open;
    return {
      signal,
      say: (prompt, busy) => {
        if (signal.aborted) return;
        this.#box.prompt = plainText(prompt);
        this.#box.busy = busy;
      },
      submit: (value) => {
        if (signal.aborted) return;
        this.#box.value = value;
        void this.#accept();
      },
    };
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#box.busy = false;
  }

  #close(): void {
    this.#stop();
    this.#open.abort();
    this.#scope.dispose();
  }

  #finish(answer: TextAnswer): void {
    this.#resolve(answer);
    this.#close();
  }

  async #accept(): Promise<void> {
    const { value } = this.#box;
    if (this.#running) return;
    if (this.#warnedOf === value) {
      this.#finish({ to: 'next', value });
      return;
    }
    const check = (this.#running = new AbortController());
    this.#box.busy = true;
    try {
      const problem = await this.#question.check(value, check.signal);
      if (check.signal.aborted) return;
      this.#stop();
      if (problem) this.#showProblem(problem, value);
      else this.#finish({ to: 'next', value });
    } catch (error) {
      if (check.signal.aborted) return;
      if (Failure.is(error, 'cancelled')) {
        this.#stop();
        return;
      }
      this.#reject(error instanceof Error ? error : new Error(String(error)));
      this.#close();
    }
  }

  #showProblem({ severity, text }: InputProblem, value: string): void {
    this.#warnedOf = severity === 'warning' ? value : undefined;
    this.#box.validationMessage = { message: plainText(text), severity: severities[severity] };
  }
}
