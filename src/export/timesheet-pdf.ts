// Timesheets as PDF, for paper: each person begins a page, headings stand on every page, and pages are numbered.
import type { Writable } from 'node:stream';
import { openFonts } from './pdf-fonts.ts';
import { beginTable, type PdfTable, type TableColumn } from './pdf-table.ts';
import { lineText } from './line-text.ts';
import { columns, linesOf, linesOfAll, type Column, type Line } from './timesheet-columns.ts';
import type { GrandTotal, Timesheet } from './timesheet.ts';
import { put, type BeginTimesheets, type Heading } from './timesheet-writer.ts';

/** Points; a landscape A4 page is 842 wide. */
const widths: Readonly<Record<Column['key'], number>> = {
  date: 60,
  begin: 36,
  end: 36,
  break: 46,
  working_time: 48,
  paid_nonworking_time: 46,
  total_working_time: 48,
  target_working_hours: 48,
  working_time_daily_balance: 48,
  additions: 46,
  overtime_paid: 46,
  overtime_reduction: 46,
  balance: 54,
  absences: 76,
  remarks: 102,
};

const tableColumns = columns.map(({ key, heading, kind }): TableColumn => ({
  heading,
  width: widths[key],
  align: kind === 'length' ? 'right' : 'left',
}));

/** Pages are kept until the end, because each names their number. */
export const beginPdf: BeginTimesheets = async (out, heading) => {
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await openFonts();
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margins: { top: 28, bottom: 28, left: 28, right: 28 },
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: titleOf(heading), CreationDate: new Date(heading.writtenAt) },
  });
  const handedOn = handOn(document, out);
  const table = beginTable({ document, fonts, columns: tableColumns, footer: titleOf(heading) });
  const people: Timesheet[] = [];
  return {
    async add(timesheet) {
      people.push(timesheet);
      writePerson(table, timesheet, heading);
    },
    async end(total) {
      writeOverview(table, people, { total, heading });
      table.end();
      document.end();
      await handedOn;
    },
  };
};

async function handOn(document: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  for await (const chunk of document) await put(out, chunk);
}

function titleOf({ company, month }: Heading): string {
  return [company, `Timesheets ${month}`].filter((part) => part !== '').join(' · ');
}

function writePerson(table: PdfTable, timesheet: Timesheet, { company, month }: Heading): void {
  const { name, department, personnelNumber } = timesheet.person;
  const number = personnelNumber === '' ? '' : `No. ${personnelNumber}`;
  table.begin(`${name} · ${month}`, [company, department, number].filter((part) => part !== '').join(' · '));
  for (const line of linesOf(timesheet)) writeLine(table, line);
}

function writeLine(table: PdfTable, line: Line): void {
  const cells = columns.map((column) => lineText(line, column));
  if (line.kind === 'day') return table.row([dayText(cells[0] ?? ''), ...cells.slice(1)]);
  table.row([line.kind, ...cells.slice(1)], { strong: true });
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

function dayText(date: string): string {
  return `${weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]} ${date}`;
}

/** The totals of each person once more, then those of all. */
function writeOverview(
  table: PdfTable,
  people: readonly Timesheet[],
  { total, heading }: { total: GrandTotal; heading: Heading },
): void {
  table.begin(`All people · ${heading.month}`, heading.company);
  for (const timesheet of people) {
    const lines = linesOf(timesheet).filter(({ kind }) => kind === 'total' || kind === 'total in hours');
    table.row([timesheet.person.name], { strong: true, across: true });
    for (const line of lines)
      table.row([line.kind, ...columns.slice(1).map((column) => lineText(line, column))]);
  }
  for (const line of linesOfAll(total)) writeLine(table, line);
}
