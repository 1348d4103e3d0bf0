import type * as vscode from 'vscode';
import type { SecretStore } from '../core/connections/tokenStore.ts';
import type { Disposable } from '../core/disposables.ts';
import type { Event } from '../core/events.ts';
import type { Log } from '../core/log.ts';

/** Fails the type check when the small types of this project no longer match the editor's. */
type Assignable<From extends To, To> = From;

export type Conforms = [
  Assignable<vscode.Disposable, Disposable>,
  Assignable<Disposable, { dispose(): unknown }>,
  Assignable<vscode.Event<string>, Event<string>>,
  Assignable<vscode.SecretStorage, SecretStore>,
  Assignable<vscode.LogOutputChannel, Log>,
];
