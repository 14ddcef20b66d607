// Trackings of one day in clock times, for the tests of overlapping trackings.
import type { Answer, Client, Envelope } from '../support/client.ts';
import type { Place } from '../support/on-every-engine.ts';
import { booking, hire, type Times } from './booking.ts';

/** The day on which it all happens. */
export const day = '2025-03-03';

/** From and to; `null`: it runs. */
export type Slot = readonly [start: string, end: string | null];

/** Every call creates a new user and answers the id. */
export function personOf(place: Place): () => Promise<number> {
  let number = 0;
  return () => hire(place.machine, `person-${(number += 1)}`);
}

/** Books the time for the person. */
export function book(client: Client, person: number, start: string, end: string | null): Promise<Answer> {
  return client.post('timeTrackings/create', spanOf(person, start, end));
}

/** The body of such a booking. */
export function spanOf(person: number, start: string, end: string | null): Envelope {
  const times: Times = { start: `${day} ${start}`, end: end === null ? null : `${day} ${end}` };
  return booking(person, times);
}

/** The line of the daybook that such a booking makes. */
export function span(start: string, end: string | null): string {
  const clock = (time: string): string => `${day} ${time.length === 5 ? `${time}:00` : time}`;
  return `${clock(start)} – ${end === null ? 'running' : clock(end)}`;
}
