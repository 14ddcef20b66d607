// Times of day, `HH:MM:SS`, as seconds since midnight. No zone, no clock.

/** Seconds since midnight. */
export function secondsOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
