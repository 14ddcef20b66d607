// What an absence costs, as the server counts it, also while it is still being chosen; and what is left after it.
import { useEffect, useState } from 'preact/hooks';
import { formatBalance, secondsOfHours } from '../domain/duration.ts';
import type { Absence, Id } from '../domain/rows.ts';
import { priceOf, summaries, yearsOf, type AbsenceWish, type Price } from '../store/absences.ts';
import { who } from '../store/session.ts';
import { amount } from '../words/dates.ts';
import { words } from '../words/words.ts';

const patience = 250;

/** The price of a wish, asked anew a moment after it changed; an answer that comes late is dropped. */
export function usePrice(wish: AbsenceWish | null, onNew: () => void, person?: Id): Price | null {
  const [price, setPrice] = useState<Price | null>(null);
  const key = JSON.stringify({ ...wish, request_comment: null });
  useEffect(() => {
    if (wish === null) return undefined;
    let isCurrent = true;
    setPrice(null);
    onNew();
    const timer = setTimeout(() => {
      // A comment that is missing is said at its field, when the form is sent.
      void priceOf({ ...wish, request_comment: wish.request_comment ?? '–' }, person).then(
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

interface PriceProps {
  readonly wish: AbsenceWish | null;
  readonly price: Price | null;
  /** Whose absence it is, where it is not one's own. */
  readonly person?: Id | undefined;
}

/** What it would cost, and what would be left. */
export function PriceLine({ wish, price, person = who.value?.user_id ?? 0 }: PriceProps) {
  const w = words.value;
  if (price === null || wish === null) return <p class="price muted">{w.absences.counting}</p>;
  if (price.kind === 'refused') return null;
  const cost = (price.unit === 'd' ? w.general.day : w.general.hoursOf)(amount(price.duration));
  const left = leftAfter(person, wish, price);
  return (
    <p class="price" role="status">
      <strong>{w.absences.costs(cost)}</strong>
      {left !== null && <span class="muted"> · {left}</span>}
    </p>
  );
}

type Asked = Pick<Absence, 'type_id' | 'from_date' | 'to_date'>;
type Cost = Price & { readonly kind: 'price' };

/**
 * What is left after an absence, `cost` being what the account does not know of yet; `null`: it is not known. Of days the
 * server tells the sum only: not how many are of which year, and not how many hours they are.
 */
export function leftAfter(person: Id, { type_id, from_date, to_date }: Asked, cost?: Cost): string | null {
  const { leaves } = words.value.absences;
  const { duration = 0, unit } = cost ?? {};
  const overtime = summaries.value.get(person)?.overtime?.overtime_available;
  if (type_id === 2 && overtime !== undefined && unit !== 'd')
    return leaves(formatBalance(secondsOfHours(overtime - duration)));
  const years = type_id === 1 && unit !== 'hs' ? yearsOf(person, from_date, to_date) : [];
  const [first, second] = years.map(({ holiday_available: days }) => leaves(amount(days - duration)));
  if (second === undefined) return first ?? null;
  const [now = '', next = ''] = years.map((year) => year.period_from.slice(0, 4));
  return cost === undefined ? `${now}: ${first} · ${next}: ${second}` : null;
}
