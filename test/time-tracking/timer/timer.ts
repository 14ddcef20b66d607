// Tests of the timer: a clock that a test sets, and short calls for a user.
import assert from 'node:assert/strict';
import type { Place } from '../../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../../support/client.ts';
import type { Installation } from '../../support/installation.ts';
import { daybook, hire } from '../booking.ts';

/** The stories begin on 2026-06-02. Tokens outlive a story's days. */
export const timerOptions = { startsAt: '2026-06-01T00:00:00Z', flags: { 'access-token-lifetime': '30d' } };

/** Lets the installation's clock stand at a moment of UTC: `2026-06-01 10:00`, with seconds if they matter. */
export function setClock({ clock }: Installation, moment: string): void {
  // Half a second past, so that what the test itself takes never turns the second.
  const instant = Date.parse(`${moment.replace(' ', 'T')}Z`) + 500;
  const still: PropertyDescriptor = { get: () => instant - Date.now(), configurable: true };
  Object.defineProperty(clock, 'shift', still);
}

/** The clock of a block of stories, which goes on from day to day: the server's own never goes back. */
export function storyClock(place: Place): {
  /** Begins the next day at this time; answers its date. */
  today(time: string): string;
  /** Sets the clock to a time of the day. */
  at(time: string): void;
} {
  let day = Date.UTC(2026, 5, 1);
  const date = (): string => new Date(day).toISOString().slice(0, 10);
  const at = (time: string): void => setClock(place.installation, `${date()} ${time}`);
  const today = (time: string): string => {
    day += 86_400_000;
    at(time);
    return date();
  };
  return { today, at };
}

/** The timer calls of one user. */
export interface Timer {
  readonly person: number;
  readonly client: Client;
  start(body?: object): Promise<Answer>;
  stop(body?: object): Promise<Answer>;
  toggle(body?: object): Promise<Answer>;
  /** The running tracking, if any. */
  current(): Promise<Envelope | undefined>;
  /** All trackings, as in the daybook. */
  days(): Promise<readonly string[]>;
}

/** Creates a user in UTC and answers the timer; set the clock first. */
export async function hireWithTimer(place: Place, name: string, more: object = {}): Promise<Timer> {
  const person = await hire(place.machine, name, { timezone: 'UTC', ...more });
  return timerOf(person, await place.account.login(name), place.machine);
}

/** The timer of a client that acts for the person; `reader` reads the daybook. */
export function timerOf(person: number, client: Client, reader: Client): Timer {
  return {
    person,
    client,
    start: (body = {}) => client.post('timeTrackings/start', body),
    stop: (body = {}) => client.put('timeTrackings/stop', body),
    toggle: (body = {}) => client.post('timeTrackings/toggle', body),
    current: async () => {
      const { json, text } = await reader.get('timeTrackings/current', { user_id: person });
      assert.ok(json['Results'].length <= 1, text);
      return json['Results'][0];
    },
    days: () => daybook(reader, person),
  };
}

/** The rows of `Affected`. */
export function affected(answer: Answer, resource = 'timeTrackings'): readonly Envelope[] {
  return answer.json['Affected']?.[resource] ?? [];
}

/** The answer of a stop when nothing runs. */
export function assertNothing(answer: Answer): void {
  assert.deepEqual(
    [answer.status, answer.json['Success'], answer.json['NumResults'], answer.json['Results']],
    [200, true, 0, []],
    answer.text,
  );
}
