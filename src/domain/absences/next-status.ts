// The life of an absence: 5 waits for the replacement, 0 is open, 1 granted, 2 declined, 3 cancelled. Pure.
import { absenceStatus, type AbsenceStatus } from '../absence-days/absence-kind.ts';

/** What somebody says to an absence. */
export type Decision = 'approve' | 'reject' | 'cancel';

/** Who says it, and whether the absence has begun. */
export interface DecisionMaker {
  /** May decide requests of this person and type. */
  readonly decides: boolean;
  /** It is their own absence. */
  readonly isPerson: boolean;
  /** They would stand in for the person. */
  readonly isReplacement: boolean;
  /** Whoever would stand in has left and cannot answer: nobody waits for them. */
  readonly replacementGone: boolean;
  /** The first day has come where the person is. */
  readonly begun: boolean;
}

/** What becomes of the absence: another status; or nothing, because its life does not lead there or it is not theirs. */
export type Outcome = AbsenceStatus | 'no way' | 'not theirs' | 'begun';

/** The status that follows. Each way is gone once: nothing leaves 2 or 3, and a second approval finds no way. */
export function nextStatus(status: AbsenceStatus, decision: Decision, maker: DecisionMaker): Outcome {
  const { open, granted, declined, cancelled, awaitsReplacement } = absenceStatus;
  const mayTouch = maker.decides || maker.isReplacement || maker.isPerson;
  if (!mayTouch) return 'not theirs';
  switch (decision) {
    case 'approve':
      if (status === awaitsReplacement && (maker.isReplacement || !maker.replacementGone))
        return maker.isReplacement ? open : refusedTo(maker.decides);
      if (!maker.decides) return answered(maker);
      return status === open || status === awaitsReplacement ? granted : 'no way';
    case 'reject':
      if (status === awaitsReplacement) {
        return maker.isReplacement || maker.decides ? declined : 'not theirs';
      }
      if (!maker.decides) return answered(maker);
      return status === open ? declined : 'no way';
    case 'cancel':
      if (!maker.decides && !maker.isPerson) return 'not theirs';
      if (status === open || status === awaitsReplacement) return cancelled;
      if (status !== granted) return 'no way';
      return maker.decides || !maker.begun ? cancelled : 'begun';
  }
}

/** Whoever decides later must wait for the replacement; for everybody else there is nothing to say. */
function refusedTo(decides: boolean): Outcome {
  return decides ? 'no way' : 'not theirs';
}

/** A replacement has one answer to give: when it is given, or nobody waits for it any more, there is no way. */
function answered({ isReplacement }: DecisionMaker): Outcome {
  return isReplacement ? 'no way' : 'not theirs';
}
