// Which forms on the page hold what was typed and is not sent, and what waits until the person gives it up.
import { signal } from '@preact/signals';

/** A form, and where it stands; left out: on the screen, and in no dialog. */
interface Counted {
  /** Whether leaving it loses what was typed; `undefined`: when one of its fields, which are empty at first, is not. */
  readonly isChanged: () => boolean | undefined;
  readonly place: () => Element | null | undefined;
}

const forms = new Set<Counted>();

/** What waits until the person has said whether they leave what they typed. */
export const leaving = signal<(() => void) | null>(null);

/** Counts a form in for as long as it is there; answers what ends that. */
export function countIn(form: Counted): () => void {
  forms.add(form);
  return () => void forms.delete(form);
}

/** Whether leaving a part of the page, or all of it, loses what was typed. */
export function isUnsaved(part: Node | null = null): boolean {
  return [...forms].some(
    ({ isChanged, place }) =>
      (part === null || part.contains(place() ?? null)) && (isChanged() ?? isFilled(place())),
  );
}

function isFilled(form: Element | null | undefined): boolean {
  const texts = form?.querySelectorAll<HTMLInputElement>(':read-write') ?? [];
  return [...texts].some(({ value }) => value !== '');
}

/** Does what loses what was typed in a part of the page, or in all of it: at once if there is nothing, else when the person says so. */
export function askIfTyped(leave: () => void, part: Node | null = null): void {
  if (isUnsaved(part)) leaving.value = leave;
  else leave();
}

/** Gives up what was typed: the forms are to be drawn anew. */
export function giveUp(): void {
  forms.clear();
}
