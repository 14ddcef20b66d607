// Which forms on the page hold what was typed and is not sent. Each says so of itself.

const forms = new Set<() => boolean>();

/** Counts a form in for as long as it is there; answers what ends that. */
export function countIn(isChanged: () => boolean): () => void {
  forms.add(isChanged);
  return () => void forms.delete(isChanged);
}

/** Whether leaving the page loses what was typed. */
export function isUnsaved(): boolean {
  return [...forms].some((isChanged) => isChanged());
}

/** Gives up what was typed: the forms are to be drawn anew. */
export function giveUp(): void {
  forms.clear();
}
