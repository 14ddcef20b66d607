// Hands every event to every subscriber.
import type { Observe, ObservedEvent } from './event.ts';

/** One {@link Observe} out of several; a subscriber that throws harms neither the others nor the caller. */
export function observeAll(subscribers: readonly Observe[]): Observe {
  return (event: ObservedEvent) => {
    for (const subscriber of subscribers) {
      try {
        subscriber(event);
      } catch (error) {
        process.emitWarning(`an observer failed at ${event.kind}: ${String(error)}`);
      }
    }
  };
}
