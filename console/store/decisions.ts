// Decisions about requests. Each is held back for ten seconds, in which it can be taken back; then it is sent.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import type { Refusal } from './http.ts';
import { post } from './outbox.ts';
import { showRefusal } from './undo.ts';

/** How long a decision is held back, in milliseconds. */
export const heldFor = 10_000;

/** A decision that is not sent yet. */
export interface Decision {
  readonly key: string;
  readonly resource: 'absences' | 'changeTimeTrackingRequests';
  readonly id: Id;
  readonly verdict: 'approve' | 'reject';
  readonly comment: string;
}

const held = signal<readonly Decision[]>([], { name: 'decisions.held' });
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Decisions that can still be taken back. */
export const deciding: ReadonlySignal<readonly Decision[]> = held;
/** Keys of requests about which a decision is held. */
export const decidedKeys: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set(held.value.map((decision) => decision.key)),
);

/** Decides; nothing is sent for ten seconds. */
export function decide(decision: Decision): void {
  held.value = [...held.value.filter((other) => other.key !== decision.key), decision];
  clearTimeout(timers.get(decision.key));
  timers.set(
    decision.key,
    setTimeout(() => void sendNow(decision), heldFor),
  );
}

/** Takes a decision back that is not sent yet. */
export function withdraw(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  held.value = held.value.filter((decision) => decision.key !== key);
}

/** Sends what is held: the page is about to close. */
export function flushDecisions(): void {
  for (const decision of held.value) void sendNow(decision);
}

async function sendNow(decision: Decision): Promise<Refusal | null> {
  withdraw(decision.key);
  const { resource, id, verdict, comment } = decision;
  const isAbsence = resource === 'absences';
  const name = isAbsence ? 'granted_comment' : '_granted_user_comment';
  const status = isAbsence
    ? { approve: 1, reject: 2 }[verdict]
    : { approve: 'GRANTED', reject: 'DECLINED' }[verdict];
  const { refusal } = await post({
    resource,
    action: verdict,
    method: 'PUT',
    id,
    body: comment === '' ? {} : { [name]: comment },
    patches: [{ table: resource, id, row: { status } }],
  });
  if (refusal !== null) showRefusal(refusal);
  return refusal;
}
