import type * as vscode from 'vscode';
import type { SecretStore } from '../core/connections/vault.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/events.ts';
import type { Log } from '../core/log.ts';

/** Fails the type check on the day our small types stop matching the editor's. Costs nothing at run time. */
type Assignable<From extends To, To> = From;

export type Conforms = [
  Assignable<vscode.Disposable, Disposable>,
  Assignable<Disposable, { dispose(): unknown }>,
  Assignable<vscode.Event<string>, Event<string>>,
  Assignable<vscode.SecretStorage, SecretStore>,
  Assignable<vscode.LogOutputChannel, Log>,
];
