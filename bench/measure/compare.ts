// Two or more sides measured in turn, A B A B …: machines swing by a third over minutes, ratios within a round do not.
import type { BenchOptions } from '../options.ts';
import { runLoad, type Load, type LoadResult } from './load.ts';
import { median } from './statistics.ts';

/** One side: what it does in its turn, and what it measured. */
export type Side<T> = () => Promise<T>;

/** How often the sides have their turn. */
export type Rounds = Pick<BenchOptions, 'warmUps' | 'rounds'>;

/** Runs the sides in turn, first to warm up. Answers a row of results for each round that counts. */
export async function inTurn<T>(
  sides: readonly Side<T>[],
  { warmUps, rounds }: Rounds,
): Promise<readonly (readonly T[])[]> {
  const results: T[][] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const row: T[] = [];
    for (const side of sides) row.push(await side());
    if (round >= 0) results.push(row);
  }
  return results;
}

/** The median over the rounds of one side's value divided by another's. */
export function medianRatio(rounds: readonly (readonly number[])[], side: number, other: number): number {
  return median(rounds.map((row) => (row[side] ?? NaN) / (row[other] ?? NaN)));
}

/** How the rates of two loads compare. */
export interface RateComparison {
  readonly ratio: number;
  readonly detail: string;
}

/** The rate of the first load divided by that of the second. */
export async function compareRates(
  loads: readonly [Load, Load],
  options: BenchOptions,
): Promise<RateComparison> {
  const sides = loads.map((load) => () => runLoad(load, options.seconds));
  const rounds = await inTurn(sides, options);
  const rates = rounds.map((row) => row.map(({ rate }) => rate));
  return {
    ratio: medianRatio(rates, 0, 1),
    detail: `${rateText(rounds, 0)} / ${rateText(rounds, 1)} a second`,
  };
}

/** The median rate of a side, with a mark where the client was the limit. */
export function rateText(rounds: readonly (readonly LoadResult[])[], side: number): string {
  const results = rounds.map((row) => row[side] as LoadResult);
  const bound = median(results.map(({ clientBusy }) => clientBusy)) > 0.97 ? ' (client-bound)' : '';
  return `${Math.round(median(results.map(({ rate }) => rate))).toLocaleString('en-US')}${bound}`;
}
