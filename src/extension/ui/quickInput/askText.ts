import * as vscode from 'vscode';
import { DisposableStore } from '../../../core/disposables.ts';
import { Failure } from '../../../core/failures.ts';
import { plainText } from '../plainText.ts';
import type { Position } from './wizard.ts';

/** `error` is not accepted; `warning` is, by a second Enter. */
export interface Objection {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** The box while it is open, for an answer that comes from elsewhere and takes time. */
export interface OpenBox {
  /** Aborted when the person answers by themselves, goes back or leaves. */
  readonly signal: AbortSignal;
  /** Says how it stands; `busy` while there is something to wait for. */
  readonly say: (prompt: string, busy: boolean) => void;
  /** Answers as if the person had typed it and pressed Enter. */
  readonly submit: (value: string) => void;
}

export interface TextQuestion {
  readonly title: string;
  readonly position?: Position;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Runs once, when the box is shown. */
  readonly onShow?: (box: OpenBox) => void;
  /** Asked on Enter, with busy state; aborted when the person types on, goes back or leaves. */
  readonly check: (
    value: string,
    signal: AbortSignal,
  ) => Promise<Objection | undefined> | Objection | undefined;
}

export type TextAnswer = { readonly to: 'next' | 'back'; readonly value: string } | undefined;

const severities = {
  error: vscode.InputBoxValidationSeverity.Error,
  warning: vscode.InputBoxValidationSeverity.Warning,
};

/** One line of text, checked before it is taken. Resolves with undefined when the person leaves. */
export function askText(question: TextQuestion): Promise<TextAnswer> {
  const box = vscode.window.createInputBox();
  const scope = new DisposableStore();
  const { position } = question;
  box.title = question.title;
  if (position) {
    box.step = position.step;
    box.totalSteps = position.total;
  }
  box.prompt = plainText(question.prompt);
  box.placeholder = question.placeholder;
  box.value = question.value ?? '';
  box.password = question.password ?? false;
  box.ignoreFocusOut = true;
  box.buttons = position?.canGoBack ? [vscode.QuickInputButtons.Back] : [];

  return new Promise<TextAnswer>((resolve, reject) => {
    const open = new AbortController();
    const control: OpenBox = {
      signal: open.signal,
      say: (prompt, busy) => {
        if (open.signal.aborted) return;
        box.prompt = plainText(prompt);
        box.busy = busy;
      },
      submit: (value) => {
        if (open.signal.aborted) return;
        box.value = value;
        void accept();
      },
    };
    let running: AbortController | undefined;
    /** The value that the person has been warned about and may now insist on. */
    let warnedOf: string | undefined;

    const stop = () => {
      running?.abort();
      running = undefined;
      box.busy = false;
    };
    const finish = (answer: TextAnswer) => {
      stop();
      open.abort();
      resolve(answer);
      scope.dispose();
    };
    const accept = async () => {
      const { value } = box;
      if (running) return;
      if (warnedOf === value) {
        finish({ to: 'next', value });
        return;
      }
      const check = (running = new AbortController());
      box.busy = true;
      try {
        const objection = await question.check(value, check.signal);
        if (check.signal.aborted) return;
        stop();
        if (!objection) {
          finish({ to: 'next', value });
          return;
        }
        warnedOf = objection.severity === 'warning' ? value : undefined;
        box.validationMessage = {
          message: plainText(objection.text),
          severity: severities[objection.severity],
        };
      } catch (error) {
        if (check.signal.aborted || Failure.is(error, 'cancelled')) return;
        stop();
        open.abort();
        scope.dispose();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };

    scope.add(box);
    scope.add(box.onDidAccept(() => void accept()));
    scope.add(
      box.onDidChangeValue(() => {
        stop();
        warnedOf = undefined;
        box.validationMessage = undefined;
      }),
    );
    scope.add(
      box.onDidTriggerButton(() => {
        finish({ to: 'back', value: box.value });
      }),
    );
    scope.add(
      box.onDidHide(() => {
        finish(undefined);
      }),
    );
    box.show();
    question.onShow?.(control);
  });
}
