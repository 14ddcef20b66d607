// What others have decided about something of the person: one line each, until the person is done with it.
import type { Notice } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { addressOf } from '../router.ts';
import { post } from '../store/outbox.ts';
import { stored } from '../store/tables.ts';
import { showRefusal } from '../store/undo.ts';
import { dateMedium, dateRange } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { absenceType } from './day-off.ts';
import { noticeKinds, notices, type NoticeKind } from './inbox-rows.ts';

/** Draws the list; nothing without any. */
export function Notices() {
  const list = notices.value;
  const w = words.value.inbox;
  if (list.length === 0) return null;
  return (
    <section class="notices" aria-label={w.news}>
      <div class="screen-head">
        <h2>{w.news}</h2>
        {list.length > 1 && (
          <Button class="push" look="plain" icon="check" onClick={() => void finish(list)}>
            {w.allDone}
          </Button>
        )}
      </div>
      <ul>
        {list.map((row) => (
          <li key={row.id} data-notice={row.id}>
            <span>
              {noticeKinds[row.notification_type as NoticeKind] === 'messageReceived' ? (
                <a href={addressOf('messages')}>{textOf(row)}</a>
              ) : (
                textOf(row)
              )}
            </span>
            <span class="muted">{dateMedium(row.notification_timestamp.slice(0, 10))}</span>
            <Button look="small" icon="check" onClick={() => void finish([row])}>
              {w.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who did what, and of an absence which days. */
function textOf(row: Notice): string {
  const { notices: sentences, company } = words.value.inbox;
  const kind = noticeKinds[row.notification_type as NoticeKind];
  const sender = stored('users').value.get(row.user_id_sender ?? 0)?.fullname ?? company;
  const absence = /^(absence|standIn)/.test(kind)
    ? stored('absences').value.get(row.assoc_id ?? 0)
    : undefined;
  if (absence === undefined) return sentences[kind](sender);
  const type = absenceType(absence.type_id, absence.subtype_id)?.name_const ?? words.value.week.absence;
  return `${sentences[kind](sender)} ${type}, ${dateRange(absence.from_date, absence.to_date)}`;
}

/** Marks notices as seen. */
export async function finish(list: readonly Notice[]): Promise<void> {
  for (const { id } of list) {
    const { refusal } = await post({
      resource: 'notifications',
      action: 'update',
      method: 'PUT',
      id,
      body: { processed: 1 },
      patches: [{ table: 'notifications', id, row: { processed: 1 } }],
    });
    if (refusal !== null) return showRefusal(refusal);
  }
}
