import { networkInterfaces } from 'node:os';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { WindowPort } from '../../core/gate/windows/windowRegistry.ts';
import type { ConnectionStates } from './states.ts';

interface RetryWhenBackOptions {
  readonly states: Pick<ConnectionStates, 'isAnyAway' | 'onDidChange' | 'retryNow'>;
  readonly window: Pick<WindowPort, 'isFocused' | 'onDidChangeFocus'>;
  readonly addresses: () => readonly string[];
  readonly clock: Clock;
}

/** Returns the addresses at which other machines can reach this one; empty without a network. */
export function networkAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address);
}

/** How often the addresses are read while a platform is unreachable, milliseconds. Node has no event for them. */
const readMs = 2000;

/** Checks unreachable platforms again when the window gets the focus or the machine a network address. */
export function retryWhenBack({ states, window, addresses, clock }: RetryWhenBackOptions): Disposable {
  const scope = new DisposableStore();
  let timer: Disposable | undefined;
  let known: readonly string[] = [];
  let hadFocus = window.isFocused();

  const readAddresses = () => {
    timer = undefined;
    const before = known;
    known = addresses();
    if (known.some((address) => !before.includes(address))) states.retryNow();
    follow();
  };
  const follow = () => {
    if (scope.isDisposed || !states.isAnyAway) {
      timer?.dispose();
      timer = undefined;
    } else timer ??= clock.setTimer(readMs, readAddresses);
  };
  scope.add(
    states.onDidChange(() => {
      if (!timer && states.isAnyAway) known = addresses();
      follow();
    }),
  );
  scope.add(
    window.onDidChangeFocus(() => {
      const isBack = window.isFocused() && !hadFocus;
      hadFocus = window.isFocused();
      if (isBack) states.retryNow();
    }),
  );
  scope.add({ dispose: () => timer?.dispose() });
  return scope;
}
