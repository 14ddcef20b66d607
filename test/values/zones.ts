// Every zone of the runtime with an independent account of its clocks: Intl.DateTimeFormat, never Temporal.

/** All zones that have a name, link names such as US/Eastern included. */
export const zones: readonly string[] = [
  ...Intl.supportedValuesOf('timeZone'),
  'UTC',
  'US/Eastern',
  'Asia/Calcutta',
  'Etc/GMT+12',
  'Etc/GMT-14',
  'CET',
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant, as `YYYY-MM-DD HH:MM:SS`. */
export function shownBy(zone: string, instant: number): string {
  let format = formats.get(zone);
  if (format === undefined) formats.set(zone, (format = formatOf(zone)));
  const parts = Object.fromEntries(
    format.formatToParts(instant * 1000).map(({ type, value }) => [type, value]),
  );
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

/** A local time read as if it were UTC, in epoch seconds. */
export function naive(local: string): number {
  return Date.parse(`${local.replace(' ', 'T')}Z`) / 1000;
}

/** Epoch seconds of an ISO text. */
export function instantOf(iso: string): number {
  return Date.parse(iso) / 1000;
}
