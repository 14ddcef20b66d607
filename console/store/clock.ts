// The time: the machine's clock set right by the server's, ticking once a second while the page is visible.
import { signal, type ReadonlySignal } from '@preact/signals';
import { clockOffset, tolerance, type ClockState } from '../domain/server-clock.ts';
import { hearServerTime } from './http.ts';

const seconds = signal(Math.floor(Date.now() / 1000));
let known: ClockState = { offset: null, ahead: readAhead() };

/** Now, in whole seconds since 1970; changes every second while the page is visible. */
export const now: ReadonlySignal<number> = seconds;

/** Now, read once and up to date also while nothing ticks. */
export function readClock(): number {
  return Math.floor(Date.now() / 1000) + (known.offset ?? 0);
}

/** What the last answer of the server told of the machine's clock. */
export function clockState(): ClockState {
  return known;
}

/** How many seconds the machine's clock is ahead of the time that has run since the page began. */
export function readAhead(): number {
  return (Date.now() - performance.now()) / 1000;
}

/** Whether the machine has slept since the last answer, or its clock was set. */
export function isClockUncertain(): boolean {
  return Math.abs(readAhead() - known.ahead) > tolerance;
}

/** Begins to tick, and to follow the server's clock; a hidden page pauses. */
export function startClock(): void {
  hearServerTime((moment, way) => {
    known = { offset: clockOffset(moment, way, known.offset ?? 0), ahead: way.ahead };
    seconds.value = readClock();
  });
  document.addEventListener('visibilitychange', tick);
  tick();
}

let timer: ReturnType<typeof setTimeout> | null = null;

function tick(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (document.visibilityState === 'hidden') return;
  seconds.value = readClock();
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}
