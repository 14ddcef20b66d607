// Timesheets as a workbook: an overview, then a sheet for each person. Lengths are numbers of hours with two digits, and no
// more in a cell than it shows; they add up whatever is chosen. Dates are dates.
import type { Cell, Row, Sheet } from 'write-excel-file/node';
import { inThread } from '#values/in-thread.ts';
import { sheetNames } from './sheet-names.ts';
import {
  allInHours,
  columns,
  hourLinesOf,
  roundingOfAll,
  totalInHours,
  type Column,
  type Line,
} from './timesheet-columns.ts';
import type { GrandTotal, Timesheet, TimesheetPerson } from './timesheet.ts';
import { ownTexts, put, type BeginTimesheets, type Heading } from './timesheet-writer.ts';

const hours = '0.00';
const bold = { fontWeight: 'bold' } as const;
const widths: Readonly<Record<Column['kind'], number>> = { date: 12, time: 10, length: 11, text: 32 };

/** Nothing is written before the end: a workbook is one archive. A thread of its own makes it, while others are answered. */
export const beginXlsx: BeginTimesheets = async (out, heading) => {
  const people: Timesheet[] = [];
  return {
    async add(timesheet) {
      people.push(timesheet);
    },
    async end(total) {
      const order: WorkbookOrder = { people, heading, total };
      const module = new URL('./workbook-worker.ts', import.meta.url);
      await put(out, await inThread<Uint8Array>(module, { order, what: 'The workbook' }));
    },
  };
};

/** What a workbook is made of. */
export interface WorkbookOrder {
  readonly people: readonly Timesheet[];
  readonly heading: Heading;
  readonly total: GrandTotal;
}

/** The sheets of a workbook: the overview, then one for each person. */
export function workbookSheets({ people, heading, total }: WorkbookOrder): Sheet<never>[] {
  const names = sheetNames(['Overview', ...people.map(({ person }) => person.name)]);
  return [
    overview(people, { total, heading, name: names[0] as string }),
    ...people.map((timesheet, index) => sheetOf(timesheet, { heading, name: names[index + 1] as string })),
  ];
}

interface About {
  readonly heading: Heading;
  readonly name: string;
}

function sheetOf(timesheet: Timesheet, { heading, name }: About): Sheet<never> {
  const { person } = timesheet;
  const rows: Row[] = [
    [title(`${person.name} · ${heading.month}`)],
    [textCell(aboutPerson(heading, person).filter(Boolean).join(' · '))],
    ['', ...columns.map(({ heading: words }) => title(words))].slice(1),
    ...hourLinesOf(timesheet).map((line) => columns.map((column) => cellOf(line, column))),
  ];
  return {
    sheet: name,
    data: rows,
    orientation: 'landscape',
    columns: columns.map(({ kind }) => ({ width: widths[kind] })),
    stickyRowsCount: 3,
  };
}

function aboutPerson(heading: Heading, person: TimesheetPerson): readonly string[] {
  return [heading.company, person.department, person.personnelNumber, ...ownTexts(heading, person)];
}

/** A line of totals for each person, and those of all. */
function overview(
  people: readonly Timesheet[],
  { total, heading, name }: About & { readonly total: GrandTotal },
): Sheet<never> {
  const shown = columns.filter(({ kind, key }) => kind === 'length' || key === 'absences');
  const line = (label: string, of: Line, personnelNumber = ''): Row => [
    textCell(label),
    ...shown.map((column) => cellOf(of, column)),
    textCell(personnelNumber),
  ];
  const data: Row[] = [
    [title(`${heading.company} · ${heading.month}`)],
    [title('Name'), ...shown.map(({ heading: words }) => title(words)), title('Personnel number')],
    ...people.map((timesheet) => {
      const { person } = timesheet;
      return line(person.name, totalInHours(timesheet, timesheet.absences), person.personnelNumber);
    }),
    line('rounding', roundingOfAll(people, total)),
    line('all in hours', allInHours(total)),
  ];
  const width = [
    { width: widths.text },
    ...shown.map(({ kind }) => ({ width: widths[kind] })),
    { width: widths.length },
  ];
  return { sheet: name, data, orientation: 'landscape', columns: width, stickyRowsCount: 2 };
}

function cellOf(line: Line, { key, kind }: Column): Cell {
  const value = line.valueOf(key);
  const style = line.kind === 'day' ? {} : bold;
  if (key === 'date' && value === null) return { ...textCell(line.kind), ...style };
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    return { value: value / 100, type: Number, format: hours, ...style };
  }
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  if (kind === 'time') return { value: partOfDay(value), type: Number, format: 'hh:mm:ss' };
  return { ...textCell(value), ...style, wrap: true };
}

/** A time of day as spreadsheets keep it: `12:00:00` is a half. */
function partOfDay(time: string): number {
  return (Date.parse(`1970-01-01T${time}Z`) / 86_400_000) % 1;
}

function title(words: string): Cell {
  return { ...textCell(words), ...bold };
}

/** XML has no sign for control characters. A cell of text is never read as a formula. */
function textCell(text: string): { value: string; type: StringConstructor } {
  return {
    value: text.replaceAll(/[^\P{Cc}\n]|[\ufffe\uffff]/gu, ' ').toWellFormed(),
    type: String,
  };
}
