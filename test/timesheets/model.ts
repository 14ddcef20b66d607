// A slow model of timesheets: plain facts, one date after the other. It knows neither HTTP nor a database nor the
// server's rules.

import { settledOn, type Settling } from './settling-model.ts';
import {
  automaticBreak,
  gapsOf,
  lackingBreak,
  lacksWeeklyRest,
  lengthOf,
  missesCore,
  rested,
  shortestRest,
  slices,
  weekOf,
  type Booking,
  type BreakModel,
  type CoreTime,
  type Ended,
  type Piece,
} from './booked-model.ts';

/** What a granted absence takes of a date: days, or hours where `inHours`. */
export interface Away {
  readonly kind: 'holiday' | 'sick_leave' | 'other_paid_leave' | 'overtime_reduction' | 'work';
  readonly value: number;
  readonly inHours: boolean;
}

/** How breaks count on a date. */
export interface Breaks {
  readonly model: BreakModel;
  /** Hours between bookings that are a break at most; 0: none is. */
  readonly longestGap: number;
  /** Minutes of break that are paid. */
  readonly paid: number;
}

/** What is known of a date before anybody works. */
export interface Known {
  readonly workday: boolean;
  /** Hours that the schedule asks for. */
  readonly hours: number;
  /** Whether a whole day of holiday costs half a day. */
  readonly half: boolean;
  /** Part of the day that is a public holiday. */
  readonly holiday: number;
  readonly away: readonly Away[];
  readonly core: CoreTime | null;
  readonly limits: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly rest: number | null;
  };
  readonly breaks: Breaks;
  /** Hours paid out. */
  readonly paidOut: number;
  /** Hours added by hand. */
  readonly added: number;
  /** Whether the day moves the balance. */
  readonly counts: boolean;
  /** Whether the day has begun: else it has no balance. */
  readonly begun: boolean;
  /** By what overtime is settled; left out: by nothing. */
  readonly settling?: Settling;
  /** Hours with which an account after another begins on the date; `null` or left out: none begins. */
  readonly beginsWith?: number | null;
  /** Amounts as they were when the day was approved. */
  readonly frozen: Amounts | null;
}

/** A day of the account as it is shown: hours with two digits, clock times, 1 and 0. */
export type Amounts = Readonly<Record<string, number | string | null>>;

const hour = 3600;

/** The dates of an account in order, each as it must be; `initial` hours came before. */
export function modelOf({
  dates,
  known,
  bookings,
  initial,
}: {
  readonly dates: readonly string[];
  readonly known: (date: string) => Known;
  readonly bookings: readonly Booking[];
  readonly initial: number;
}): ReadonlyMap<string, Amounts> {
  const pieces = bookings.flatMap(slices).toSorted((one, other) => one.start - other.start);
  const account = new Map<string, Amounts>();
  const workedOn = new Map<string, number>();
  let balance = Math.round(initial * hour);
  let [month, gain] = ['', 0];
  for (const date of dates) {
    const facts = known(date);
    const worked = weekOf(date).reduce(
      (sum, other) => (other < date ? sum + (workedOn.get(other) ?? 0) : sum),
      0,
    );
    const amounts =
      facts.frozen === null ? amountsOf(date, facts, { pieces, worked }) : frozenAmounts(facts.frozen);
    workedOn.set(date, amounts.working);
    if (date.slice(0, 7) !== month) [month, gain] = [date.slice(0, 7), 0];
    const moves = facts.counts && facts.begun;
    if (moves && facts.beginsWith != null) [balance, gain] = [Math.round(facts.beginsWith * hour), 0];
    const step =
      amounts.total - amounts.target + Math.round((facts.added - facts.paidOut) * hour) - amounts.reduction;
    if (moves) [balance, gain] = [balance + step, gain + step];
    const settled = settledBy(date, facts, { balance, gain });
    if (moves) [balance, gain] = [balance - settled, gain - settled];
    account.set(date, {
      ...amounts.shown,
      additions: shown(Math.round(facts.added * hour)),
      overtime_settled: shown(settled),
      overtime_paid: shown(Math.round(facts.paidOut * hour)),
      ...(facts.begun ? {} : { working_time_daily_balance: null }),
      working_time_total_balance: facts.begun ? shown(balance) : null,
    });
  }
  return account;
}

/** A day outside of the account settles nothing anew. */
function settledBy(
  date: string,
  { settling, counts, begun }: Known,
  standing: { readonly balance: number; readonly gain: number },
): number {
  if (settling === undefined || !begun) return 0;
  return counts ? settledOn(date, settling, standing) : (settling.kept ?? 0);
}

interface Counted {
  readonly working: number;
  readonly total: number;
  readonly target: number;
  readonly reduction: number;
  readonly shown: Amounts;
}

/** An approved day counts by its shown amounts: histories approve days of whole hundredths of hours only. */
function frozenAmounts(frozen: Amounts): Counted {
  const seconds = (name: string): number => Math.round((frozen[name] as number) * hour);
  return {
    working: seconds('working_time'),
    total: seconds('total_working_time'),
    target: seconds('target_working_hours'),
    reduction: seconds('overtime_reduction'),
    shown: frozen,
  };
}

function amountsOf(
  date: string,
  facts: Known,
  { pieces, worked }: { readonly pieces: readonly Piece[]; readonly worked: number },
): Counted {
  const frame = frameOf(facts);
  const own = pieces.filter((piece) => piece.date === date);
  const { model, longestGap, paid: paidQuota } = facts.breaks;
  const booked = own.filter((piece): piece is Ended => piece.end !== null);
  const gaps = gapsOf(booked);
  const isPause = ({ start, end }: Ended): boolean =>
    end - start >= model.part * 60 && end - start <= longestGap * hour;
  const ended = [...booked, ...gaps.filter(isPause)].toSorted((one, other) => one.start - other.start);
  const work = ended.filter(({ isBreak }) => !isBreak);
  const [first, last] = [
    Math.min(...work.map(({ start }) => start)),
    Math.max(...work.map(({ end }) => end)),
  ];
  const pauses = ended
    .filter(({ isBreak, start, end }) => isBreak && end > first && start < last)
    .map((piece) => ({ ...piece, start: Math.max(piece.start, first), end: Math.min(piece.end, last) }));
  const gross = lengthOf(work.filter(({ isPaid }) => !isPaid));
  const legal = rested(pauses, model);
  const automatic = automaticBreak(gross, legal, model);
  const working = gross - automatic;
  const inBreaks = lengthOf(pauses) + automatic;
  const paidPauses = lengthOf(pauses.filter(({ isPaid }) => isPaid));
  const paidBreak = Math.max(paidPauses, Math.min(inBreaks, paidQuota * 60));
  const travelled = lengthOf(ended.filter(({ isPaid }) => isPaid)) + paidBreak - paidPauses;
  const lacking = Math.max(0, frame.target - working - travelled);
  const paid = travelled + (lacking < frame.paid ? lacking : frame.paid);
  const missing = lackingBreak(
    working,
    { sum: legal.sum + automatic, longest: legal.longest + automatic },
    model,
  );
  const starts = own.filter(({ isBreak }) => !isBreak);
  return {
    working,
    total: working + paid,
    target: frame.target,
    reduction: frame.reduction,
    shown: {
      ...frame.shown,
      begin_time: starts[0]?.begins ?? null,
      end_time: starts.at(-1)?.ends ?? null,
      working_time: shown(working),
      paid_nonworking_time: shown(paid),
      total_working_time: shown(working + paid),
      total_working_time_incl_paid_non_working_time: shown(working + paid),
      working_time_daily_balance: shown(working + paid - frame.target),
      break: shown(inBreaks),
      paid_break: shown(paidBreak),
      unpaid_break: shown(inBreaks - paidBreak),
      unbooked_time: shown(lengthOf(gaps.filter((gap) => !isPause(gap)))),
      break_law_check: Math.ceil(missing / 60),
      break_law_violation: flag(missing > 0),
      law_limit_daily_hours_violation: flag(working > (facts.limits.daily ?? Infinity) * hour),
      law_limit_weekly_hours_violation: flag(
        working > 0 && worked + working > (facts.limits.weekly ?? Infinity) * hour,
      ),
      rest_period_violation: flag(shortestRest(date, pieces) < (facts.limits.rest ?? -1) * hour),
      rest_period_weekly_violation: flag(weekOf(date)[6] === date && lacksWeeklyRest(date, pieces)),
      core_time_violation: flag(
        facts.workday &&
          facts.holiday === 0 &&
          facts.away.length === 0 &&
          facts.core !== null &&
          starts.length > 0 &&
          missesCore(own, facts.core),
      ),
    },
  };
}

function frameOf({ workday, hours, half, holiday, away }: Known) {
  const full = workday ? Math.round(hours * hour * (1 - holiday)) : 0;
  const cost = workday ? (half ? 0.5 : 1) * (1 - holiday) : 0;
  const seconds = ({ value, inHours }: Away): number =>
    inHours ? Math.round(value * hour) : cost === 0 ? 0 : Math.round((full * value) / cost);
  const of = (...kinds: readonly Away['kind'][]): readonly Away[] =>
    away.filter(({ kind }) => kinds.includes(kind));
  const total = (list: readonly Away[], measure: (one: Away) => number): number =>
    list.reduce((sum, one) => sum + measure(one), 0);
  const shares = sharesOf({ away, full, cost }, seconds);
  const credited = total(of('holiday', 'sick_leave', 'other_paid_leave', 'overtime_reduction'), seconds);
  const target = Math.max(0, full - credited);
  const reduction = Math.min(full, total(of('overtime_reduction'), seconds));
  return {
    target,
    reduction,
    paid: Math.min(full, total(of('work'), seconds)),
    shown: {
      workday: flag(workday),
      target_working_hours: shown(target),
      overtime_reduction: shown(reduction),
      public_holiday: workday ? holiday : 0,
      holiday: shares.holiday,
      sick_leave: shares.sick_leave,
      other_paid_leave: shares.other_paid_leave,
    },
  };
}

/** Holiday first, then one after the other: each has what is rounded of all so far, less what those before have. */
function sharesOf(
  { away, full, cost }: { readonly away: readonly Away[]; readonly full: number; readonly cost: number },
  seconds: (one: Away) => number,
): Readonly<Record<Away['kind'], number>> {
  const shares = { holiday: 0, sick_leave: 0, other_paid_leave: 0, overtime_reduction: 0, work: 0 };
  const inOrder = [
    ...away.filter(({ kind }) => kind === 'holiday'),
    ...away.filter(({ kind }) => kind !== 'holiday'),
  ];
  let [taken, given] = [0, 0];
  for (const one of inOrder) {
    taken += seconds(one);
    const all = full === 0 ? 0 : Math.min(100 * cost, Math.round((100 * cost * taken) / full));
    shares[one.kind] += Math.max(0, all - given) / 100;
    given = Math.max(given, all);
  }
  for (const kind of Object.keys(shares) as Away['kind'][])
    shares[kind] = Math.round(100 * shares[kind]) / 100;
  return shares;
}

/** Hours with two digits, half a hundredth up. */
export function shown(seconds: number): number {
  return Math.floor((seconds + 18) / 36) / 100;
}

function flag(holds: boolean): number {
  return holds ? 1 : 0;
}
