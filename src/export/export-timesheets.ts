// The timesheets of a month in one of the formats, person by person, so that no account waits in memory for long.
import { unreachable } from '#errors/api-error.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { approvalsOf } from './approvals.ts';
import { nameOf } from './person-name.ts';
import { sheetLanguages, type SheetLanguage } from './sheet-words.ts';
import { addTimesheet, nothing, timesheetOf, type Timesheet } from './timesheet.ts';
import type { BeginTimesheets, Heading } from './timesheet-writer.ts';

/** The formats of timesheets. */
export const timesheetFormats = ['csv', 'xlsx', 'pdf', 'pdf-table'] as const;
/** One of {@link timesheetFormats}. */
export type TimesheetFormat = (typeof timesheetFormats)[number];

/** Those that count: they lie in the person's working time accounts and have begun. */
export interface Dates {
  /** First and last day of each part, in their order, at least one: days between two employments lie in none. */
  readonly parts: readonly { readonly from: string; readonly to: string }[];
  /** Whether days follow that are still to come. */
  readonly isCut: boolean;
}

/** What is to be written, and for whom. */
export interface TimesheetExport {
  readonly format: TimesheetFormat;
  readonly heading: Heading;
  /** In the order in which they come. */
  readonly people: readonly ExportedPerson[];
  /** The account's own fields of people, in the order of the titles in the heading. */
  readonly ownFields: readonly Field[];
  /** Names of a year's public holidays of a country or region in a language, by `<date> <name as it is stored>`. */
  readonly holidayNames: (
    code: string,
    asked: { readonly year: number; readonly language: SheetLanguage },
  ) => ReadonlyMap<string, string>;
  /** Runs a read in a transaction of its own; the view shows what the caller may read. */
  readonly read: <T>(work: (view: ExportView) => T) => Promise<T>;
}

/** What an export reads from. */
export type ExportView = Pick<ReadView, 'get' | 'find'>;

/** Whose timesheet is written. */
export interface ExportedPerson {
  readonly id: number;
  /** The dates of the month that count. */
  readonly dates: Dates;
}

/** Writes them; answers of how many people there were days in the month. The stream stays open. */
export async function exportTimesheets(out: Writable, asked: TimesheetExport): Promise<number> {
  const { format, heading, people, read } = asked;
  const writer = await (await beginOf(format))(out, heading);
  let total = nothing;
  for (const person of people) {
    if (out.destroyed) throw new Error('the stream was closed before all was written');
    // Between two people others have their turn.
    await setImmediate();
    const timesheet = await read((view) => loadTimesheet(view, person, asked));
    if (timesheet === null) continue;
    await writer.add(timesheet);
    total = addTimesheet(total, timesheet);
  }
  await writer.end(total);
  return total.people;
}

/** Loads what writes the format: a server that has written none holds none of it. */
async function beginOf(format: TimesheetFormat): Promise<BeginTimesheets> {
  switch (format) {
    case 'csv':
      return (await import('./timesheet-csv.ts')).beginCsv;
    case 'xlsx':
      return (await import('./timesheet-xlsx.ts')).beginXlsx;
    case 'pdf':
      return (await import('./timesheet-sheet.ts')).beginSheets;
    case 'pdf-table':
      return (await import('./timesheet-pdf.ts')).beginPdf;
    default:
      return unreachable(format);
  }
}

/** The month of a person; `null`: their account has no day in it, or there is no such person. */
function loadTimesheet(
  view: ExportView,
  { id: userId, dates }: ExportedPerson,
  { ownFields, holidayNames }: Pick<TimesheetExport, 'ownFields' | 'holidayNames'>,
): Timesheet | null {
  const user = view.get('users', userId);
  if (user === undefined) return null;
  const days = rowsWithin(view, 'timesheetAccountings', { userId, dates });
  const [first] = days;
  if (first === undefined) return null;
  const absences = rowsWithin(view, 'absenceDays', { userId, dates });
  const department = departmentName(view, days.at(-1)?.['department_id'] ?? null);
  const values: Row = user;
  const own = ownFields.map((field) => shownText(field, values[field.name] ?? null));
  const personnelNumber = textOf(user['personnel_number']);
  const language = languageOf(view, user['language_id'] ?? null);
  const person = { name: nameOf(user), personnelNumber, department, own, language };
  const approvals = approvalsOf(view, user, days);
  const code = calendarCode(view, user['public_holiday_template_id'] ?? null);
  const asked = { year: Number((first['date'] as string).slice(0, 4)), language };
  const holidays = code === null ? new Map<string, string>() : holidayNames(code, asked);
  return timesheetOf(person, {
    days,
    absences,
    approvals,
    holidays,
    countedTo: dates.isCut ? (dates.parts.at(-1)?.to ?? null) : null,
  });
}

/** The person's rows of dates that count, by date. */
export function rowsWithin<R extends 'timesheetAccountings' | 'absenceDays'>(
  view: ExportView,
  resource: R,
  { userId, dates: { parts } }: { readonly userId: number; readonly dates: Pick<Dates, 'parts'> },
): readonly Row<R>[] {
  const within = (part: Dates['parts'][number]): readonly Row<R>[] =>
    view.find(
      resource,
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>=', value: part.from },
        { column: 'date', is: '<=', value: part.to },
      ],
      { orderBy: ['date'] },
    );
  const found = [];
  for (const part of parts) found.push(...within(part));
  return found;
}

/** Of which country or region a calendar of public holidays is. */
function calendarCode(view: ExportView, id: Stored): string | null {
  const row = typeof id === 'number' ? view.get('publicHolidayTemplates', id) : undefined;
  return row?.['iso_3166'] ?? null;
}

function languageOf(view: ExportView, id: Stored): SheetLanguage {
  const row = typeof id === 'number' ? view.get('languages', id) : undefined;
  return sheetLanguages.find((language) => language === row?.['iso_639_1']) ?? 'en';
}

/** Own fields hold no moments: they are the same in every zone. */
function shownText({ type }: Field, value: Stored): string {
  return value === null ? '' : String(type.render(value, { serverTimeZone: 'UTC' }));
}

function departmentName(view: ExportView, id: Stored): string {
  if (typeof id !== 'number') return '';
  return textOf(view.get('departments', id)?.['department_name']);
}

function textOf(value: Stored | undefined): string {
  return value == null ? '' : String(value);
}
