// What a report selects from: the rows that it adds up, with every field of it as a column. All of them are asked for by
// the account; what the statement around looks for is found by the indexes of the tables beneath.
import { sql, type RawBuilder } from 'kysely';
import { unreachable } from '#errors/api-error.ts';
import { accountSlot, type ReportQuery } from '#plan/read-plan.ts';
import { compilePredicate, type Compilation } from '../compile-predicate.ts';
import { absentDays } from './absent-days.ts';
import { bookedTimes } from './booked-times.ts';
import { dayAccounts } from './day-accounts.ts';
import { waitingMails } from './waiting-mails.ts';
import type { ReportParts } from './report-parts.ts';

/** The rows of a report; they have no order. */
export function reportSource(
  report: ReportQuery,
  { value, dialect }: Omit<Compilation, 'resource'>,
): RawBuilder<unknown> {
  const { tells, tellsOf } = report;
  const parts: ReportParts = {
    account: value(accountSlot),
    uses: (field) => report.uses.includes(field),
    parameter: (field) => value(report.parameters[field] as number),
    mayTell:
      tells === null || tellsOf === null
        ? sql<boolean>`1 = 1`
        : compilePredicate(tells, { value, dialect, resource: tellsOf }),
  };
  switch (report.of) {
    case 'bookedTimes':
      return bookedTimes(parts);
    case 'absentDays':
      return absentDays(parts);
    case 'dayAccounts':
      return dayAccounts(parts);
    case 'waitingMails':
      return waitingMails(parts);
    default:
      return unreachable(report.of);
  }
}
