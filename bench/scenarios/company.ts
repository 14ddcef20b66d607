// What the size of a company costs: all its accounts counted from scratch, the days of a month of everybody, a correction of
// one person's first day. Each beside the same in a company of a tenth.
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { seedCompanies, type Company } from '../data/company.ts';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import { median } from '../measure/statistics.ts';
import { note } from '../note.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { startService, type Service } from '../servers/service.ts';
import { watchCommand, type Watched } from '../servers/watched-command.ts';
import { correcting } from './late-change.ts';

/** The most that one answer holds. */
const page = 10_000;
/** Each round reads another month, as long as there are any: payroll reads rows that no client has read before. */
const bookedMonths = 10;

/** Every account must be what it should be: `accounts verify` fails else, and the scenario with it. */
export const company: Scenario = {
  name: 'company',
  run: async (bench) => {
    const command = resolve(bench.options.command);
    const fileOf = (people: number): string =>
      join(dirname(bench.fixture.fileOf('small')), `company-${people}.db`);
    const companies = await seedCompanies(command, { sizes: bench.options.companies, fileOf });
    const rebuilt: Watched[] = [];
    for (const one of companies) rebuilt.push(await rebuild(command, one));
    const services: Service[] = [];
    try {
      for (const { access } of companies) services.push(await startService(access));
      return [...measureRebuild(companies, rebuilt), ...(await measureServices(bench, companies, services))];
    } finally {
      for (const service of services) await service.stop();
      for (const { access } of companies) rmSync(access.file);
    }
  },
};

async function rebuild(command: string, { access, bookings }: Company): Promise<Watched> {
  const place = [access.account, '--database', `sqlite:${access.file}`];
  const watched = await watchCommand(command, ['accounts', 'rebuild', ...place]);
  note(`company: rebuilt ${textOf(bookings, watched)}`);
  await watchCommand(command, ['accounts', 'verify', ...place]);
  return watched;
}

function measureRebuild(companies: readonly Company[], rebuilt: readonly Watched[]): readonly Measurement[] {
  const [less, more] = lastTwo(companies);
  const [small, large] = lastTwo(rebuilt);
  const each = companies.map(({ bookings }, index) => textOf(bookings, rebuilt[index] as Watched));
  return [
    {
      target: 'rebuildTime',
      value: large.seconds / more.people / (small.seconds / less.people),
      detail: each.join('; '),
    },
    {
      target: 'rebuildMemory',
      value: large.megabytes / small.megabytes,
      detail: `${large.megabytes.toFixed(0)} / ${small.megabytes.toFixed(0)} MB of its own at the most`,
    },
  ];
}

function textOf(bookings: number, { seconds, megabytes }: Watched): string {
  return `${count(bookings)} bookings ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
}

async function measureServices(
  { options }: Bench,
  companies: readonly Company[],
  services: readonly Service[],
): Promise<readonly Measurement[]> {
  const parts = companies.map((life, index) => ({ life, service: services[index] as Service }));
  const months = await inTurn(
    parts.map((part) => {
      let ago = 0;
      return () => readMonth(part, (ago = (ago % bookedMonths) + 1));
    }),
    options,
  );
  const corrected = await inTurn(
    parts.map((part) => {
      const load = correcting(part, 1);
      return async () => median((await runLoad(load, options.seconds)).latencies);
    }),
    options,
  );
  const text = (rounds: readonly (readonly number[])[], digits: number): string =>
    companies
      .map(({ people }, side) => {
        const time = median(rounds.map((row) => row[side] ?? NaN));
        return `${count(people)} people ${time.toFixed(digits)} ms`;
      })
      .join(', ');
  const [small, large] = [companies.length - 2, companies.length - 1];
  const [less, more] = lastTwo(companies);
  return [
    {
      target: 'monthOfAll',
      value: medianRatio(months, large, small) / (more.people / less.people),
      detail: `${text(months, 0)}, in answers of ${count(page)}`,
    },
    { target: 'lateChangePeople', value: medianRatio(corrected, large, small), detail: text(corrected, 1) },
  ];
}

/** Reads the days of everybody in the month so many months ago; answers the milliseconds it took. */
async function readMonth(
  { life, service }: { readonly life: Company; readonly service: Service },
  ago: number,
): Promise<number> {
  const today = Temporal.PlainDate.from(new Date().toISOString().slice(0, 10));
  const from = today.with({ day: 1 }).subtract({ months: ago });
  const to = from.add({ months: 1 }).subtract({ days: 1 });
  const filter = `date=${from.toString()}%7C${to.toString()}&_op__date=betw&_limit=${page}`;
  const started = performance.now();
  let rows = 0;
  for (let last = 0; ;) {
    const after = `id=${last}&_op__id=gt`;
    const { envelope } = await service.send('GET', `timesheetAccountings/read?${filter}&${after}`);
    rows += envelope.Results.length;
    if (envelope.Results.length < page) break;
    last = Number(envelope.Results.at(-1)?.['id']);
  }
  const took = performance.now() - started;
  if (rows !== life.people * to.day)
    throw new Error(`${rows} days of ${life.people} people in ${to.day} days`);
  return took;
}

function lastTwo<T>(all: readonly T[]): readonly [T, T] {
  return [all.at(-2) as T, all.at(-1) as T];
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
