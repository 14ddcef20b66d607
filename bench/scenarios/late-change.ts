// A booking of the first day corrected after years: every balance since then moves before the answer. Beside it the same
// correction of last week's, and the same of people with a tenth and with five times of the years.
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Request } from 'autocannon';
import { dateOfTracking, seedWorkingLife, type WorkingLife } from '../data/working-life.ts';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { runLoad, type Load } from '../measure/load.ts';
import { median } from '../measure/statistics.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import { runCommand, startService, type Service } from '../servers/service.ts';

/** Years in stretches of ten weeks. No account begins before 1970: 56 years are the longest there is. */
const years = [
  { years: 1, tenWeeks: 5 },
  { years: 10, tenWeeks: 52 },
  { years: 56, tenWeeks: 292 },
];
const [shortest, usual, longest] = [0, 1, 2];

/** Counts the accounts, checks them before and after, and corrects by one client in turn. */
export const lateChange: Scenario = {
  name: 'late-change',
  run: async (bench) => {
    const command = resolve(bench.options.command);
    const lives: WorkingLife[] = [];
    for (const { years: length, tenWeeks } of years) {
      const file = join(dirname(bench.fixture.fileOf('small')), `worked-${length}.db`);
      const life = await seedWorkingLife(command, { file, tenWeeks });
      await runCommand(command, ['accounts', 'rebuild', ...placeOf(life)]);
      lives.push(life);
    }
    const services: Service[] = [];
    try {
      for (const { access } of lives) services.push(await startService(access));
      return await measure(bench, lives, services);
    } finally {
      for (const service of services) await service.stop();
      // Fails when an account is not what it should be after all the corrections.
      for (const life of lives) await runCommand(command, ['accounts', 'verify', ...placeOf(life)]);
      for (const { access } of lives) rmSync(access.file);
    }
  },
};

function placeOf({ access }: WorkingLife): readonly string[] {
  return [access.account, '--database', `sqlite:${access.file}`];
}

async function measure(
  { options }: Bench,
  lives: readonly WorkingLife[],
  services: readonly Service[],
): Promise<readonly Measurement[]> {
  const at = (index: number): { life: WorkingLife; service: Service } => ({
    life: lives[index] as WorkingLife,
    service: services[index] as Service,
  });
  const loads = [
    ...[usual, shortest, longest].map((index) => correcting(at(index), 1)),
    correcting(at(usual), at(usual).life.trackings - 1),
    ...[longest, shortest].map((index) => balanceOf(at(index))),
  ];
  const rounds = await inTurn(
    loads.map((load) => async () => median((await runLoad(load, options.seconds)).latencies)),
    options,
  );
  const text = (side: number): string => median(rounds.map((row) => row[side] ?? NaN)).toFixed(1);
  return [
    {
      target: 'lateChange',
      value: medianRatio(rounds, 0, 3),
      detail: `${text(0)} / ${text(3)} ms; first day of 1 year ${text(1)}, of 56 years ${text(2)} ms`,
    },
    {
      target: 'balanceYears',
      value: medianRatio(rounds, 4, 5),
      detail: `${text(4)} / ${text(5)} ms, one day's row by one client`,
    },
  ];
}

/** One client who makes the end of a booking half an hour earlier and later again, by turns. */
export function correcting(
  { life, service }: { readonly life: WorkingLife; readonly service: Service },
  id: number,
): Load {
  let turn = 0;
  const date = dateOfTracking(life, id);
  const update: Request = {
    setupRequest: () => ({
      method: 'PUT',
      path: service.path('timeTrackings/update'),
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id, end_time: `${date} ${(turn += 1) % 2 === 0 ? '12:00:00' : '11:30:00'}` }),
    }),
  };
  return service.load(1, [update]);
}

function balanceOf({ life, service }: { life: WorkingLife; service: Service }) {
  const date = dateOfTracking(life, life.trackings);
  return service.load(1, [`timesheetAccountings/read?user_id=${life.userId}&date=${date}`]);
}
