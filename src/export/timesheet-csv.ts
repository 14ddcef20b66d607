// Timesheets as CSV: a record for each line, with its kind and whose it is.
import { csvRecord, withoutFormula } from './csv.ts';
import { lineText } from './line-text.ts';
import { columns, linesOf, linesOfAll, type Line } from './timesheet-columns.ts';
import type { TimesheetPerson } from './timesheet.ts';
import { put, type BeginTimesheets } from './timesheet-writer.ts';

const nobody: TimesheetPerson = { name: '', personnelNumber: '', department: '' };

/** Begins with the record of headings. */
export const beginCsv: BeginTimesheets = async (out) => {
  const whose = ['Row', 'Personnel number', 'Name', 'Department'];
  await put(out, csvRecord([...whose, ...columns.map(({ heading }) => heading)]));
  const write = async (person: TimesheetPerson, lines: readonly Line[]): Promise<void> =>
    put(out, lines.map((line) => recordOf(person, line)).join(''));
  return {
    add: (timesheet) => write(timesheet.person, linesOf(timesheet)),
    end: (total) => write(nobody, linesOfAll(total)),
  };
};

function recordOf({ name, personnelNumber, department }: TimesheetPerson, line: Line): string {
  const whose = [personnelNumber, name, department].map(withoutFormula);
  const cells = columns.map((column) => {
    const text = lineText(line, column);
    return column.kind === 'text' ? withoutFormula(text) : text;
  });
  return csvRecord([line.kind, ...whose, ...cells]);
}
