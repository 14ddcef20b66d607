// Taking back a request for an absence, or cancelling one that was granted, with the way back.
import type { Absence } from '../domain/rows.ts';
import { localTime } from '../domain/zones.ts';
import { requestAbsence, wishOf } from '../store/absences.ts';
import { now } from '../store/clock.ts';
import { cancelRequest } from '../store/decisions.ts';
import { zone } from '../store/session.ts';
import { note, tell } from '../store/undo.ts';
import { dateRange } from '../words/dates.ts';

/** Whether a person may still take back an own absence: once it has begun, only the person who decides it can cancel it. */
export function mayTakeBack({ status, from_date: from, begin }: Absence): boolean {
  if (status !== 1) return status === 0 || status === 5;
  return localTime(now.value, zone.value) < `${from} ${begin ?? '00:00:00'}`;
}

/** Cancels an absence, and tells it of `subject`; undo enters it once more for its person. */
export async function takeBack(row: Absence, subject: string): Promise<void> {
  const refusal = await cancelRequest('absences', row.id);
  const detail = dateRange(row.from_date, row.to_date);
  const undo = async () => {
    const { status, refusal: why, undo: again } = await requestAbsence(wishOf(row), row.user_id);
    // A granted absence may come back as a request, and a request as granted, where the viewer decides it.
    const kind = status === 1 ? 'entered' : 'requestedAnew';
    if (why === null && status !== row.status) note({ kind, subject, detail }, again);
    return why;
  };
  tell({ refusal, undo }, { kind: 'cancelled', subject, detail });
}
