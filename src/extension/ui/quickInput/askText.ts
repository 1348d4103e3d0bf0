import * as vscode from 'vscode';
import { Failure } from '../../../core/failures.ts';
import { plainText } from '../plainText.ts';
import { showPosition } from './pickOne.ts';
import type { Position } from './wizard.ts';

/** The reason against a value. The box does not accept an `error`; it accepts a `warning` after a second Enter. */
export interface InputProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

export function inputError(text: string): InputProblem {
  return { severity: 'error', text };
}

/** Returns a warning. A sentence about the second Enter is added to the text. */
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

/** Asks for one line of text that passes the check. Undefined when the user leaves; rejects when the check rejects. */
export function askText(question: TextQuestion): Promise<TextAnswer> {
  const box = createBox(question);
  const open = new AbortController();
  let running: AbortController | undefined;
  /** The value that the user was warned about and may now confirm. */
  let warnedOf: string | undefined;
  const stop = () => {
    running?.abort();
    running = undefined;
    box.busy = false;
  };
  return new Promise((resolve, reject) => {
    const close = () => {
      stop();
      open.abort();
      box.dispose();
    };
    const finish = (answer: TextAnswer) => {
      resolve(answer);
      close();
    };
    const accept = async () => {
      const { value } = box;
      if (running) return;
      if (warnedOf === value) {
        finish({ to: 'next', value });
        return;
      }
      const { signal } = (running = new AbortController());
      box.busy = true;
      try {
        const problem = await question.check(value, signal);
        if (signal.aborted) return;
        stop();
        if (!problem) finish({ to: 'next', value });
        else {
          warnedOf = problem.severity === 'warning' ? value : undefined;
          box.validationMessage = validationOf(problem);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (Failure.is(error, 'cancelled')) stop();
        else {
          reject(error instanceof Error ? error : new Error(String(error)));
          close();
        }
      }
    };
    box.onDidAccept(() => void accept());
    box.onDidChangeValue(() => {
      stop();
      warnedOf = undefined;
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton(() => finish({ to: 'back', value: box.value }));
    box.onDidHide(() => finish(undefined));
    box.show();
    question.onShow?.(openBox(box, open.signal, () => void accept()));
  });
}

function createBox({ title, position, prompt, placeholder, value = '', password = false }: TextQuestion) {
  const box = vscode.window.createInputBox();
  box.title = title;
  showPosition(box, position);
  box.prompt = plainText(prompt);
  box.placeholder = placeholder;
  box.value = value;
  box.password = password;
  box.ignoreFocusOut = true;
  return box;
}

function validationOf({ severity, text }: InputProblem): vscode.InputBoxValidationMessage {
  const { Error: error, Warning: warning } = vscode.InputBoxValidationSeverity;
  return { message: plainText(text), severity: { error, warning }[severity] };
}

function openBox(box: vscode.InputBox, signal: AbortSignal, accept: () => void): OpenBox {
  return {
    signal,
    say: (prompt, busy) => {
      if (signal.aborted) return;
      box.prompt = plainText(prompt);
      box.busy = busy;
    },
    submit: (value) => {
      if (signal.aborted) return;
      box.value = value;
      accept();
    },
  };
}
