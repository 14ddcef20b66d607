// The time: the machine's clock set right by the server's, ticking once a second while the page is visible.
import { signal, type ReadonlySignal } from '@preact/signals';
import { clockOffset, type Way } from '../domain/server-clock.ts';

const offset = signal(0, { name: 'clock.offset' });
const seconds = signal(Math.floor(Date.now() / 1000), { name: 'clock.seconds' });

/** Now, in whole seconds since 1970; changes every second while the page is visible. */
export const now: ReadonlySignal<number> = seconds;

/** Now, read once and up to date also while nothing ticks. */
export function readClock(): number {
  return Math.floor(Date.now() / 1000) + offset.value;
}

/** Takes the server's time from an answer. */
export function setServerTime(moment: number, way: Way): void {
  offset.value = clockOffset(moment, way);
  seconds.value = readClock();
}

let timer: ReturnType<typeof setTimeout> | null = null;

/** Begins to tick; a hidden page pauses. */
export function startClock(): void {
  document.addEventListener('visibilitychange', tick);
  tick();
}

function tick(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (document.visibilityState === 'hidden') return;
  seconds.value = readClock();
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}
