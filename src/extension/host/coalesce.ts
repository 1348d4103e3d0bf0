import { DisposableStore } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';

/** One event for many: fires once after all that happens in one turn, so that nothing is rendered twice. */
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
