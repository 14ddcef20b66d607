// Timesheets as CSV: a record for each line, with its kind and whose it is.
import { csvRecord, withoutFormula } from './csv.ts';
import { lineText } from './line-text.ts';
import { columns, linesOf, linesOfAll, type Line } from './timesheet-columns.ts';
import type { TimesheetPerson } from './timesheet.ts';
import { put, type BeginTimesheets } from './timesheet-writer.ts';

const nobody: TimesheetPerson = { name: '', personnelNumber: '', department: '' };

/** Begins with the record of headings. */
export const beginCsv: BeginTimesheets = async (out, { ownTitles = [], byteOrderMark = false }) => {
  const whose = ['Row', 'Personnel number', 'Name', 'Department'];
  // What accounts add stands behind everything: the other columns keep their places.
  const added = ownTitles.map(withoutFormula);
  if (byteOrderMark) await put(out, '\ufeff');
  await put(out, csvRecord([...whose, ...columns.map(({ heading }) => heading), ...added]));
  const write = async (person: TimesheetPerson, lines: readonly Line[]): Promise<void> => {
    const own = added.map((_title, place) => withoutFormula(person.own?.[place] ?? ''));
    await put(out, lines.map((line) => recordOf(person, line, own)).join(''));
  };
  return {
    add: (timesheet) => write(timesheet.person, linesOf(timesheet)),
    end: (total) => write(nobody, linesOfAll(total)),
  };
};

function recordOf(
  { name, personnelNumber, department }: TimesheetPerson,
  line: Line,
  own: readonly string[],
): string {
  const whose = [personnelNumber, name, department].map(withoutFormula);
  const cells = columns.map((column) => {
    const text = lineText(line, column);
    return column.kind === 'text' ? withoutFormula(text) : text;
  });
  return csvRecord([line.kind, ...whose, ...cells, ...own]);
}
