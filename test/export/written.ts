// Writes timesheets into memory and reads their numbers.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { addTimesheet, nothing, type Timesheet } from '#export/timesheet.ts';
import type { BeginTimesheets } from '#export/timesheet-writer.ts';

/** Writes them; answers the bytes. */
export async function written(begin: BeginTimesheets, people: readonly Timesheet[]): Promise<Buffer> {
  const out = new PassThrough();
  const bytes = buffer(out);
  const heading = { company: 'Bäckerei Süß & Söhne', month: '2026-06', writtenAt: Date.UTC(2026, 6, 1) };
  const writer = await begin(out, heading);
  let total = nothing;
  for (const one of people) {
    await writer.add(one);
    total = addTimesheet(total, one);
  }
  await writer.end(total);
  out.end();
  return bytes;
}

/** `-1:30:00` → seconds; throws on anything else. */
export function secondsOf(text: string): number {
  const [, sign, hours, minutes, seconds] = /^(-?)(\d+):(\d\d):(\d\d)$/.exec(text) ?? [];
  if (seconds === undefined) throw new Error(`${text} is no length of time`);
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -length : length;
}

/** `-1.50` → hundredths; throws on anything else. */
export function hundredthsIn(text: string): number {
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`${text} has not two digits`);
  const hundredths = Math.round(Number(text) * 100);
  return hundredths === 0 ? 0 : hundredths;
}

/** Seconds as hundredths of hours, half up: the larger of two that are equally near. */
export function roundedHours(seconds: number): number {
  return Math.floor((seconds + 18) / 36);
}

/** The sum. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
