// The busiest minutes of a company's day, played faster than they pass: a company of 200 at fifty times its pace; then a
// company of 1,000 at ever higher ones, until answers come late. That many times its people is what one process carries.
import { createClient, fetchToken, type Client } from '../../test/support/client.ts';
import { password } from '../../test/support/installation.ts';
import { foundCompany } from '../../test/time-tracking/company-day/company.ts';
import { companyDay, type CompanyDay } from '../../test/time-tracking/company-day/day.ts';
import { percentile, median } from '../measure/statistics.ts';
import { busiestFrom, play, type Part, type Played } from '../replay/play.ts';
import { watchBooks } from '../replay/watch-books.ts';
import type { Bench, Measurement, Scenario } from '../scenario.ts';
import type { Service } from '../servers/service.ts';

const pace = 50;
/** The first company is the one of 200; the ladder has both. */
const sizes = [200, 800];
const speeds = [50, 100, 200, 300, 400, 600, 800];
/** What counts as late: the slowest of a hundred answers, and how long the last ones may take. */
const limits = { p99: 100, overtime: 1000 };

/** Founds the companies with cheap passwords, then measures a service with all defaults. */
export const replay: Scenario = {
  name: 'replay',
  run: async (bench) => {
    const cheap = ['--argon2-memory', '64 KiB', '--argon2-iterations', '1'];
    const founding = await bench.fixture.start('replay', cheap);
    const found = await foundAll(bench, founding).finally(() => founding.stop());
    const service = await bench.fixture.start('replay');
    try {
      const parts = found.map((part) => moved(part, service, bench.fixture.account));
      return await measure(bench, parts, machineOf(bench, service));
    } finally {
      await service.stop();
    }
  },
};

function machineOf({ fixture }: Bench, { origin, headers }: Service): Client {
  const token = (headers['authorization'] ?? '').replace('Bearer ', '');
  return createClient({ address: origin, account: fixture.account }, token);
}

async function foundAll(bench: Bench, service: Service): Promise<readonly Part[]> {
  const { fixture } = bench;
  const where = { address: service.origin, account: fixture.account };
  const client = {
    client_id: fixture.credentials.clientId,
    client_secret: fixture.credentials.clientSecret,
  };
  // One after the other: the service refuses what is more than a few at once.
  let before: Promise<unknown> = Promise.resolve();
  const login = (username: string): Promise<Client> => {
    const turn = before.then(() => loginOf(username));
    before = turn;
    return turn;
  };
  const loginOf = async (username: string): Promise<Client> => {
    const answer = await fetchToken(where, { grant_type: 'password', ...client, username, password });
    return createClient(where, answer.access_token);
  };
  const machine = machineOf(bench, service);
  const parts: Part[] = [];
  for (const people of sizes) {
    const day: CompanyDay = companyDay({ people, pollEvery: 1, seed: people });
    const founding = { machine, login, timezone: 'UTC', since: new Date().toISOString().slice(0, 10) };
    const company = await foundCompany(day, { ...founding, name: `of-${people}` });
    parts.push({ company, steps: day.steps });
  }
  return parts;
}

/** The same people before another server of the same database. */
function moved({ company, steps }: Part, { origin }: Service, account: string): Part {
  const there = <T extends { readonly client: Client }>(people: readonly T[]): readonly T[] =>
    people.map((one) => ({
      ...one,
      client: createClient({ address: origin, account }, one.client.token),
    }));
  return {
    company: { ...company, members: there(company.members), terminals: there(company.terminals) },
    steps,
  };
}

async function measure(
  { options }: Bench,
  parts: readonly Part[],
  machine: Client,
): Promise<readonly Measurement[]> {
  let round = 0;
  const playAt = (playing: readonly Part[], speed: number, seconds: number): Promise<Played> => {
    const from = busiestFrom(
      playing.flatMap(({ steps }) => steps),
      (seconds * speed) / 60,
    );
    return play(playing, { from, seconds, speed, round: (round += 1) });
  };
  const first = parts.slice(0, 1);
  // Looking into the books takes time of its own: not while answers are measured.
  const { checks } = await watchBooks(machine, () => playAt(first, pace, options.replaySeconds));
  const usual = await playAt(first, pace, 2 * options.replaySeconds);
  const people = sizes.reduce((sum, size) => sum + size, 0);
  let carried = { people: 0, text: 'no pace' };
  let late = 'nothing';
  for (const speed of speeds) {
    const played = await playAt(parts, speed, options.replaySeconds);
    const text = `${speed}×: ${described(played)}`;
    if (percentile(played.latencies, 0.99) > limits.p99 || played.overtime > limits.overtime) {
      late = text;
      break;
    }
    carried = { people: people * speed, text };
  }
  return [
    {
      target: 'replay',
      value: percentile(usual.latencies, 0.99),
      detail: `${described(usual)}, no error in ${usual.latencies.length.toLocaleString('en-US')} requests, books right at ${checks} moments`,
    },
    {
      target: 'people',
      value: carried.people,
      detail: `${people.toLocaleString('en-US')} at ${carried.text}; too late: ${late}`,
    },
  ];
}

function described({ latencies, rate }: Played): string {
  const [half, most] = [median(latencies), percentile(latencies, 0.99)].map((value) => value.toFixed(1));
  return `${Math.round(rate)} requests a second, median ${half} ms, p99 ${most} ms`;
}
