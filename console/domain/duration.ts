// Lengths of time as people type and read them. Units: seconds, unless a name says minutes or hours.

/** What was typed as a length of time, in minutes; `null` when it is none that a day could hold. */
export function parseDuration(text: string): number | null {
  const typed = text.trim().toLowerCase().replace('−', '-');
  const minutes = minutesOf(typed);
  return minutes !== null && minutes >= 0 && minutes <= 24 * 60 ? minutes : null;
}

function minutesOf(typed: string): number | null {
  if (typed === '' || typed === '–' || typed === '-') return 0;
  const clock = /^(\d{1,2})\s*(?::|h\s*)(\d{1,2})(?:\s*(?:m(?:in)?|h|std))?$/.exec(typed);
  if (clock) return hoursAndMinutes(clock[1], clock[2]);
  const bare = /^(\d{1,2})(\d{2})$/.exec(typed);
  if (bare) return hoursAndMinutes(bare[1], bare[2]);
  const minutes = /^(\d{1,4})\s*m(?:in)?$/.exec(typed);
  if (minutes) return Number(minutes[1]);
  const hours = /^(\d{1,2}(?:[.,]\d{1,2})?|[.,]\d{1,2})\s*(?:h|std)?$/.exec(typed);
  return hours ? Math.round(Number((hours[1] ?? '').replace(',', '.')) * 60) : null;
}

function hoursAndMinutes(hours: string | undefined, minutes: string | undefined): number | null {
  return Number(minutes) < 60 ? Number(hours) * 60 + Number(minutes) : null;
}

/** What was typed as a time of day (`8`, `8:30`, `830`), in minutes since midnight; `null` when it is none. */
export function parseClock(text: string): number | null {
  const typed = text.trim();
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed);
  if (!match) return null;
  const minutes = hoursAndMinutes(match[1], match[2] ?? '0');
  return minutes !== null && minutes <= 24 * 60 ? minutes : null;
}

/** `h:mm`, rounded down to the minute as clocks do; below zero with U+2212. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return seconds <= -60 ? `−${text}` : text;
}

/** `h:mm` with a sign, as balances are written: `+3:09`, `−0:25`, `0:00`. */
export function formatBalance(seconds: number): string {
  return seconds >= 60 ? `+${formatDuration(seconds)}` : formatDuration(seconds);
}

/** Hours as decimals of the interface in whole minutes, as seconds: 7.7 is 27,720. */
export function secondsOfHours(hours: number): number {
  return Math.round(hours * 60) * 60;
}

/** A time of day from a local time: `2026-11-22 08:05:00` is `8:05`. */
export function clockOf(local: string): string {
  return `${Number(local.slice(11, 13))}:${local.slice(14, 16)}`;
}

/** Minutes since midnight as a time of day: 485 is `8:05`. */
export function formatClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;
}
