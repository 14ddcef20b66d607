// A request: what is asked, what it leads to, who else is away; and the two answers.
import { useEffect } from 'preact/hooks';
import { isPartial } from '../domain/away.ts';
import type { Absence, ChangeRequest, Id } from '../domain/rows.ts';
import { formatDuration } from '../domain/duration.ts';
import { lengthOf, spanOf } from '../domain/spans.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { readSummary } from '../store/absences.ts';
import { cancelRequest } from '../store/decisions.ts';
import { bookingsOf, loadBookings } from '../store/requests.ts';
import { zone } from '../store/session.ts';
import { ownTime, stored } from '../store/tables.ts';
import { tell } from '../store/undo.ts';
import { dateMedium, dateRange, dayMedium } from '../words/dates.ts';
import { timesIn } from '../words/times-in.ts';
import { words } from '../words/words.ts';
import { leftAfter } from './absence-price.tsx';
import { absenceType } from './day-off.ts';
import type { Request } from './inbox-rows.ts';
import { daySize, sizeOf } from './size-of.ts';
import { taskName } from './timer-actions.ts';

interface CardProps {
  readonly request: Request;
  readonly isCurrent: boolean;
  readonly comment: string;
  readonly isMissing: boolean;
  readonly onComment: (text: string) => void;
  readonly onFocus: () => void;
  readonly onDecide: (verdict: 'approve' | 'reject') => void;
}

const people = stored('users');
const absences = stored('absences');

/** Whether declining it needs a comment. */
export function commentNeeded(request: Request): boolean {
  if (request.kind !== 'absence') return false;
  return absenceType(request.row.type_id, request.row.subtype_id)?.reject_request_comment_is_mandatory === 1;
}

/** Whose request it is. */
export function personName(request: Request): string {
  const id = request.kind === 'absence' ? request.row.user_id : request.row.request_user_id;
  return people.value.get(id)?.fullname ?? '–';
}

/** Another text whenever an absence of a person changes, and with it the holiday account. */
function takenBy(person: Id): string {
  return [...absences.value.values()]
    .filter((row) => row.user_id === person)
    .map((row) => `${row.id} ${row.status} ${row.duration ?? ''}`)
    .join();
}

/** Draws the card. */
export function RequestCard(props: CardProps) {
  const { request, isCurrent, isMissing } = props;
  const w = words.value.inbox;
  return (
    <article
      class={`request ${isCurrent ? 'current' : ''}`}
      data-request={request.key}
      tabIndex={-1}
      aria-label={personName(request)}
      onFocusCapture={props.onFocus}
    >
      <header>
        <strong>{personName(request)}</strong>
        <span class="muted">{w.asked(dateMedium(ownTime(request.at).slice(0, 10)))}</span>
      </header>
      {request.kind === 'absence' ? <AbsenceText row={request.row} /> : <ChangeText row={request.row} />}
      <div class="answer">
        <input
          class="input"
          aria-label={w.comment}
          placeholder={w.comment}
          aria-invalid={isMissing}
          defaultValue={props.comment}
          onInput={(event) => props.onComment(event.currentTarget.value)}
        />
        <Button look="primary" icon="check" onClick={() => props.onDecide('approve')}>
          {w.approve}
        </Button>
        <Button icon="x" onClick={() => props.onDecide('reject')}>
          {w.reject}
        </Button>
      </div>
      {isMissing && <Problem text={w.commentMissing} />}
    </article>
  );
}

function AbsenceText({ row }: { readonly row: Absence }) {
  const w = words.value;
  const type = absenceType(row.type_id, row.subtype_id);
  const left = leftAfter(row.user_id, row);
  const others = alsoAway(row);
  useEffect(() => void readSummary(row.user_id), [row.id, takenBy(row.user_id)]);
  return (
    <>
      <p class="what">
        <span class="chip absence">{type?.name_const ?? w.inbox.absence}</span>
        <strong>{dateRange(row.from_date, row.to_date)}</strong>
        <span>{sizeOf(row)}</span>
        {left !== null && <span class="muted">{left}</span>}
      </p>
      <p class="muted others">
        <Icon name="users" />
        {others.length === 0 ? w.inbox.noOthersAway : `${w.inbox.away}: ${others.join(', ')}`}
      </p>
      {(row.request_comment ?? '') !== '' && <Quote text={row.request_comment ?? ''} />}
    </>
  );
}

/** Names of others of the department who are away, or ask to be, on these days; with how long, where it is a part of a day. */
function alsoAway(row: Absence): readonly string[] {
  const departmentOf = (person: Id): unknown => people.value.get(person)?.department_id;
  const others = [...absences.value.values()].filter(
    (other) =>
      other.from_date <= row.to_date &&
      other.to_date >= row.from_date &&
      [0, 1, 5].includes(other.status) &&
      other.user_id !== row.user_id &&
      departmentOf(other.user_id) === departmentOf(row.user_id),
  );
  return [...Map.groupBy(others, (other) => other.user_id)]
    .map(([id, own]) => {
      const parts = own.map((other) => partOn(other, row));
      const name = people.value.get(id)?.fullname ?? '–';
      return parts.includes(null) ? name : `${name} (${parts.join(' + ')})`;
    })
    .sort();
}

/** How long an absence is on the days of another one, where that is a part of a day alone; `null`: longer. */
function partOn(other: Absence, { from_date, to_date }: Absence): string | null {
  const { from_date: first, to_date: last, duration_unit, begin } = other;
  const date = first > from_date ? first : from_date;
  if (date !== (last < to_date ? last : to_date)) return null;
  const atEnd = date === first ? other.request_partial_begin_duration : null;
  const value =
    first === last ? other.duration : (atEnd ?? (date === last ? other.request_partial_end_duration : null));
  const day = { value, value_unit: duration_unit, begin, date };
  return isPartial(day) || (duration_unit === 'hs' && first === last) ? daySize(day) : null;
}

/** The day, the times and the task that a request asks for, as far as they are here. */
export function askedFor(row: ChangeRequest): readonly string[] {
  const wanted = bookingsOf(row)?.wanted;
  const { new_start_time: start, new_end_time: end } = row;
  const day = start === null ? '' : dayMedium(start.slice(0, 10));
  const times = timesIn({ start, end, of: wanted }, zone.value);
  return [day, times, ...(wanted === undefined ? [] : [taskName(wanted.task_id)])];
}

/** Draws an own request, with the way to take it back. */
export function OwnRequest({ row }: { readonly row: ChangeRequest }) {
  const takeBack = async (): Promise<void> => {
    const refusal = await cancelRequest('changeTimeTrackingRequests', row.id);
    tell({ refusal, undo: null }, { kind: 'cancelled', subject: askedFor(row).join(', '), detail: '' });
  };
  return (
    <li class="request">
      <ChangeText row={row} />
      <div class="answer">
        <Button onClick={() => void takeBack()}>{words.value.absences.cancel}</Button>
      </div>
    </li>
  );
}

function ChangeText({ row }: { readonly row: ChangeRequest }) {
  const w = words.value.inbox;
  useEffect(() => void loadBookings(row), [row.id]);
  const [day, times, task] = askedFor(row);
  const { wanted, before } = bookingsOf(row) ?? {};
  const isOtherTask = before !== undefined && before.task_id !== wanted?.task_id;
  const [note, oldNote] = [wanted?.notes ?? '', before?.notes ?? ''];
  const old = { start: row.old_start_time, end: row.old_end_time, of: before };
  // The request has no zones of its own, and the night on which clocks change is an hour longer.
  const span = wanted === undefined ? null : spanOf(wanted);
  return (
    <>
      <p class="what">
        <span class="chip work">{row.type === 'ADD' ? w.newTime : w.changedTime}</span>
        <strong>{day}</strong>
        <span>{times}</span>
        {span !== null && span.end !== null && (
          <span class="muted">{formatDuration(lengthOf(span, span.end))}</span>
        )}
        {task !== undefined && <span>{task}</span>}
      </p>
      {row.type === 'CHANGE' && old.start !== null && (
        <p class="muted">
          {w.was} {dayMedium(old.start.slice(0, 10))}, {timesIn(old, zone.value)}
          {isOtherTask && ` ${taskName(before.task_id)}`}
        </p>
      )}
      {note !== oldNote && (
        <p>
          {words.value.editor.notes}: {note || '–'}{' '}
          {before !== undefined && (
            <span class="muted">
              ({w.was} {oldNote || '–'})
            </span>
          )}
        </p>
      )}
      {(row.request_user_comment ?? '') !== '' && <Quote text={row.request_user_comment ?? ''} />}
    </>
  );
}

function Quote({ text }: { readonly text: string }) {
  return (
    <p class="quote">
      <Icon name="message-square" />
      {text}
    </p>
  );
}
