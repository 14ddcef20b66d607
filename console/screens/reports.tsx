// Reports: hours and absences of a period, added up by the server by one field or two; bars with the table behind them,
// months also as a line. The address keeps the view.
import { computed, effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isCivilDate, monthOf } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { titleOf, type Row } from '../domain/form.ts';
import { crossTable, csvOf, reportLines, type ReportLine } from '../domain/report.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { SelectField, TextField } from '../parts/inputs.tsx';
import { useKeys } from '../parts/keys.ts';
import { LinePlot } from '../parts/line-plot.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go, route } from '../router.ts';
import { keepFile } from '../store/http.ts';
import { reading } from '../store/readings.ts';
import { reachesOthers } from '../store/session.ts';
import { pulls } from '../store/sync.ts';
import { amount, monthLong, words } from '../words/words.ts';
import { absenceType } from './day-off.ts';
import { today } from './progress.ts';
import { CrossReport } from './report-cross.tsx';
import { ReportViews } from './report-views.tsx';
import { Empty, PrintButton } from './screen-parts.tsx';

const report = reading<Row>('report');
const kinds = {
  hours: ['project_id', 'client_id', 'user_id', 'task_id', 'month'],
  absence: ['user_id', 'department_id', 'type_id,subtype_id', 'month'],
} as const;
type Kind = keyof typeof kinds;
type Group = keyof typeof words.value.reports.groups;
const rightOf = { hours: 'readHoursReports', absence: 'readAbsenceReports' } as const;

/** What rows can be put together by: about oneself alone, neither people nor departments tell anything. */
function groupsOf(kind: Kind): readonly Group[] {
  const ofPeople = ['user_id', 'department_id'];
  return kinds[kind].filter((one) => reachesOthers(rightOf[kind]) || !ofPeople.includes(one));
}

/** What the address asks for. */
const view = computed(() => {
  const { query } = route.value;
  const kind: Kind = query['of'] === 'absence' ? 'absence' : 'hours';
  const groups = groupsOf(kind);
  const by = groups.find((one) => one === query['by']) ?? groups[0] ?? 'month';
  const within: Group | '' = groups.find((one) => one === query['within'] && one !== by) ?? '';
  const month = monthOf(today.value);
  const dateOf = (name: string, other: string): string => {
    const text = query[name] ?? '';
    return isCivilDate(text) ? text : other;
  };
  const shape: 'lines' | 'cross' = within !== '' && query['as'] === 'cross' ? 'cross' : 'lines';
  return { of: kind, by, within, as: shape, from: dateOf('from', month.first), to: dateOf('to', month.last) };
});

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
  const { of: kind, by, within, from, to } = view.value;
  const fields = [by, within].filter(Boolean);
  const related = fields.filter((one) => one.endsWith('_id') && !one.includes(','));
  const query = {
    date: `${from}|${to}`,
    _op__date: 'betw',
    _group_by: fields.join(),
    ...(related.length > 0 ? { _resolve: related.join() } : {}),
    ...(kind === 'absence' ? { status: 1 } : { is_nonworking: 0 }),
  };
  void report.load(`${kind}Reports`, query, isBackground);
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
  const w = words.value.reports;
  const now = view.value;
  const set = (more: Readonly<Record<string, string>>): void =>
    go(addressOf('reports', '', { ...now, ...more }), 'replace');
  const lines = linesOf();
  const keep = (): void => {
    if (lines !== null && lines.length > 0) (now.as === 'cross' ? keepCross : keepTable)(lines);
  };
  useKeys({ e: keep });
  const groups = groupsOf(now.of).map((value) => ({ value, text: w.groups[value] }));
  const kindsShown = (['hours', 'absence'] as const).map((value) => ({ value, text: w[value] }));
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
        <SelectField name={w.of} value={now.of} options={kindsShown} onPick={(kind) => set({ of: kind })} />
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
          <TextField
            key={name}
            {...{ name: w[name], type: 'date', value: now[name] }}
            onText={(date) => set({ [name]: date })}
          />
        ))}
      </div>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {refusal === null && lines !== null && <ReportTable lines={lines} />}
    </div>
  );
}

function valueOf(row: Row): number {
  return Number(row[view.value.of === 'hours' ? 'duration' : 'days'] ?? 0);
}

function textOf(value: number): string {
  return view.value.of === 'hours' ? formatDuration(value) : amount(value);
}

/** The lines of the present view; `null` while the rows are those of the view before. */
function linesOf(): readonly ReportLine[] | null {
  const { by, within } = view.value;
  const rows = report.rows.value;
  const fields = [by, within].filter(Boolean).flatMap((one) => one.split(','));
  const isOther = rows === null || rows.some((row) => !fields.every((name) => name in row));
  return isOther ? null : reportLines(rows, { by, within, valueOf });
}

function cross(lines: readonly ReportLine[]) {
  const { by, within } = view.value;
  const rows = lines.filter(({ depth }) => depth === 1).map(({ row }) => row);
  return crossTable(rows, { by, within, valueOf });
}

/** The cross table as a file: decimals for spreadsheets, with the sums at its edges. */
function keepCross(lines: readonly ReportLine[]): void {
  const w = words.value.reports;
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
  return String(Math.round((value / (view.value.of === 'hours' ? 3600 : 1)) * 100) / 100);
}

function cornerText(): string {
  const { by, within } = view.value;
  const { groups } = words.value.reports;
  return [by, within].flatMap((one) => (one === '' ? [] : groups[one])).join(' · ');
}

function keepFileOf(lines: readonly (readonly string[])[]): void {
  const { of: kind, from, to } = view.value;
  keepFile(`${kind}-${from}-${to}.csv`, new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' }));
}

/** The table as a file: a column for each field, decimals for spreadsheets, and no sums of groups. */
function keepTable(lines: readonly ReportLine[]): void {
  const w = words.value.reports;
  const { of: kind, by, within } = view.value;
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
    kind === 'hours' ? w.hours : w.days,
  ];
  keepFileOf([heads, ...rows]);
}

function ReportTable({ lines }: { readonly lines: readonly ReportLine[] }) {
  const w = words.value.reports;
  const { of: kind, by, within } = view.value;
  const wholes = lines.filter(({ depth }) => depth === 0);
  const most = Math.max(1e-9, ...wholes.map(({ value }) => value));
  const unit = kind === 'hours' ? 3600 : 1;
  if (lines.length === 0) return <Empty said={w.empty} hint={w.emptyHint} />;
  if (view.value.as === 'cross')
    return <CrossReport table={cross(lines)} corner={cornerText()} {...{ by, within, nameOf, textOf }} />;
  return (
    <>
      {by === 'month' && (
        <LinePlot
          label={w.plot}
          values={wholes.map(({ value }) => value / unit)}
          tick={(value) => textOf(value * unit)}
        />
      )}
      <table class={`report ${within === '' ? '' : 'nested'}`}>
        <caption class="sr">{words.value.screens.reports}</caption>
        <thead>
          <tr>
            <th scope="col">{cornerText()}</th>
            <th scope="col" class="num">
              {kind === 'hours' ? w.hours : w.days}
            </th>
            <td class="wide" />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, row, depth, value }) => (
            <tr key={key} class={`depth-${depth}`}>
              <th scope="row">{nameOf(row, depth === 0 || within === '' ? by : within)}</th>
              <td class="num">{textOf(value)}</td>
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
            <td class="num">{textOf(wholes.reduce((sum, { value }) => sum + value, 0))}</td>
            <td class="wide" />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

/** The name of what a row adds up. */
function nameOf(row: Row, by: string): string {
  if (by === 'month') return monthLong(`${String(row['month'])}-01`);
  if (by.includes(','))
    return absenceType(Number(row['type_id']), Number(row['subtype_id'] ?? 0))?.name_const ?? '–';
  const found = row[by.replace(/_id$/, '')] as Row | null | undefined;
  return found == null ? words.value.reports.without : titleOf(found);
}
