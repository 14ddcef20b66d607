// Three months of working days of the demo company, as time trackings to create.
import { fixedIds } from './create-account.ts';
import { notes, people } from './demo-company.ts';
import type { RawEntity } from '#request/api-request.ts';

const weeks = 13;

/** What the bookings refer to; `users` are in the order of the company's people. */
export interface BookingContext {
  readonly users: readonly number[];
  readonly tasks: readonly number[];
  readonly today: Temporal.PlainDate;
  /** Dates on which nobody works. */
  readonly holidays: ReadonlySet<string>;
  readonly timezone: string;
}

/** Bookings from 13 weeks ago until yesterday: a morning, a break, an afternoon. */
export function demoBookings(context: BookingContext): readonly RawEntity[] {
  const { users, tasks, today, holidays, timezone } = context;
  const chance = seededChance(20_260_601);
  const bookings: RawEntity[] = [];
  for (
    let date = today.subtract({ weeks });
    Temporal.PlainDate.compare(date, today) < 0;
    date = date.add({ days: 1 })
  ) {
    if (holidays.has(date.toString())) continue;
    people.forEach((person, index) => {
      if (date.dayOfWeek > person.days || chance() < 0.05) return;
      for (const part of workingDay(person.hours, chance)) {
        const task_id = part.isBreak ? fixedIds.break : tasks[Math.floor(chance() * tasks.length)];
        const notesGiven = part.isBreak ? {} : { notes: notes[Math.floor(chance() * notes.length)] };
        bookings.push({
          user_id: users[index],
          task_id,
          start_time: `${date.toString()} ${clock(part.start)}`,
          start_time_timezone: timezone,
          end_time: `${date.toString()} ${clock(part.end)}`,
          end_time_timezone: timezone,
          ...notesGiven,
        });
      }
    });
  }
  return bookings;
}

interface Part {
  /** Minutes after midnight. */
  readonly start: number;
  readonly end: number;
  readonly isBreak: boolean;
}

function workingDay(hours: number, chance: () => number): readonly Part[] {
  const start = 7 * 60 + Math.floor(chance() * 8) * 15;
  const minutes = hours * 60 + Math.floor(chance() * 5) * 15 - 30;
  if (hours < 6) return [{ start, end: start + minutes, isBreak: false }];
  const noon = start + Math.floor(minutes / 2);
  return [
    { start, end: noon, isBreak: false },
    { start: noon, end: noon + 30, isBreak: true },
    { start: noon + 30, end: start + minutes + 30, isBreak: false },
  ];
}

function clock(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
}

/** Numbers from 0 to 1, always the same ones (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
