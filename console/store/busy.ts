// Whether the person waits for what the open screen shows: its code, or its rows.
import { computed, signal, type ReadonlySignal } from '@preact/signals';

const waits = signal(0);
/** Whether something that was asked for is on its way. */
export const isBusy: ReadonlySignal<boolean> = computed(() => waits.value > 0);

/** Counts as waiting until it has come, or failed. */
export async function whileBusy<T>(coming: Promise<T>): Promise<T> {
  // An effect that begins to wait does not follow the count.
  waits.value = waits.peek() + 1;
  try {
    return await coming;
  } finally {
    waits.value = waits.peek() - 1;
  }
}
