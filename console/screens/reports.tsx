// Reports: hours and absences of a period, added up by the server by one field or two; bars with the table behind them,
// months also as a line. The address keeps the view.
import { computed, effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { isCivilDate, monthOf, shownDate, type CivilDate } from '../domain/civil.ts';
import type { Row } from '../domain/form.ts';
import { byMonth, crossTable, csvOf, reportLines, type ReportLine } from '../domain/report.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { SelectField, TextField } from '../parts/inputs.tsx';
import { useKeys } from '../parts/keys.ts';
import { LinePlot } from '../parts/line-plot.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go } from '../router.ts';
import { keepFile } from '../store/http.ts';
import { reading } from '../store/readings.ts';
import { pulls } from '../store/sync.ts';
import { monthLong } from '../words/dates.ts';
import { reportWords } from '../words/report-words.ts';
import { words } from '../words/words.ts';
import { today } from './progress.ts';
import { CrossReport } from './report-cross.tsx';
import {
  counted,
  groupsOf,
  kindsShown,
  nameOf,
  queryOf,
  sourceOf,
  textOf,
  unit,
  valueOf,
  view,
} from './report-model.ts';
import { ReportWhy, type Asked } from './report-why.tsx';
import { WhyNumber } from './why.tsx';
import { ReportViews } from './report-views.tsx';
import { Empty, PrintButton } from './screen-parts.tsx';

const report = reading<Row>('report');

/** What names the view: dates of the present month and an empty second field go without saying. */
const shortQuery = computed((): Readonly<Record<string, string>> => {
  const { from, to, within, as: shape, ...rest } = view.value;
  const { first, last } = monthOf(today.value);
  const dates = from === first && to === last ? {} : { from, to };
  return {
    ...rest,
    ...(within === '' ? {} : { within }),
    ...(shape === 'cross' ? { as: shape } : {}),
    ...dates,
  };
});

/** Reads the sums of the present view. */
function readReport(isBackground: boolean): void {
  const { of: kind, by, within } = view.value;
  void report.load(sourceOf(kind).resource, queryOf([by, within].filter(Boolean)), {
    isBackground,
    isAnew: true,
  });
}

/** The screen. */
export function Reports() {
  // Reports track no changes: they are read anew for another view, and when the server tells of a change.
  useEffect(() => {
    let before = pulls.peek();
    return effect(() => {
      readReport(pulls.value !== before);
      before = pulls.value;
    });
  }, []);
  const [asked, setAsked] = useState<Asked | null>(null);
  const w = reportWords.value;
  const now = view.value;
  const set = (more: Readonly<Record<string, string>>): void =>
    go(addressOf('reports', '', { ...now, ...more }), 'replace');
  const lines = linesOf();
  const keep = (): void => {
    if (lines !== null && lines.length > 0) (now.as === 'cross' ? keepCross : keepTable)(lines);
  };
  useKeys({ e: keep });
  const groups = groupsOf(now.of).map((value) => ({ value, text: w.groups[value] }));
  const offered = kindsShown.value.map((value) => ({ value, text: w[value] }));
  const refusal = report.refusal.value;
  return (
    <div class="reports">
      <div class="screen-head">
        <h1>{words.value.screens.reports}</h1>
        <div class="actions push no-print">
          <Button icon="download" disabled={lines === null || lines.length === 0} onClick={keep}>
            {words.value.export.table}
          </Button>
          <PrintButton />
        </div>
      </div>
      <ReportViews query={shortQuery.value} />
      <div class="report-fields">
        <SelectField name={w.of} value={now.of} options={offered} onPick={(kind) => set({ of: kind })} />
        <SelectField name={w.by} value={now.by} options={groups} onPick={(by) => set({ by })} />
        <SelectField
          name={w.within}
          value={now.within}
          options={[{ value: '', text: '–' }, ...groups.filter(({ value }) => value !== now.by)]}
          onPick={(within) => set({ within })}
        />
        {now.within !== '' && (
          <SelectField
            name={w.as}
            value={now.as}
            options={(['lines', 'cross'] as const).map((value) => ({ value, text: w.shapes[value] }))}
            onPick={(as) => set({ as })}
          />
        )}
        {(['from', 'to'] as const).map((name) => (
          <DateOfView
            key={name}
            {...{ name: w[name], shown: now[name] }}
            onDate={(date) => set({ [name]: date })}
          />
        ))}
      </div>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {refusal === null && lines !== null && <ReportTable lines={lines} onWhy={setAsked} />}
      {asked !== null && <ReportWhy asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface DateProps {
  readonly name: string;
  readonly shown: CivilDate;
  readonly onDate: (date: CivilDate) => void;
}

/** A date of the view. A year that is being typed, such as 0002, stays in the field and asks for nothing. */
function DateOfView({ name, shown, onDate }: DateProps) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [shown]);
  const hear = (text: string): void => {
    setTyped(text);
    if (isCivilDate(text) && text === shownDate(text, '')) onDate(text);
  };
  return <TextField {...{ name, type: 'date', value: typed ?? shown }} onText={hear} />;
}

/** The lines of the present view; `null` while the rows are those of the view before. */
function linesOf(): readonly ReportLine[] | null {
  const { by, within } = view.value;
  const rows = report.rows.value;
  const fields = [by, within].filter(Boolean).flatMap((one) => one.split(','));
  const isOther = rows === null || rows.some((row) => !fields.every((name) => name in row));
  return isOther ? null : reportLines(counted(rows), { by, within, valueOf });
}

function cross(lines: readonly ReportLine[]) {
  const { by, within } = view.value;
  const rows = lines.filter(({ depth }) => depth === 1).map(({ row }) => row);
  return crossTable(rows, { by, within, valueOf });
}

/** The cross table as a file: decimals for spreadsheets, with the sums at its edges. */
function keepCross(lines: readonly ReportLine[]): void {
  const w = reportWords.value;
  const { by, within } = view.value;
  const { columns, lines: found, total } = cross(lines);
  const nameIn = (row: Row, field: string): string =>
    field === 'month' ? String(row['month']) : nameOf(row, field);
  keepFileOf([
    [cornerText(), ...columns.map(({ row }) => nameIn(row, within)), w.sum],
    ...found.map(({ row, cells, value }) => [
      nameIn(row, by),
      ...cells.map((cell) => (cell === null ? '' : decimal(cell))),
      decimal(value),
    ]),
    [w.sum, ...columns.map(({ value }) => decimal(value)), decimal(total)],
  ]);
}

/** Hours of seconds, or days, in hundredths. */
function decimal(value: number): string {
  return String(Math.round((value / unit.value) * 100) / 100);
}

function cornerText(): string {
  const { by, within } = view.value;
  const { groups } = reportWords.value;
  return [by, within].flatMap((one) => (one === '' ? [] : groups[one])).join(' · ');
}

function keepFileOf(lines: readonly (readonly string[])[]): void {
  const { of: kind, from, to } = view.value;
  keepFile(`${kind}-${from}-${to}.csv`, new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }));
}

/** The table as a file: a column for each field, decimals for spreadsheets, and no sums of groups. */
function keepTable(lines: readonly ReportLine[]): void {
  const w = reportWords.value;
  const { by, within } = view.value;
  const rows = lines
    .filter(({ depth }) => within === '' || depth === 1)
    .map(({ row, value }) => [
      ...[by, within].flatMap((one) =>
        one === '' ? [] : one === 'month' ? String(row['month']) : nameOf(row, one),
      ),
      decimal(value),
    ]);
  const heads = [
    w.groups[by],
    ...(within === '' ? [] : [w.groups[within]]),
    view.value.of === 'absence' ? w.days : w.hours,
  ];
  keepFileOf([heads, ...rows]);
}

interface TableProps {
  readonly lines: readonly ReportLine[];
  readonly onWhy: (asked: Asked) => void;
}

function ReportTable({ lines, onWhy }: TableProps) {
  const w = reportWords.value;
  const { of: kind, by, within } = view.value;
  const wholes = lines.filter(({ depth }) => depth === 0);
  const months = by === 'month' ? byMonth(wholes) : [];
  const most = Math.max(1e-9, ...wholes.map(({ value }) => value));
  if (lines.length === 0) return <Empty said={w.empty} hint={w.emptyHint} />;
  const total = wholes.reduce((sum, { value }) => sum + value, 0);
  const number = (row: Row, fields: readonly string[], value: number) => (
    <Sum {...{ row, fields, value, onWhy }} />
  );
  if (view.value.as === 'cross')
    return <CrossReport table={cross(lines)} corner={cornerText()} {...{ by, within, nameOf, number }} />;
  return (
    <>
      {by === 'month' && (
        <LinePlot
          label={w.plot}
          values={months.map(({ value }) => value / unit.value)}
          tick={(value) => textOf(value * unit.value)}
          ends={[months[0], months.at(-1)].map((one) => monthLong(`${one?.month ?? ''}-01`))}
        />
      )}
      <table class={`report ${within === '' ? '' : 'nested'}`}>
        <caption class="sr">{words.value.screens.reports}</caption>
        <thead>
          <tr>
            <th scope="col">{cornerText()}</th>
            <th scope="col" class="num">
              {kind === 'absence' ? w.days : w.hours}
            </th>
            <td class="wide" />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, row, depth, value }) => (
            <tr key={key} class={`depth-${depth}`}>
              <th scope="row">{nameOf(row, depth === 0 || within === '' ? by : within)}</th>
              <td class="num">{number(row, depth === 0 ? [by] : [by, within], value)}</td>
              <td class="wide">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0, (value / most) * 100)} height={10} />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w.sum}</th>
            <td class="num">{number({}, [], total)}</td>
            <td class="wide" />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

interface SumProps {
  /** The row that names the sum, and the fields that do so. */
  readonly row: Row;
  readonly fields: readonly string[];
  readonly value: number;
  readonly onWhy: (asked: Asked) => void;
}

function Sum({ row, fields, value, onWhy }: SumProps) {
  const title = fields.map((field) => nameOf(row, field)).join(' · ') || reportWords.value.sum;
  const only = Object.fromEntries(
    fields.flatMap((field) => field.split(',')).map((field) => [field, row[field] as string | number | null]),
  );
  const shown = textOf(value);
  return <WhyNumber name={title} shown={shown} why={{ open: () => onWhy({ title, only, shown }) }} />;
}
