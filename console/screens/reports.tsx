// Reports: hours and absences of a period, added up by the server; bars with the table behind them. The address keeps the view.
import { computed, effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isCivilDate, monthOf } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { titleOf, type Row } from '../domain/form.ts';
import { Button } from '../parts/button.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go, route } from '../router.ts';
import { reading } from '../store/readings.ts';
import { reachesOthers } from '../store/session.ts';
import { amount, words } from '../words/words.ts';
import { absenceType } from './day-off.ts';
import { today } from './progress.ts';

const report = reading<Row>('report');
const kinds = {
  hours: ['project_id', 'client_id', 'user_id', 'task_id', 'month'],
  absence: ['user_id', 'department_id', 'type_id,subtype_id', 'month'],
} as const;
type Kind = keyof typeof kinds;
const rightOf = { hours: 'readHoursReports', absence: 'readAbsenceReports' } as const;

/** What rows can be put together by: about oneself alone, neither people nor departments tell anything. */
function groupsOf(kind: Kind): readonly (keyof typeof words.value.reports.groups)[] {
  const ofPeople = ['user_id', 'department_id'];
  return kinds[kind].filter((one) => reachesOthers(rightOf[kind]) || !ofPeople.includes(one));
}

/** What the address asks for. */
const view = computed(() => {
  const { query } = route.value;
  const kind: Kind = query['of'] === 'absence' ? 'absence' : 'hours';
  const by = groupsOf(kind).find((one) => one === query['by']) ?? groupsOf(kind)[0] ?? 'month';
  const month = monthOf(today.value);
  const dateOf = (name: string, other: string): string => {
    const text = query[name] ?? '';
    return isCivilDate(text) ? text : other;
  };
  return { of: kind, by, from: dateOf('from', month.first), to: dateOf('to', month.last) };
});

/** The screen. */
export function Reports() {
  useEffect(
    () =>
      effect(() => {
        const { of: kind, by, from, to } = view.value;
        void report.load(`${kind}Reports`, {
          date: `${from}|${to}`,
          _op__date: 'betw',
          _group_by: by,
          ...(by.endsWith('_id') && !by.includes(',') ? { _resolve: by } : {}),
          ...(kind === 'absence' ? { status: 1 } : { is_nonworking: 0 }),
        });
      }),
    [],
  );
  const w = words.value.reports;
  const now = view.value;
  const set = (more: Readonly<Record<string, string>>): void =>
    go(addressOf('reports', '', { ...now, ...more }), 'replace');
  const refusal = report.refusal.value;
  return (
    <div class="reports">
      <div class="screen-head">
        <h1>{words.value.screens.reports}</h1>
        <Button class="push no-print" icon="printer" onClick={() => print()}>
          {words.value.general.print}
        </Button>
      </div>
      <div class="report-fields">
        <Field name={w.of}>
          {(control) => (
            <select
              {...control}
              value={now.of}
              onChange={(event) => set({ of: event.currentTarget.value, by: '' })}
            >
              <option value="hours">{w.hours}</option>
              <option value="absence">{w.absence}</option>
            </select>
          )}
        </Field>
        <Field name={w.by}>
          {(control) => (
            <select {...control} value={now.by} onChange={(event) => set({ by: event.currentTarget.value })}>
              {groupsOf(now.of).map((one) => (
                <option key={one} value={one}>
                  {w.groups[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} name={w[name]}>
            {(control) => (
              <input
                {...control}
                class="input"
                type="date"
                value={now[name]}
                onChange={(event) => set({ [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {refusal === null && report.rows.value !== null && <ReportTable rows={report.rows.value} />}
    </div>
  );
}

function ReportTable({ rows }: { readonly rows: readonly Row[] }) {
  const w = words.value.reports;
  const { of: kind, by } = view.value;
  const valueOf = (row: Row): number => Number(row[kind === 'hours' ? 'duration' : 'days'] ?? 0);
  const write = (value: number): string => (kind === 'hours' ? formatDuration(value) : amount(value));
  const sorted = by === 'month' ? rows : [...rows].sort((a, b) => valueOf(b) - valueOf(a));
  const most = Math.max(1e-9, ...rows.map(valueOf));
  if (rows.length === 0)
    return (
      <p class="empty">
        <span class="said">{w.empty}</span>
        {w.emptyHint}
      </p>
    );
  return (
    <table class="report">
      <caption class="sr">{words.value.screens.reports}</caption>
      <thead>
        <tr>
          <th scope="col">{w.groups[by]}</th>
          <th scope="col" class="num">
            {kind === 'hours' ? w.hours : w.days}
          </th>
          <td class="wide" />
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <tr key={JSON.stringify(by.split(',').map((name) => row[name]))}>
            <th scope="row">{nameOf(row, by)}</th>
            <td class="num">{write(valueOf(row))}</td>
            <td class="wide">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={Math.max(0, (valueOf(row) / most) * 100)} height={10} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{w.sum}</th>
          <td class="num">{write(rows.reduce((sum, row) => sum + valueOf(row), 0))}</td>
          <td class="wide" />
        </tr>
      </tfoot>
    </table>
  );
}

/** The name of what a row adds up. */
function nameOf(row: Row, by: string): string {
  if (by === 'month') return String(row['month'] ?? '');
  if (by.includes(','))
    return absenceType(Number(row['type_id']), Number(row['subtype_id'] ?? 0))?.name_const ?? '–';
  const found = row[by.replace(/_id$/, '')] as Row | null | undefined;
  return found == null ? words.value.reports.without : titleOf(found);
}
