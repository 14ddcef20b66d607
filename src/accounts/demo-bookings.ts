// Working days of the demo company, as time trackings and shifts to create. A date and a person give the same day
// whenever they are asked for.
import { fixedIds } from './create-account.ts';
import { notes, people, type DemoPerson } from './demo-company.ts';
import type { RawEntity } from '#request/api-request.ts';

/** What the bookings refer to; `users` are in the order of the company's people. */
export interface BookingContext {
  readonly users: readonly number[];
  readonly tasks: readonly number[];
  readonly timezone: string;
  /** Whether the date is free for all people, or for this person. */
  readonly isFree: (date: Temporal.PlainDate, username: string) => boolean;
}

/** Bookings of a date, person by person: a morning, a break, an afternoon. */
export function bookingsOf(context: BookingContext, date: Temporal.PlainDate): readonly RawEntity[] {
  return people.flatMap((person, index) => {
    if (date.dayOfWeek > person.days || context.isFree(date, person.username)) return [];
    const chance = seededChance(date.year * 1_000_000 + date.dayOfYear * 1000 + index);
    if (chance() < 0.004) return [];
    return workingDay(person, chance).map((part) => booking(context, { part, date, index, chance }));
  });
}

function booking(
  { users, tasks, timezone }: BookingContext,
  {
    part,
    date,
    index,
    chance,
  }: { part: Part; date: Temporal.PlainDate; index: number; chance: () => number },
): RawEntity {
  // People stay with a project for some weeks.
  const task = tasks[(index * 3 + Math.floor(date.dayOfYear / 21) + Math.floor(chance() * 2)) % tasks.length];
  const notesGiven = part.isBreak ? {} : { notes: notes[Math.floor(chance() * notes.length)] };
  return {
    user_id: users[index],
    task_id: part.isBreak ? fixedIds.break : task,
    start_time: `${date.toString()} ${clock(part.start)}`,
    start_time_timezone: timezone,
    end_time: `${date.toString()} ${clock(part.end)}`,
    end_time_timezone: timezone,
    ...notesGiven,
  };
}

/** Shifts of the people on construction sites, from Monday to Friday of the week: early and late in turn. */
export function shiftsOf(
  { users, tasks, timezone }: BookingContext,
  monday: Temporal.PlainDate,
): readonly RawEntity[] {
  return people.flatMap(({ department }, index) => {
    if (department !== 'site') return [];
    const isEarly = (index + Math.floor(monday.dayOfYear / 7)) % 2 === 0;
    return [0, 1, 2, 3, 4].map((day) => {
      const date = monday.add({ days: day }).toString();
      return {
        user_id: users[index],
        task_id: tasks[index % tasks.length],
        start_time: `${date} ${isEarly ? '06:00:00' : '13:00:00'}`,
        start_time_timezone: timezone,
        end_time: `${date} ${isEarly ? '14:00:00' : '21:00:00'}`,
        end_time_timezone: timezone,
      };
    });
  });
}

interface Part {
  /** Minutes after midnight. */
  readonly start: number;
  readonly end: number;
  readonly isBreak: boolean;
}

function workingDay({ hours, extra }: DemoPerson, chance: () => number): readonly Part[] {
  const start = 7 * 60 + Math.floor(chance() * 8) * 15;
  const minutes = hours * 60 + extra + Math.floor(chance() * 7) * 5 - 15;
  if (hours < 6) return [{ start, end: start + minutes, isBreak: false }];
  const noon = start + Math.floor(minutes / 10) * 5;
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

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
