// Plays minutes of a company's day faster than they pass, and measures every answer. The steps come when they are due,
// whether or not the ones before have been answered: a service that is too slow gets no rest.
import { setTimeout as delay } from 'node:timers/promises';
import { perform, type Stage } from '../../test/time-tracking/company-day/perform.ts';
import type { Company } from '../../test/time-tracking/company-day/company.ts';
import type { Step } from '../../test/time-tracking/company-day/day.ts';
import type { Answer, Client } from '../../test/support/client.ts';

/** What to play: steps of one company or several, each with its company. */
export interface Part {
  readonly company: Company;
  readonly steps: readonly Step[];
}

/** From which minute on, for how long, and how many times as fast as they pass. */
export interface Pace {
  readonly from: number;
  readonly seconds: number;
  readonly speed: number;
  /** How many times these companies have played before. */
  readonly round: number;
}

/** What came of it. */
export interface Played {
  /** Milliseconds from each request to its whole answer. */
  readonly latencies: readonly number[];
  /** Milliseconds from when the last step was due until everything was answered. */
  readonly overtime: number;
  /** Requests a second, up to the last answer. */
  readonly rate: number;
}

/** Plays; throws at the first answer that is no success. */
export async function play(parts: readonly Part[], pace: Pace): Promise<Played> {
  const latencies: number[] = [];
  const started = { wall: Date.now(), clock: performance.now() };
  const wallAt = (minute: number): number => ((minute - pace.from) * 60_000) / pace.speed;
  const acting = parts.flatMap(({ company, steps }) => {
    const stage: Stage = {
      company: watched(company, (milliseconds) => void latencies.push(milliseconds)),
      date: textOf(started.wall).slice(0, 10),
      timezone: 'UTC',
      textAt: (minute) => textOf(started.wall + wallAt(minute)),
      round: pace.round,
      since: new Map(),
    };
    const due = withinPace(steps, pace).map(({ step, minute }) => ({ step, at: wallAt(minute) }));
    return [...Map.groupBy(due, ({ step }) => JSON.stringify(step.who)).values()].map((own) =>
      inTurn(own, stage, started.clock),
    );
  });
  await Promise.all(acting);
  const took = performance.now() - started.clock;
  return {
    latencies,
    overtime: Math.max(0, took - pace.seconds * 1000),
    rate: (latencies.length * 1000) / took,
  };
}

/** The minute from which on so many minutes have the most steps. */
export function busiestFrom(steps: readonly Step[], minutes: number): number {
  const starts = [...new Set(steps.map(({ minute }) => minute))];
  const count = (from: number): number =>
    steps.filter(({ minute }) => minute >= from && minute < from + minutes).length;
  return starts.reduce((best, from) => (count(from) > count(best) ? from : best), starts[0] ?? 0);
}

/** Those that fall into the time, the steps of one minute spread over it. What phones recorded before was never played. */
function withinPace(
  steps: readonly Step[],
  { from, seconds, speed }: Pace,
): readonly { readonly step: Step; readonly minute: number }[] {
  const until = from + (seconds * speed) / 60;
  return [...Map.groupBy(steps, ({ minute }) => minute).values()].flatMap((together) =>
    together
      .map((step, index) => ({ step: since(step, from), minute: step.minute + index / together.length }))
      .filter(({ minute }) => minute >= from && minute < until),
  );
}

function since(step: Step, from: number): Step {
  if (step.deed.kind !== 'upload') return step;
  const recorded = step.deed.recorded.filter(({ minute }) => minute >= from);
  return { ...step, deed: { ...step.deed, recorded } };
}

async function inTurn(
  due: readonly { readonly step: Step; readonly at: number }[],
  stage: Stage,
  started: number,
): Promise<void> {
  for (const { step, at } of due) {
    await delay(Math.max(0, started + at - performance.now()));
    await perform(step, stage);
  }
}

/** The company with clients whose answers are timed. */
function watched(company: Company, note: (milliseconds: number) => void): Company {
  const timed = async (asked: Promise<Answer>): Promise<Answer> => {
    const sent = performance.now();
    const answer = await asked;
    note(performance.now() - sent);
    return answer;
  };
  const watch = (client: Client): Client => ({
    ...client,
    get: (...given) => timed(client.get(...given)),
    post: (...given) => timed(client.post(...given)),
    put: (...given) => timed(client.put(...given)),
    delete: (...given) => timed(client.delete(...given)),
  });
  const all = <T extends { readonly client: Client }>(people: readonly T[]): readonly T[] =>
    people.map((one) => ({ ...one, client: watch(one.client) }));
  return { ...company, members: all(company.members), terminals: all(company.terminals) };
}

function textOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
