// Times of day, `HH:MM:SS`, as seconds since midnight. No zone, no clock.

/** Seconds since midnight. */
export function secondsOfDay(time: string): number {
  const [hours, minutes, seconds] = [time.slice(0, 2), time.slice(3, 5), time.slice(6, 8)];
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}
