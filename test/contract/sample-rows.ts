// Random rows of resources that together have every field type, with many ties and empty fields.
import fc from 'fast-check';
import type { Client } from '../support/client.ts';
import { rowsOf, type Shown } from '../support/expectations.ts';

/** Letters whose order, case and meaning in patterns have gone wrong somewhere before. */
export const trickyText = fc
  .array(fc.constantFrom(...'aAbBzZäÄßéÉжЖσςΣñ漢😀%_\\\'" .19'), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(''));

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { nil: null, freq: 4 });
const two = (number: number): string => String(number).padStart(2, '0');
const date = fc
  .tuple(fc.constantFrom(2024, 2026), fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 9, 28))
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 30), fc.constantFrom(0, 5))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}:${two(second)}`);

/** A field to test with: where it is, and values of its type. */
export interface SampleField {
  readonly type: string;
  readonly resource: 'tasks' | 'checkpoints' | 'checkpointTrackings';
  readonly field: string;
  readonly values: fc.Arbitrary<string | number>;
}

const hundredths = fc.integer({ min: 0, max: 1500 }).map((units) => units / 100);
const degrees = fc.integer({ min: -30, max: 30 }).map((units) => units / 10_000_000);
const dateTime = fc.tuple(date, time).map(([day, clock]) => `${day} ${clock}`);

/** One field of each type. */
export const sampleFields: readonly SampleField[] = [
  { type: 'Integer', resource: 'tasks', field: 'priority', values: fc.integer({ min: -12, max: 12 }) },
  { type: 'String', resource: 'tasks', field: 't_iv_1', values: trickyText },
  { type: 'Boolean', resource: 'tasks', field: 'is_billable', values: fc.constantFrom(0, 1) },
  { type: 'Decimal', resource: 'tasks', field: 'target_duration', values: hundredths },
  { type: 'Date', resource: 'tasks', field: 'deadline', values: date },
  { type: 'DateTime of the server', resource: 'tasks', field: 'last_started', values: dateTime },
  { type: 'DateTime on local clocks', resource: 'checkpointTrackings', field: 'timestamp', values: dateTime },
  { type: 'Decimal of a position', resource: 'checkpointTrackings', field: 'geo_lat', values: degrees },
  { type: 'Time', resource: 'checkpoints', field: 'start_time', values: time },
];

const task = fc.record({
  name: trickyText,
  t_iv_1: maybe(trickyText),
  priority: maybe(fc.integer({ min: -12, max: 12 })),
  is_billable: fc.constantFrom(0, 1),
  target_duration: maybe(hundredths),
  deadline: maybe(date),
  last_started: maybe(dateTime),
});
const checkpoint = fc.record({ name: trickyText, start_time: maybe(time) });
const checkpointTracking = fc.record({ timestamp: dateTime, geo_lat: maybe(degrees) });

/** The rows by resource, as a read shows them. */
export type SampleRows = Readonly<Record<SampleField['resource'], readonly Shown[]>>;

/** Creates them below a project, and reads all rows of the resources back. */
export async function createSampleRows(client: Client, seed: number): Promise<SampleRows> {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
    fc.sample(arbitrary, { seed, numRuns: count });
  await createAll(
    client,
    'tasks',
    sample(task, 90).map((row) => ({ ...row, mother_id: 3 })),
  );
  const [gate] = await createAll(client, 'checkpoints', sample(checkpoint, 60));
  const tracking = await client.create('timeTrackings', {
    user_id: 1,
    task_id: 4,
    start_time: '2026-03-02 08:00:00',
    start_time_timezone: 'UTC',
    end_time: '2026-03-02 09:00:00',
    end_time_timezone: 'UTC',
  });
  const link = { checkpoint_id: gate?.['id'], time_tracking_id: tracking['id'], timezone: 'UTC' };
  await createAll(
    client,
    'checkpointTrackings',
    sample(checkpointTracking, 60).map((row) => ({ ...row, ...link })),
  );
  const all = async (resource: string): Promise<readonly Shown[]> =>
    rowsOf(await client.get(`${resource}/read`, { _limit: 10_000 }));
  return {
    tasks: await all('tasks'),
    checkpoints: await all('checkpoints'),
    checkpointTrackings: await all('checkpointTrackings'),
  };
}

async function createAll(
  client: Client,
  resource: string,
  entities: readonly object[],
): Promise<readonly Shown[]> {
  const items = rowsOf(await client.post(`${resource}/create`, entities));
  return items.flatMap((item) => item['Results'] as Shown[]);
}
