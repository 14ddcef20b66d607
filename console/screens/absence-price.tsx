// What an absence would cost, as the server counts it, while it is still being chosen.
import { useEffect, useState } from 'preact/hooks';
import type { AbsenceType } from '../domain/rows.ts';
import { priceOf, yearOf, type AbsenceWish, type Price } from '../store/absences.ts';
import { who } from '../store/session.ts';
import { amount } from '../words/dates.ts';
import { words } from '../words/words.ts';

const patience = 250;

/** The price of a wish, asked anew a moment after it changed; an answer that comes late is dropped. */
export function usePrice(wish: AbsenceWish | null, onNew: () => void): Price | null {
  const [price, setPrice] = useState<Price | null>(null);
  const key = JSON.stringify({ ...wish, request_comment: null });
  useEffect(() => {
    if (wish === null) return undefined;
    let isCurrent = true;
    setPrice(null);
    onNew();
    const timer = setTimeout(() => {
      // A comment that is missing is said at its field, when the form is sent.
      void priceOf({ ...wish, request_comment: wish.request_comment ?? '–' }).then(
        (answer) => isCurrent && setPrice(answer),
      );
    }, patience);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return price;
}

interface LineProps {
  readonly wish: AbsenceWish | null;
  readonly price: Price | null;
  readonly type: AbsenceType | undefined;
}

/** What it would cost, and what would be left. */
export function PriceLine({ wish, price, type }: LineProps) {
  const w = words.value;
  if (price === null || wish === null) return <p class="price muted">{w.absences.counting}</p>;
  if (price.kind === 'refused') return null;
  const cost =
    price.unit === 'd' ? w.general.day(amount(price.duration)) : w.general.hoursOf(amount(price.duration));
  const year = yearOf(who.value?.user_id ?? 0, wish.from_date);
  // What goes beyond the year costs days of two, and the server tells the sum.
  const isOfYear =
    type?.absence_type_id === 1 && price.unit === 'd' && wish.to_date <= (year?.period_to ?? '');
  const left = (year?.holiday_available ?? 0) - price.duration;
  return (
    <p class="price" role="status">
      <strong>{w.absences.costs(cost)}</strong>
      {isOfYear && <span class="muted"> · {w.absences.leaves(amount(left))}</span>}
    </p>
  );
}
