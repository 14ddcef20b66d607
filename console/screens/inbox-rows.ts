// Requests that wait for the person's decision. What may be decided is what the server's rights say.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Absence, ChangeRequest, Notice } from '../domain/rows.ts';
import { viewOf } from '../store/outbox.ts';
import { reachesOthers, who } from '../store/session.ts';

/** Something to decide. */
export type Request =
  | { readonly kind: 'absence'; readonly key: string; readonly at: string; readonly row: Absence }
  | { readonly kind: 'change'; readonly key: string; readonly at: string; readonly row: ChangeRequest };

const absences = viewOf('absences');
const changes = viewOf('changeTimeTrackingRequests');
const open = computed(() => [...changes.value.values()].filter(({ status }) => status === 'PENDING'));

/** The person's own requests about bookings that wait to be decided. */
export const ownRequests: ReadonlySignal<readonly ChangeRequest[]> = computed(() =>
  open.value.filter((row) => row.request_user_id === who.value?.user_id),
);

/** Whether the person decides an absence, as the server tells it; until then, none. */
export const decides = signal<(row: Absence) => boolean>(() => false);
const decidesTimes = computed(
  () => reachesOthers('approveTimeTrackings') || reachesOthers('approveChangeTimeTrackingRequests'),
);

/** What waits, oldest first. */
export const requests: ReadonlySignal<readonly Request[]> = computed(() => {
  const me = who.value?.user_id;
  const ofAbsences = [...absences.value.values()]
    .filter(
      (row) =>
        (row.status === 0 && decides.value(row)) || (row.status === 5 && row.replacement_user_id === me),
    )
    .map((row): Request => ({ kind: 'absence', key: `absence-${row.id}`, at: row.created, row }));
  const ofTimes = open.value
    .filter((row) => row.request_user_id !== me && decidesTimes.value)
    .map((row): Request => ({ kind: 'change', key: `change-${row.id}`, at: row.request_timestamp, row }));
  return [...ofAbsences, ...ofTimes].sort((a, b) => a.at.localeCompare(b.at));
});

/** Kinds of notices that ask nothing and say all they have to say. Requests have a place of their own. */
export const noticeKinds = {
  2: 'absenceGranted',
  3: 'absenceDeclined',
  4: 'absenceCancelled',
  6: 'standInAgreed',
  7: 'standInRefused',
  9: 'changeGranted',
  10: 'changeDeclined',
  11: 'changeCancelled',
  12: 'messageReceived',
  13: 'runsLong',
} as const;

/** A number of {@link noticeKinds}. */
export type NoticeKind = keyof typeof noticeKinds;

const told = viewOf('notifications');

/** What the person was told and is not done with, newest first. */
export const notices: ReadonlySignal<readonly Notice[]> = computed(() =>
  [...told.value.values()]
    .filter((row) => row.processed === 0 && row.notification_type in noticeKinds)
    .sort((a, b) => b.notification_timestamp.localeCompare(a.notification_timestamp) || b.id - a.id),
);

/** Whether the person has use for the inbox. */
export const isLeading: ReadonlySignal<boolean> = computed(
  () =>
    reachesOthers('approveAbsences') ||
    decidesTimes.value ||
    [requests, ownRequests, notices].some((list) => list.value.length > 0),
);
