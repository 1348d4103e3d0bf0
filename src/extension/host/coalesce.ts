import { DisposableStore } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';

/** Combines several events into one that fires once after all events of one turn, so that nothing is rendered twice. */
export function coalesce(...events: readonly Event<unknown>[]): Event<void> {
  return (listener) => {
    const scope = new DisposableStore();
    let pending = false;
    const fire = () => {
      pending = false;
      if (!scope.isDisposed) listener();
    };
    for (const event of events)
      scope.add(
        event(() => {
          if (pending) return;
          pending = true;
          queueMicrotask(fire);
        }),
      );
    return scope;
  };
}
