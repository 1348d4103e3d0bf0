import type { Clock } from '../../core/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return {
      dispose: () => clearTimeout(timer),
    };
  },
};
