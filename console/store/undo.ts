// The last things that were done and how to take each back. Taking back is a new write, which the server may refuse.
import { signal, type ReadonlySignal } from '@preact/signals';
import { ownRefusal, type Refusal } from './http.ts';

/** What was done, as data: the words for it are the screen's. */
export interface Deed {
  readonly kind:
    | 'started'
    | 'stopped'
    | 'created'
    | 'changed'
    | 'deleted'
    | 'split'
    | 'copied'
    | 'requested'
    | 'requestedAnew'
    | 'entered'
    | 'cancelled'
    | 'approved'
    | 'rejected'
    | 'confirmed'
    | 'saved'
    | 'added'
    | 'removed'
    | 'invited';
  readonly subject: string;
  readonly detail: string;
}

interface Done extends Deed {
  readonly undo: (() => Promise<Refusal | null>) | null;
}

const depth = 20;
const message = 'The last change cannot be taken back.';
const done = signal<readonly Done[]>([]);
const shown = signal<Done | null>(null);
const failed = signal<readonly { readonly key: string; readonly refusal: Refusal }[]>([]);

/** What the toast says; `null` when it is gone. */
export const notice: ReadonlySignal<Done | null> = shown;
/** Why things were not done, or could not be taken back: each until it is closed, or done after all. */
export const refusals: typeof failed = failed;

/** Tells one deed from others, so that the refusal of it goes when it is done. */
export function keyOf({ kind, subject, detail }: Deed): string {
  return `${kind} ${subject} ${detail}`;
}

/** Notes what was done; `undo` takes it back, or is `null` where nothing can. */
export function note(deed: Deed, undo: Done['undo'], key = keyOf(deed)): void {
  const entry = { ...deed, undo };
  // What cannot be taken back stands before what was done earlier.
  done.value = [...done.value.slice(1 - depth), entry];
  shown.value = entry;
  dismissRefusal(key);
}

/** Tells of a refusal that has no field to stand at, in place of one of the same. */
export function showRefusal(refusal: Refusal, key = JSON.stringify(refusal)): void {
  dismissRefusal(key);
  failed.value = [...failed.value, { key, refusal }];
}

/** Tells what was done, or why it was not. */
export function tell(
  { refusal, undo }: Pick<Done, 'undo'> & { readonly refusal: Refusal | null },
  deed: Deed,
  key = keyOf(deed),
): void {
  if (refusal === null) note(deed, undo, key);
  else showRefusal(refusal, key);
}

/** Takes away what the toast says of what was done. */
export function dismissNotice(): void {
  shown.value = null;
}

/** Takes away what it says of a refusal. */
export function dismissRefusal(key: string | undefined): void {
  failed.value = failed.value.filter((one) => one.key !== key);
}

/** Takes back what was done last, and nothing before it; tells where that is not possible. */
export async function undoLast(): Promise<void> {
  const last = done.value.at(-1);
  if (last === undefined) return;
  if (last.undo === null) return showRefusal({ ...ownRefusal('refused', 'final'), message }, 'final');
  done.value = done.value.slice(0, -1);
  shown.value = null;
  const refusal = await last.undo();
  if (refusal !== null) showRefusal(refusal);
}

/** Forgets everything: another person is at the screen. */
export function clearUndo(): void {
  done.value = [];
  failed.value = [];
  dismissNotice();
}
