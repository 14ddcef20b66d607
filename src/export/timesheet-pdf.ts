// Timesheets as PDF, for paper: each person begins a page, headings stand on every page, and pages are numbered.
import type { Writable } from 'node:stream';
import { weekDateOf } from '#values/week.ts';
import { openFonts } from './pdf-fonts.ts';
import { drawTable, type TableColumn, type TableRow, type TableSection } from './pdf-table.ts';
import { lineText } from './line-text.ts';
import { columns, linesOf, linesOfAll, type Column, type Line } from './timesheet-columns.ts';
import type { GrandTotal, Timesheet } from './timesheet.ts';
import { ownTexts, put, type BeginTimesheets, type Heading } from './timesheet-writer.ts';

/** Points; a landscape A4 page is 842 wide. */
const widths: Readonly<Record<Column['key'], number>> = {
  date: 54,
  begin: 36,
  end: 36,
  break: 44,
  unbooked_time: 46,
  working_time: 46,
  paid_nonworking_time: 44,
  total_working_time: 46,
  target_working_hours: 46,
  working_time_daily_balance: 46,
  additions: 44,
  overtime_paid: 44,
  overtime_reduction: 44,
  overtime_settled: 42,
  balance: 50,
  absences: 54,
  remarks: 64,
};

const tableColumns = columns.map(({ key, heading, kind }): TableColumn => ({
  heading,
  width: widths[key],
  align: kind === 'length' ? 'right' : 'left',
}));

/** People are kept until the end, because each page names the number of all. */
export const beginPdf: BeginTimesheets = async (out, heading) => {
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await openFonts();
  const people: Timesheet[] = [];
  return {
    async add(timesheet) {
      people.push(timesheet);
    },
    async end(total) {
      const document = new PDFDocument({
        size: 'A4',
        layout: 'landscape',
        margin: 0,
        autoFirstPage: false,
        info: { Title: titleOf(heading), CreationDate: new Date(heading.writtenAt) },
      });
      const handedOn = handOn(document, out);
      // A stream that fails while pages are still being drawn is reported at the end.
      handedOn.catch(() => {});
      const sections = [
        ...people.map((timesheet) => sectionOf(timesheet, heading)),
        overview(people, { total, heading }),
      ];
      await drawTable({ document, fonts, columns: tableColumns, footer: titleOf(heading), sections });
      document.end();
      await handedOn;
    },
  };
};

async function handOn(document: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  for await (const chunk of document) await put(out, chunk);
}

function titleOf({ company, month }: Heading): string {
  return joined([company, `Timesheets ${month}`]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

function sectionOf(timesheet: Timesheet, heading: Heading): TableSection {
  const { company, month } = heading;
  const { name, department, personnelNumber } = timesheet.person;
  const number = personnelNumber === '' ? '' : `No. ${personnelNumber}`;
  return {
    title: joined([name, month]),
    subtitle: joined([company, department, number, ...ownTexts(heading, timesheet.person)]),
    rows: linesOf(timesheet).map(rowOf),
  };
}

function rowOf(line: Line): TableRow {
  const cells = columns.map((column) => lineText(line, column));
  if (line.kind === 'day') return { cells: [dayText(cells[0] ?? ''), ...cells.slice(1)] };
  return { cells: [line.kind, ...cells.slice(1)], strong: true };
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

function dayText(date: string): string {
  return `${weekdays[weekDateOf(date).weekday - 1]} ${date}`;
}

/** The totals of each person once more, then those of all. */
function overview(
  people: readonly Timesheet[],
  { total, heading }: { total: GrandTotal; heading: Heading },
): TableSection {
  const totals = people.flatMap((timesheet): readonly TableRow[] => {
    const lines = linesOf(timesheet).filter(({ kind }) => kind === 'total' || kind === 'total in hours');
    const rows = lines.map((line) => ({ ...rowOf(line), strong: false }));
    return [{ cells: [timesheet.person.name], strong: true, across: true }, ...rows];
  });
  const rows = [...totals, ...linesOfAll(total).map(rowOf)];
  return { title: joined(['All people', heading.month]), subtitle: heading.company, rows };
}
