// Lengths of time in whole seconds, as text.

/** `8:05`, `-0:30`: rounded half up to the minute. */
export function hoursAndMinutes(seconds: number): string {
  const minutes = Math.floor((seconds + 30) / 60);
  const length = Math.abs(minutes);
  const text = `${Math.floor(length / 60)}:${String(length % 60).padStart(2, '0')}`;
  return minutes < 0 ? `-${text}` : text;
}

/** `8:05:09`, `168:30:00`, `-0:30:00`: exact, so that what is printed adds up. */
export function durationText(seconds: number): string {
  const length = Math.abs(seconds);
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const text = `${Math.floor(length / 3600)}:${twoDigits(Math.floor(length / 60) % 60)}:${twoDigits(length % 60)}`;
  return seconds < 0 ? `-${text}` : text;
}
