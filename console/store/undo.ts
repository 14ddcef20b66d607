// The last things that were done and how to take each back. Taking back is a new write, which the server may refuse.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Refusal } from './http.ts';

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
  readonly key: number;
  readonly undo: (() => Promise<Refusal | null>) | null;
}

const depth = 20;
const done = signal<readonly Done[]>([], { name: 'undo.done' });
const shown = signal<(Deed & { readonly key: number; readonly canUndo: boolean }) | null>(null, {
  name: 'undo.shown',
});
const failed = signal<Refusal | null>(null, { name: 'undo.failed' });
let count = 0;

/** What the toast says; `null` when it is gone. */
export const notice: ReadonlySignal<(Deed & { readonly key: number; readonly canUndo: boolean }) | null> =
  shown;
/** Why the last thing was not done, or could not be taken back. */
export const undoRefusal: ReadonlySignal<Refusal | null> = failed;

/** Notes what was done; `undo` takes it back, or is `null` where nothing can. */
export function note(deed: Deed, undo: Done['undo']): void {
  count += 1;
  const entry = { ...deed, key: count, undo };
  if (undo !== null) done.value = [...done.value.slice(1 - depth), entry];
  shown.value = { ...deed, key: count, canUndo: undo !== null };
  failed.value = null;
}

/** Tells of a refusal that has no field to stand at. */
export function showRefusal(refusal: Refusal): void {
  shown.value = null;
  failed.value = refusal;
}

/** Takes the toast away. */
export function dismiss(): void {
  shown.value = null;
  failed.value = null;
}

/** Takes back what was done last. */
export async function undoLast(): Promise<void> {
  const last = done.value.at(-1);
  if (last?.undo == null) return;
  done.value = done.value.slice(0, -1);
  shown.value = null;
  failed.value = await last.undo();
}

/** Forgets everything: another person is at the screen. */
export function clearUndo(): void {
  done.value = [];
  dismiss();
}
