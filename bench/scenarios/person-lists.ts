// Lists of one person as clients ask for them: the same in the large and in the small database, and beside a bare server.
import { againstBare } from '../measure/against-bare.ts';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { runLoad, walk } from '../measure/load.ts';
import { median } from '../measure/statistics.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { remembersNothing } from '../servers/service.ts';

/** Limits that make addresses differ, from a thousand to the largest that there is. */
const limits = 9_000;

/** Both databases hold it when the small one has 20,000 rows. */
const month = '1965-02-01%2000:00:00|1965-02-28%2023:59:59';
const shapes: Readonly<Record<string, string>> = {
  'first page': '',
  'first page by id': '&_order_by=id',
  month: `&_op__start_time=betw&start_time=${month}&_order_by=start_time`,
  'month by id': `&_op__start_time=betw&start_time=${month}`,
  day: '&start_date=1965-02-10',
  newest: '&_order_by=start_time&_order=desc&_limit=20',
  task: '&task_id=4',
  'not approved': '&approved_by_admin=0',
};

/** The dearest shape counts: its time in the large database divided by that in the small one. */
export const personLists: Scenario = {
  name: 'person-lists',
  run: async (bench) => [...(await sizes(bench)), ...(await months(bench))],
};

async function sizes({ options, fixture }: Bench): Promise<readonly Measurement[]> {
  const services = [
    await fixture.start('main', remembersNothing),
    await fixture.start('small', remembersNothing),
  ];
  const found: { readonly name: string; readonly ratio: number }[] = [];
  try {
    for (const [name, query] of Object.entries(shapes)) {
      const requests = fixture.people.slice(0, 20).map((id) => `timeTrackings/read?user_id=${id}${query}`);
      const sides = services.map(
        (service) => async () =>
          median((await runLoad(service.load(1, requests), options.seconds / 2)).latencies),
      );
      found.push({ name, ratio: medianRatio(await inTurn(sides, options), 0, 1) });
    }
  } finally {
    for (const service of services) await service.stop();
  }
  const detail = found.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', ');
  return [{ target: 'listsFlat', value: Math.max(...found.map(({ ratio }) => ratio)), detail }];
}

/** The month of each person, at addresses that no request had before: the server remembers the answers to others. */
async function months(bench: Bench): Promise<readonly Measurement[]> {
  const service = await bench.fixture.main();
  const { people } = bench.fixture;
  const list = (turn: number): string =>
    `timeTrackings/read?user_id=${people[turn % people.length]}${shapes['month']}`;
  const recorded = service.load(
    8,
    people.map((_, turn) => list(turn)),
  );
  const path = (turn: number): string =>
    service.path(`${list(Math.floor(turn / limits) + turn)}&_limit=${1_000 + (turn % limits)}`);
  return againstBare(bench, 'personMonth', service.load(8, [walk(path, service.headers)]), recorded);
}
