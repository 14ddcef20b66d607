// The account that is measured: people and time trackings, created through the service's own batches.
import type { Service } from '../servers/service.ts';

/** People of the account with working time accounts, and as many without; the administrator aside. */
const people = 100;
/** Days with one tracking for each person; copies of these days make the database large. */
export const seededDays = 20;
/** The first of them: two million copied trackings of a hundred people end before 2020. */
const firstDay = Date.UTC(1965, 0, 1);
const day = 86_400_000;
/** The task that every new account has. */
const work = 4;

/** A time tracking as clients send it. */
export interface NewTracking {
  readonly user_id: number;
  readonly task_id: number;
  readonly start_time: string;
  readonly end_time: string;
  readonly start_time_timezone: string;
  readonly end_time_timezone: string;
  readonly notes: string;
}

/** Ids of the people. */
export interface SeededPeople {
  /** With working time accounts that began three months ago, and the trackings. */
  readonly people: readonly number[];
  /** As many without accounts and trackings. */
  readonly unaccounted: readonly number[];
}

/** Creates people and trackings. */
export async function seedAccount(service: Service): Promise<SeededPeople> {
  const payroll_accounting_starts_at = dateOf(firstNewDay() - 30 * day);
  // Employed since before the first tracking: times outside employment are refused.
  const employed = { entry_date: dateOf(firstDay), payroll_accounting_starts_at };
  const ids = await createPeople(service, 'person', employed);
  const unaccounted = await createPeople(service, 'other', {});
  for (let index = 0; index < seededDays; index++) {
    const start = firstDay + index * day + 9 * 3_600_000;
    await service.send(
      'POST',
      'timeTrackings/create',
      ids.map((user) => tracking(user, start, 3.5 * 3_600_000)),
    );
  }
  return { people: ids, unaccounted };
}

async function createPeople(service: Service, name: string, more: object): Promise<readonly number[]> {
  const persons = Array.from({ length: people }, (_, index) => ({
    username: `${name}${index}`,
    firstname: name,
    lastname: `Number ${index}`,
    password: `correct horse ${index}`,
    ...more,
  }));
  const created = await service.send('POST', 'users/create', persons);
  return created.envelope.Results.map((item) => idOf(item));
}

/** Midnight of the first of the days on which scenarios create. */
function firstNewDay(): number {
  return Math.floor(Date.now() / day) * day - 60 * day;
}

/**
 * Trackings that overlap with nothing seeded and with none of each other: one minute long, spread over the people
 * and over the month before last, so that no day of a person becomes unlike any real one too soon.
 */
export function createTrackings(users: readonly number[]): () => NewTracking {
  const from = firstNewDay();
  let made = 0;
  return () => {
    const round = Math.floor(made / users.length);
    const user = users[made++ % users.length] ?? 0;
    return tracking(user, from + (round % 30) * day + Math.floor(round / 30) * 120_000, 60_000);
  };
}

function tracking(user: number, start: number, length: number): NewTracking {
  return {
    user_id: user,
    task_id: work,
    start_time: localText(start),
    end_time: localText(start + length),
    start_time_timezone: 'UTC',
    end_time_timezone: 'UTC',
    notes: 'Talked with the customer – “as agreed”',
  };
}

function dateOf(milliseconds: number): string {
  return localText(milliseconds).slice(0, 10);
}

function localText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

function idOf(item: Record<string, unknown>): number {
  const [row] = item['Results'] as { id: number }[];
  return row?.id ?? 0;
}
