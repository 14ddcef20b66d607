// What the numbers on absences mean: kinds of leave by type and subtype, statuses, units. Data and pure questions.
import type { Row } from '#resource/rule.ts';

/** Statuses of absences, and of their days. */
export const absenceStatus = {
  open: 0,
  granted: 1,
  declined: 2,
  cancelled: 3,
  /** Open, until the replacement says yes. */
  awaitsReplacement: 5,
} as const;
/** One of {@link absenceStatus}. */
export type AbsenceStatus = (typeof absenceStatus)[keyof typeof absenceStatus];

/** Statuses that hold the days of the absence: whatever may still be, or is, taken. */
export const holdingStatuses: readonly AbsenceStatus[] = [
  absenceStatus.open,
  absenceStatus.granted,
  absenceStatus.awaitsReplacement,
];

/** The numbers by which an absence, or a day of one, names its type. */
export type TypePair = Pick<Row<'absenceDays'>, 'type_id' | 'subtype_id'>;

/** What a day of absence is to the accounts; also the word in `absenceDays.type`. */
export type AbsenceKind = 'holiday' | 'overtime_reduction' | 'other_paid_leave' | 'sick_leave';

/** The subtype of other paid leave under which real accounts book sick leave. */
const sickSubtype = 11;

/** The kind of a type and subtype: 1 holiday, 2 overtime reduction, 4 and 3/11 sick leave, the rest other paid leave. */
export function absenceKind({ type_id: type, subtype_id: subtype }: TypePair): AbsenceKind {
  if (type === 1) return 'holiday';
  if (type === 2) return 'overtime_reduction';
  return type === 4 || (type === 3 && subtype === sickSubtype) ? 'sick_leave' : 'other_paid_leave';
}

/** Whether the absence is counted in hours rather than days. */
export function isInHours(row: Pick<Row<'absences'>, 'duration_unit'>): boolean {
  return row.duration_unit === 'hs';
}

/** What colleagues see of a day of absence, in its column `seen`. */
export const seenAs = { nothing: 0, away: 1, type: 2 } as const;

/**
 * What colleagues see of a day with the status and value, of an absence of the type. A day off that costs nothing would tell
 * the type: only some types have days on weekends.
 */
export function seenOf(
  status: AbsenceStatus,
  value: number | null,
  type: Pick<Row<'absenceTypes'>, 'public_leave_type'>,
): number {
  if (status !== absenceStatus.granted) return seenAs.nothing;
  if (type.public_leave_type === 1) return seenAs.type;
  return value === 0 ? seenAs.nothing : seenAs.away;
}
