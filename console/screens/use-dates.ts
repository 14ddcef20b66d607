// Sees to it that bookings and accounts of some dates are here while a screen shows them, and tells when they are not.
import { useEffect, useState } from 'preact/hooks';
import type { CivilDate } from '../domain/civil.ts';
import type { Refusal } from '../store/http.ts';
import { holdsDates, loadDates, syncState } from '../store/sync.ts';

/** `refusal`: why dates are not here; `isLoading`: they are on their way. */
export interface Dates {
  readonly isLoading: boolean;
  readonly refusal: Refusal | null;
  readonly retry: () => void;
}

/** Loads the dates where they are not here; after a failure again when the server is there again, or a person says so. */
export function useDates(from: CivilDate, to: CivilDate): Dates {
  const key = `${from} ${to}`;
  const [attempt, setAttempt] = useState(0);
  const [done, setDone] = useState<{ readonly key: string; readonly refusal: Refusal | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const refusal = await loadDates(from, to);
      if (isCurrent) setDone({ key, refusal });
    };
    if (!holdsDates(from, to)) void load();
    return () => {
      isCurrent = false;
    };
  }, [key, attempt, syncState.value]);
  const refusal = done?.key === key ? done.refusal : null;
  const isHere = holdsDates(from, to);
  return {
    isLoading: !isHere && refusal === null,
    refusal: isHere ? null : refusal,
    retry() {
      setDone(null);
      setAttempt(attempt + 1);
    },
  };
}
