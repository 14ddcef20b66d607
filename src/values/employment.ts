// The first and the last instant of a person's employments, on the clocks of the person.
import { dateAfter } from './date-range.ts';
import { earliestInstant, type EpochSeconds } from './time-zone.ts';

/** The part of a person's row that says so: dates as `YYYY-MM-DD` and an IANA zone. */
export interface Employed {
  readonly entry_date?: unknown;
  readonly exit_date?: unknown;
  readonly timezone?: unknown;
  /** JSON of {@link FormerEmployment}s in their order; empty: this is the first employment. */
  readonly former_employments?: unknown;
}

/** An employment before the present one. */
export interface FormerEmployment {
  /** Id of its row of `employments`. */
  readonly id: number;
  readonly entry: string | null;
  readonly exit: string;
  /** First day of the working time account; `null`: the day of entry. */
  readonly start: string | null;
  /** Hundredths of hours with which the account began. */
  readonly initial: number;
}

/** From the first second of an employment to the one after its last; `null` is open. */
export interface EmployedTime {
  readonly from: EpochSeconds | null;
  readonly until: EpochSeconds | null;
}

/** The last date after which a date of four digits follows. */
const lastDate = '9999-12-30';

const none: readonly FormerEmployment[] = [];

/** The employments before the present one. */
export function formerEmployments({ former_employments: text }: Employed): readonly FormerEmployment[] {
  return typeof text !== 'string' || text === '[]' ? none : (JSON.parse(text) as readonly FormerEmployment[]);
}

/** All employments of a person in their order. */
export function employedTimes(person: Employed): readonly EmployedTime[] {
  const { timezone, entry_date: entry, exit_date: exit } = person;
  const former = formerEmployments(person).map((one) => timeOf(one.entry, one.exit, timezone));
  return [...former, timeOf(entry, exit, timezone)];
}

/**
 * The midnight after the exit from which on the person is not employed, as it stands at a moment: of the employment that
 * holds the moment, else of the one before it. `null`: no end is known, or the first employment is still to come.
 */
export function employedUntil(person: Employed, moment: EpochSeconds): EpochSeconds | null {
  const times = employedTimes(person);
  const next = times.findIndex(({ from }, index) => index > 0 && from !== null && moment < from);
  return (next === -1 ? times.at(-1) : times[next - 1])?.until ?? null;
}

function timeOf(entry: unknown, exit: unknown, timezone: unknown): EmployedTime {
  return {
    from: typeof entry === 'string' ? midnight(entry, timezone) : null,
    until: typeof exit === 'string' && exit <= lastDate ? midnight(dateAfter(exit, 1), timezone) : null,
  };
}

/** Without a zone of their own, people live in UTC. */
function midnight(date: string, timezone: unknown): EpochSeconds {
  return earliestInstant(`${date} 00:00:00`, typeof timezone === 'string' ? timezone : 'UTC');
}
