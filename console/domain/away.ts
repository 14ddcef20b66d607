// Who is away, as far as rows tell it: of whom one sees days of absence, and how much of a day one takes. The rules are the server's
// (docs/reference/domain.md).
import type { CivilDate } from './civil.ts';
import type { AbsenceDay, Id, Person } from './rows.ts';

/** A row of `teamMembers`. */
export interface TeamMember {
  readonly team_id: Id;
  readonly user_id: Id;
}

interface Company {
  readonly people: readonly Person[];
  readonly members: readonly TeamMember[];
}

/** The colleagues whose days of absence a person sees, as `team_sees_absences` says. */
export function colleaguesSeen(setting: string, me: Person | undefined, company: Company): readonly Id[] {
  const { people, members } = company;
  if (setting === 'account') return people.map(({ id }) => id);
  if (me === undefined) return [];
  if (setting === 'department' && me.department_id !== null)
    return people.flatMap((one) => (one.department_id === me.department_id ? [one.id] : []));
  if (setting !== 'team') return [];
  const own = new Set(members.flatMap((one) => (one.user_id === me.id ? [one.team_id] : [])));
  return members.flatMap((one) => (own.has(one.team_id) ? [one.user_id] : []));
}

/** How much of a day an absence takes. */
export type PartOfDay = Pick<AbsenceDay, 'value' | 'value_unit' | 'begin'>;

/**
 * Whether the person is away at a minute of the day: the whole day for days, half ones too, and hours of which no begin is given;
 * else during the hours. Of hours whose begin may not be seen it is not known.
 */
export function isAwayAt({ value, value_unit, begin }: PartOfDay, minute: number): boolean {
  if (value_unit !== 'hs' || begin === null) return true;
  if (begin === undefined) return false;
  const from = minuteOf(begin);
  return from <= minute && minute < from + (value ?? 0) * 60;
}

/** The minute of the day: `08:05:00` is 485. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The part of a day that is off. A day off within an absence costs nothing; how much of the day hours are is not known. */
function partOff({ value, value_unit, begin }: PartOfDay): number {
  if (value_unit === 'hs') return begin === null ? 1 : 0;
  return value === null || value === 0 ? 1 : value;
}

/** Whether a day of absence leaves something of the day. */
export function isPartial(day: PartOfDay): boolean {
  return partOff(day) < 1;
}

/** How many people are away. */
export interface Away {
  /** The whole day. */
  readonly whole: number;
  readonly part: number;
}

/** How many people are away on each date, of granted days of absence; two halves of one person are a whole. */
export function countAway(days: readonly AbsenceDay[]): ReadonlyMap<CivilDate, Away> {
  const found = new Map<CivilDate, Away>();
  for (const [date, onDate] of Map.groupBy(days, (day) => day.date)) {
    const parts = [...Map.groupBy(onDate, (day) => day.user_id).values()].map((own) =>
      own.reduce((sum, day) => sum + partOff(day), 0),
    );
    const whole = parts.filter((part) => part >= 1).length;
    found.set(date, { whole, part: parts.length - whole });
  }
  return found;
}
