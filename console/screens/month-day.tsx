// A dialog shows a day of a person's account: its bookings, the terms of its sums, its violations.
import { useEffect } from 'preact/hooks';
import { addDays } from '../domain/civil.ts';
import type { DaySum } from '../domain/day-sum.ts';
import type { AccountDay, Tracking } from '../domain/rows.ts';
import { clockRange, spanOf } from '../domain/spans.ts';
import { violationsOf } from '../domain/week.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { refusalText } from '../refusal-text.ts';
import { fieldsOf } from '../store/fields.ts';
import { reading } from '../store/readings.ts';
import { zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { dayLong, words } from '../words/words.ts';
import { DayApproval } from './day-approval.tsx';
import { DayDecisions } from './day-decisions.tsx';
import { DayExplained } from './day-explained.tsx';

const bookings = reading<Tracking>('month.day');
const accounts = reading<AccountDay>('month.account');

interface DayProps {
  readonly sum: DaySum;
  readonly onClose: () => void;
  /** After the approval was taken back. */
  readonly onReopened: () => void;
}

/** Shows the day. */
export function MonthDay({ sum, onClose, onReopened }: DayProps) {
  const w = words.value;
  useEffect(() => {
    const [user_id, dates] = [sum.user_id, `${addDays(sum.date, -1)}|${sum.date}`];
    // What began the day before may end on the day.
    const begun = { user_id, start_date: dates, _op__start_date: 'betw', _fields: fieldsOf('timeTrackings') };
    void bookings.load('timeTrackings', begun);
    // With the balance that the day begins with.
    const both = { user_id, date: dates, _op__date: 'betw', _fields: fieldsOf('timesheetAccountings') };
    void accounts.load('timesheetAccountings', both);
  }, [sum.id]);
  const days = (accounts.rows.value ?? []).filter((day) => day.user_id === sum.user_id);
  const row = days.find(({ date }) => date === sum.date);
  const before = days.find(({ date }) => date < sum.date) ?? null;
  const rows = bookings.rows.value;
  const spans = (rows ?? [])
    .filter((one) => one.user_id === sum.user_id && one.end_time !== null)
    .map(spanOf);
  const refusal = bookings.refusal.value ?? accounts.refusal.value;
  const name = stored('users').value.get(sum.user_id)?.fullname ?? '';
  return (
    <Dialog title={`${name} · ${dayLong(sum.date)}`} closeLabel={w.general.close} onClose={onClose} isWide>
      <div class="month-day">
        {refusal !== null && <Problem text={refusalText(refusal)} />}
        {row !== undefined && (
          <>
            <DayExplained
              row={row}
              before={before}
              spans={spans}
              zone={spans[0]?.zone ?? zone.value}
              times={(span) => clockRange(span, span.zone)}
            >
              {rows?.length === 0 && <p class="muted">{w.general.nothing}</p>}
              {violationsOf(row).map((one) => (
                <span class="chip violation" key={one}>
                  <Icon name="triangle-alert" size={12} />
                  {w.week.violations[one]}
                </span>
              ))}
            </DayExplained>
            <DayApproval row={row} onReopened={onReopened} />
            <DayDecisions row={row} />
          </>
        )}
      </div>
    </Dialog>
  );
}
