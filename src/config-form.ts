// The forms a configured value can take: text in, value out, or what would have been right.
// It must not know any option by name.
import { isIP } from 'node:net';

/** Text as given, or the reason why it is refused, as the end of "must be …". */
export type Parsed<T> = { readonly value: T } | { readonly mustBe: string };

/** How one kind of value is written. */
export interface Form<T> {
  /** What help shows for the value: `PORT`, `DURATION`; without it the flag is a switch. */
  readonly shown?: string;
  readonly parse: (given: string) => Parsed<T>;
}

const bytesOf = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;
const secondsOf = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** A switch: `1`/`0`, `true`/`false`, `yes`/`no`, `on`/`off`. */
export const toggle: Form<boolean> = {
  parse: (given) => {
    if (/^(1|true|yes|on)$/i.test(given)) return { value: true };
    if (/^(0|false|no|off)$/i.test(given)) return { value: false };
    return { mustBe: 'true or false' };
  },
};

/** The same for what is on unless said otherwise: its flag takes a value. */
export const onOff: Form<boolean> = { ...toggle, shown: 'on|off' };

/** Any text. */
export function text(shown: string): Form<string> {
  return { shown, parse: (value) => ({ value }) };
}

/** One of a few words. */
export function choice<const T extends string>(...words: readonly T[]): Form<T> {
  const parse = (given: string): Parsed<T> => {
    const value = words.find((word) => word === given);
    return value === undefined ? { mustBe: `one of ${words.join(', ')}` } : { value };
  };
  return { shown: words.join('|'), parse };
}

/** The same, or `null` when nothing is given. */
export function optionalWhole(shown: string, min: number, max: number): Form<number | null> {
  const form = whole(shown, min, max);
  return { shown, parse: (given) => (given === '' ? { value: null } : form.parse(given)) };
}

/** A whole number within bounds, inclusive. */
export function whole(shown: string, min: number, max: number): Form<number> {
  return { shown, parse: (given) => inUnits(given, { units: { '': 1 }, min, max, kind: 'a whole number' }) };
}

/** Bytes, or with the unit KiB, MiB or GiB. */
export function bytes(min: number, max: number): Form<number> {
  const kind = 'a number of bytes (or with KiB, MiB, GiB)';
  return { shown: 'BYTES', parse: (given) => inUnits(given, { units: bytesOf, min, max, kind }) };
}

/** Seconds, or with the unit s, m, h or d; the value is seconds. */
export function duration(min: number, max: number): Form<number> {
  const kind = 'a number of seconds (or with s, m, h, d)';
  return { shown: 'DURATION', parse: (given) => inUnits(given, { units: secondsOf, min, max, kind }) };
}

/** Comma-separated items of one form; empty text is an empty list. */
export function list<T>(item: Form<T>): Form<readonly T[]> {
  const parse = (given: string): Parsed<readonly T[]> => {
    const parts = given.split(',').flatMap((part) => (part.trim() === '' ? [] : [item.parse(part.trim())]));
    const refused = parts.find((part) => 'mustBe' in part);
    if (refused !== undefined) return { mustBe: `a comma-separated list, each ${refused.mustBe}` };
    return { value: parts.flatMap((part) => ('value' in part ? [part.value] : [])) };
  };
  return { shown: `${item.shown},…`, parse };
}

/** The address of a PostgreSQL database. */
export const postgresAddress: Form<string> = {
  shown: 'ADDRESS',
  parse: (value) =>
    /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value)
      ? { value }
      : { mustBe: 'like postgres://user:password@host/name' },
};

/** Where the data is: `sqlite:` and the path of a file, or the address of a PostgreSQL database. */
export const databaseAddress: Form<string> = {
  shown: 'ADDRESS',
  parse: (value) =>
    /^sqlite:.+/.test(value) || 'value' in postgresAddress.parse(value)
      ? { value }
      : { mustBe: 'sqlite: and the path of a file, or postgres://user:password@host/name' },
};

/** A folder, or a bucket with or without a prefix; or none. */
export const fileStorage: Form<string> = {
  shown: 'FOLDER|s3://BUCKET',
  parse: (value) => {
    const isFolder = !/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !value.includes('\0');
    const isBucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(value);
    return isFolder || isBucket
      ? { value }
      : { mustBe: 'a folder, s3://bucket or s3://bucket/prefix, or empty' };
  },
};

/** A name or address to listen on. */
export const hostName: Form<string> = {
  shown: 'HOST',
  parse: (value) => {
    const known = isIP(value) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
    return known ? { value } : { mustBe: 'a host name or an IP address without a port' };
  },
};

/** An IP address or a range of them, such as `10.0.0.0/8`. */
export const addressRange: Form<string> = {
  shown: 'IP[/BITS]',
  parse: (value) => {
    const [address = '', bits, ...rest] = value.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    const known = isIP(address) > 0 && fits && rest.length === 0;
    return known ? { value } : { mustBe: 'an IP address or range such as 10.0.0.0/8' };
  },
};

/** What a browser sends as `Origin`, or `*` for every one. */
export const webOrigin: Form<string> = {
  shown: 'ORIGIN',
  parse: (value) => {
    const known =
      value === '*' || (/^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value);
    return known
      ? { value }
      : { mustBe: '* or an origin such as https://app.example.com (no path, no slash at the end)' };
  },
};

/** A mail server, or none. */
export const smtpAddress: Form<string> = {
  shown: 'URL',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const fits =
      url !== null &&
      /^smtps?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      /^\/?$/.test(url.pathname) &&
      /^(\?requireTLS=true)?$/.test(url.search) &&
      url.hash === '';
    return value === '' || fits ? { value } : { mustBe: 'smtp:// or smtps:// with a host, or empty' };
  },
};

/** A mail address, with or without a name before it; or none. */
export const mailSender: Form<string> = {
  shown: 'ADDRESS',
  parse: (value) =>
    /^([^<>"@\p{Cc}]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/u.test(value)
      ? { value }
      : { mustBe: 'a mail address such as hours@example.com or Hourbook <hours@example.com>' },
};

/** Where a web site begins, without a slash at the end; or none. */
export const webAddress: Form<string> = {
  shown: 'URL',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const fits =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.search + url.hash + url.username + url.password === '' &&
      !/[\s"<>]/.test(value);
    return value === '' || fits
      ? { value: value.replace(/\/+$/, '') }
      : { mustBe: 'an address such as https://time.example.com, or empty' };
  },
};

interface Range {
  readonly units: Readonly<Record<string, number>>;
  readonly min: number;
  readonly max: number;
  readonly kind: string;
}

function inUnits(given: string, { units, min, max, kind }: Range): Parsed<number> {
  const [, digits = '', unit = ''] = /^(\d{1,15}) ?([a-z]*)$/i.exec(given) ?? [];
  const value = Number(digits) * (units[unit] ?? Number.NaN);
  const fits = digits !== '' && value >= min && value <= max;
  return fits ? { value } : { mustBe: `${kind} from ${min} to ${max}` };
}
