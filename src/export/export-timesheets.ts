// The timesheets of a month in one of the formats, person by person, so that nobody's account waits in memory for long.
import { unreachable } from '#errors/api-error.ts';
import type { Stored } from '#resource/field-type.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Writable } from 'node:stream';
import { beginCsv } from './timesheet-csv.ts';
import { beginPdf } from './timesheet-pdf.ts';
import { beginXlsx } from './timesheet-xlsx.ts';
import { addTimesheet, nothing, timesheetOf, type Timesheet } from './timesheet.ts';
import type { BeginTimesheets, Heading } from './timesheet-writer.ts';

/** The formats of timesheets. */
export const timesheetFormats = ['csv', 'xlsx', 'pdf'] as const;
/** One of {@link timesheetFormats}. */
export type TimesheetFormat = (typeof timesheetFormats)[number];

/** What is to be written, and for whom. */
export interface TimesheetExport {
  readonly format: TimesheetFormat;
  readonly heading: Heading;
  /** Ids, in the order in which people come. */
  readonly people: readonly number[];
  /** Runs a read in a transaction of its own. */
  readonly read: <T>(work: (view: ReadView) => Promise<T>) => Promise<T>;
}

/** Writes them; answers of how many people there were days in the month. The stream stays open. */
export async function exportTimesheets(
  out: Writable,
  { format, heading, people, read }: TimesheetExport,
): Promise<number> {
  const writer = await beginOf(format)(out, heading);
  let total = nothing;
  for (const userId of people) {
    const timesheet = await read((view) => loadTimesheet(view, userId, heading.month));
    if (timesheet === null) continue;
    await writer.add(timesheet);
    total = addTimesheet(total, timesheet);
  }
  await writer.end(total);
  return total.people;
}

function beginOf(format: TimesheetFormat): BeginTimesheets {
  switch (format) {
    case 'csv':
      return beginCsv;
    case 'xlsx':
      return beginXlsx;
    case 'pdf':
      return beginPdf;
    default:
      return unreachable(format);
  }
}

/** The month of a person; `null`: their account has no day in it, or there is no such person. */
export async function loadTimesheet(
  view: ReadView,
  userId: number,
  month: string,
): Promise<Timesheet | null> {
  const user = await view.get('users', userId);
  if (user === undefined) return null;
  const inMonth = [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '>=', value: `${month}-01` },
    { column: 'date', is: '<=', value: lastDayOf(month) },
  ] as const;
  const days = await view.find('timesheetAccountings', inMonth, { orderBy: ['date'] });
  if (days.length === 0) return null;
  const absences = await view.find('absenceDays', inMonth, { orderBy: ['date'] });
  const department = await departmentName(view, days.at(-1)?.['department_id'] ?? null);
  const person = { name: nameOf(user), personnelNumber: textOf(user['personnel_number']), department };
  return timesheetOf(person, { days, absences });
}

function lastDayOf(month: string): string {
  return Temporal.PlainDate.from(`${month}-01`).add({ months: 1 }).subtract({ days: 1 }).toString();
}

async function departmentName(view: ReadView, id: Stored): Promise<string> {
  if (typeof id !== 'number') return '';
  return textOf((await view.get('departments', id))?.['department_name']);
}

function nameOf(user: Row): string {
  return [user['lastname'], user['firstname']]
    .map(textOf)
    .filter((part) => part !== '')
    .join(' ');
}

function textOf(value: Stored | undefined): string {
  return value == null ? '' : String(value);
}
