// What others have decided about something of the person: one line each, until the person is done with it.
import { useEffect } from 'preact/hooks';
import type { ChangeRequest, Notice } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { addressOf } from '../router.ts';
import { post } from '../store/outbox.ts';
import { loadBookings } from '../store/requests.ts';
import { ownTime, stored } from '../store/tables.ts';
import { showRefusal } from '../store/undo.ts';
import { dateMedium, dateRange } from '../words/dates.ts';
import { noticeWords } from '../words/notice-words.ts';
import { language, words } from '../words/words.ts';
import { absenceType } from './day-off.ts';
import { askedFor } from './inbox-card.tsx';
import { noticeKinds, notices, type NoticeKind } from './inbox-rows.ts';

/** Draws the list; nothing without any. */
export function Notices() {
  const list = notices.value;
  const w = noticeWords[language.value];
  const changes = list.flatMap((row) => changeOf(row) ?? []);
  useEffect(() => changes.forEach((change) => void loadBookings(change)), [list]);
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
            <span class="muted">{dateMedium(ownTime(row.notification_timestamp).slice(0, 10))}</span>
            <Button look="small" icon="check" onClick={() => void finish([row])}>
              {w.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The request for a booking that a notice is about. */
function changeOf(row: Notice): ChangeRequest | undefined {
  const isChange = noticeKinds[row.notification_type as NoticeKind].startsWith('change');
  return isChange ? stored('changeTimeTrackingRequests').value.get(row.assoc_id ?? 0) : undefined;
}

/** Who did what, of an absence which days, of a booking when and on what it is, and what was said about it. */
function textOf(row: Notice): string {
  const kind = noticeKinds[row.notification_type as NoticeKind];
  const sender = stored('users').value.get(row.user_id_sender ?? 0)?.fullname ?? words.value.inbox.company;
  const sentence = noticeWords[language.value].notices[kind](sender);
  const change = changeOf(row);
  if (change !== undefined)
    return `${sentence} ${[askedFor(change).join(', '), change.granted_user_comment].filter(Boolean).join(': ')}`;
  const absence = stored('absences').value.get(row.assoc_id ?? 0);
  if (absence === undefined || !/^(absence|standIn)/.test(kind)) return sentence;
  const type = absenceType(absence.type_id, absence.subtype_id)?.name_const ?? words.value.week.absence;
  return `${sentence} ${type}, ${dateRange(absence.from_date, absence.to_date)}`;
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
