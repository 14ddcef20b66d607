// A client that acts on timers through one server after another. It records times, answers and the changelog entries
// of each act.
import assert from 'node:assert/strict';
import type { Envelope } from '../../support/client.ts';
import type { Entry, Seen } from '../../time-tracking/timer/linearise.ts';
import { bookedOf, carryOut, rowsOf, secondsOf, toldBy } from '../../time-tracking/timer/timer-acts.ts';
import { actOf, type Doing } from '../../time-tracking/timer/timer-doings.ts';
import type { EverywhereClient } from './several-servers.ts';

/** A user who acts, and one client of theirs for each server. No other client acts as this user. */
export interface Witness {
  readonly number: number;
  readonly userId: number;
  readonly clients: EverywhereClient;
  /** Whose timers the user may touch. */
  readonly people: readonly number[];
  /** Id of the last changelog entry that is known. */
  lastEntry: number;
}

/** What was seen of each person. */
export type Testimony = ReadonlyMap<number, Seen[]>;

/** Does it all, one after the other, on the server after the one before; `since` is in epoch milliseconds. */
export async function bearWitness(
  witness: Witness,
  doings: readonly Doing[],
  { since, testimony }: { since: number; testimony: Testimony },
): Promise<void> {
  for (const [index, one] of doings.entries()) {
    const [here, there, elsewhere] = [0, 1, 2].map(
      (step) => witness.clients[(witness.number + index + step) % 3],
    ) as [...EverywhereClient];
    const person = witness.people[one.person % witness.people.length] as number;
    const known = (await rowsOf(elsewhere, person)).map((row) => bookedOf(row, since));
    const note = `act ${witness.number}/${index}`;
    const act = actOf(one, { now: Math.floor(secondsAfter(since)), booked: known, note });
    if (act === null) continue;
    const sent = secondsAfter(since);
    const answer = await carryOut(here, act, { person, since, zone: 'UTC' });
    const answered = secondsAfter(since);
    assert.ok([200, 422].includes(answer.status), answer.text);
    const entries = await entriesOf(witness, there, since);
    testimony
      .get(person)
      ?.push({ client: witness.number, act, sent, answered, told: toldBy(answer), entries });
  }
}

/** What is new in the changelog of who acts. */
async function entriesOf(
  witness: Witness,
  client: EverywhereClient[number],
  since: number,
): Promise<readonly Entry[]> {
  const query = { change_user_id: witness.userId, id: witness.lastEntry, _op__id: 'gt', _limit: 1000 };
  const { json } = await client.get('timeTrackingChangelogs/read', query);
  const entries = (json['Results'] as Envelope[]).map((row) => entryOf(row, since));
  witness.lastEntry = entries.at(-1)?.id ?? witness.lastEntry;
  return entries;
}

/** A row of `timeTrackingChangelogs` as the judge has it. */
export function entryOf(row: Envelope, since: number): Entry {
  const at = (time: string | null): number | null => (time === null ? null : secondsOf(since, time));
  const start = at(row['new_start_time']);
  return {
    id: row['id'],
    at: at(row['change_timestamp']) as number,
    tracking: row['tracker_id'],
    row: start === null ? null : { start, end: at(row['new_end_time']), task: row['task_id'] },
  };
}

function secondsAfter(since: number): number {
  return (Date.now() - since) / 1000;
}
