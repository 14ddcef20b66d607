// Shows what a create would answer, and stores nothing.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';

/** Creates the absence under all its rules and takes it back. */
export function validateAbsence({ values }: Call, view: ActionView): ActionAnswer {
  const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return { ids: [view.create('absences', sent)], undo: true };
}
