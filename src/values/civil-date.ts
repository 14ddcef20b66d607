// Civil dates (`YYYY-MM-DD`) and clock times (`HH:MM:SS`) as text. They never pass through an instant.
import { ValueError } from './value-error.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Checks a date of the proleptic Gregorian calendar, years 0001 to 9999; throws {@link ValueError}. */
export function parseDate(text: string): string {
  const match = datePattern.exec(text);
  if (match === null || !isCivilDate(Number(match[1]), Number(match[2]), Number(match[3]))) {
    throw new ValueError('a date that exists, as YYYY-MM-DD');
  }
  return text;
}

/** Checks a clock time and completes missing seconds; throws {@link ValueError}. */
export function parseTime(text: string): string {
  const match = timePattern.exec(text);
  const [hour, minute, second] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3] ?? 0)];
  if (match === null || hour > 23 || minute > 59 || second > 59) throw new ValueError('a time as HH:MM:SS');
  return match[3] === undefined ? `${text}:00` : text;
}

/** Checks `YYYY-MM-DD HH:MM:SS` (a `T` between and missing seconds are accepted); throws {@link ValueError}. */
export function parseLocalDateTime(text: string): string {
  if (text.length < 16 || (text[10] !== ' ' && text[10] !== 'T')) {
    throw new ValueError('a date and time as YYYY-MM-DD HH:MM:SS');
  }
  try {
    return `${parseDate(text.slice(0, 10))} ${parseTime(text.slice(11))}`;
  } catch {
    throw new ValueError('a date and time that exist, as YYYY-MM-DD HH:MM:SS');
  }
}

function isCivilDate(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (monthLengths[month - 1] ?? 0) + (leap ? 1 : 0);
}
