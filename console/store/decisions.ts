// Decisions about requests. Each is held back for ten seconds, in which it can be taken back; then it is sent, also when the person
// has left the screen meanwhile. Who asked takes a request back at once.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import type { Refusal } from './http.ts';
import { held, post } from './outbox.ts';
import { showRefusal } from './undo.ts';

/** How long a decision is held back, in milliseconds. */
export const heldFor = 10_000;

/** A decision about a request; the key is the request's. */
export interface Decision {
  readonly key: string;
  readonly resource: 'absences' | 'changeTimeTrackingRequests';
  readonly id: Id;
  readonly verdict: 'approve' | 'reject';
  readonly comment: string;
}

/** Decisions that can still be taken back. */
export const deciding: ReadonlySignal<readonly Pick<Decision, 'key' | 'verdict' | 'comment'>[]> = computed(
  () =>
    held.value.map(({ key, action, body }) => ({
      key,
      verdict: action as Decision['verdict'],
      comment: String(Object.values(body ?? {})[0] ?? ''),
    })),
);
/** Keys of requests about which a decision is held. */
export const decidedKeys: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set(held.value.map(({ key }) => key)),
);

/** Decides; nothing is sent for ten seconds. */
export async function decide({ key, resource, id, verdict, comment }: Decision): Promise<void> {
  const isAbsence = resource === 'absences';
  const name = isAbsence ? 'granted_comment' : '_granted_user_comment';
  const status = isAbsence
    ? { approve: 1, reject: 2 }[verdict]
    : { approve: 'GRANTED', reject: 'DECLINED' }[verdict];
  const { refusal } = await post({
    key,
    resource,
    action: verdict,
    method: 'PUT',
    id,
    body: comment === '' ? {} : { [name]: comment },
    patches: [{ table: resource, id, row: { status } }],
    heldUntil: Date.now() + heldFor,
  });
  if (refusal !== null) showRefusal(refusal);
}

/** Takes a request back, or cancels an absence that was granted; answers the refusal. */
export async function cancelRequest(resource: Decision['resource'], id: Id): Promise<Refusal | null> {
  const status = resource === 'absences' ? 3 : 'CANCELED';
  const patches = [{ table: resource, id, row: { status } }];
  return (await post({ resource, action: 'cancel', method: 'PUT', id, body: {}, patches })).refusal;
}
