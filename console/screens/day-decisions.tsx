// Who approved, reopened or changed a day of a person's account, and why: what the server has noted, oldest first.
import { useEffect } from 'preact/hooks';
import type { AccountDay } from '../domain/rows.ts';
import { Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { reading } from '../store/readings.ts';
import { ownTime, stored } from '../store/tables.ts';
import { momentText } from '../words/dates.ts';
import { monthWords } from '../words/month-words.ts';
import { words } from '../words/words.ts';

interface Decided {
  readonly id: number;
  readonly type: string;
  readonly subtype: string | null;
  readonly comment: string | null;
  readonly updated: string;
  readonly by_user_id: number | null;
}

const log = reading<Decided>('month.decisions');
const types = 'approval|additions|overtime_paid|comment';

/** Draws the list; nothing where nothing was decided. */
export function DayDecisions({ row }: { readonly row: AccountDay }) {
  useEffect(() => {
    const query = { user_id: row.user_id, date: row.date, type: types, _op__type: 'in', _order_by: 'id' };
    void log.load('timesheetActionLogs', query, { isAnew: true });
  }, [row.id]);
  const w = monthWords.value;
  const rows = log.rows.value ?? [];
  const refusal = log.refusal.value;
  if (refusal !== null) return <Problem text={refusalText(refusal)} />;
  if (rows.length === 0) return null;
  return (
    <section class="decisions">
      <h3>{w.decisions}</h3>
      <ul>
        {rows.map((one) => (
          <li key={one.id}>
            <span>
              {sentence(one)}
              {one.comment !== null && <q>{one.comment}</q>}
            </span>
            <span class="num muted">{momentText(ownTime(one.updated))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence({ type, subtype, by_user_id: by }: Decided): string {
  const { decided } = monthWords.value;
  const name = stored('users').value.get(by ?? 0)?.fullname ?? words.value.inbox.company;
  const key = (type === 'approval' ? subtype : type) ?? '';
  return key in decided ? decided[key as keyof typeof decided](name) : `${name}: ${key}`;
}
