// A working day of a company as a list of steps: who does what, at which minute. It knows no HTTP, no ids and no clock.
import { between, oneOf, randomFrom, shuffled, type Random } from '../../support/random.ts';

/** How a user reports times. */
export type Way = 'terminal' | 'phone' | 'field';

/** A user of the company; a department has twenty users, and the first of them leads it. */
export interface Member {
  readonly way: Way;
  readonly department: number;
  readonly leads: boolean;
  /** May change their own times; others ask for it. */
  readonly postDates: boolean;
}

/** What a phone recorded without connection; a task begins, or (`null`) work ends. */
export interface Recorded {
  readonly minute: number;
  readonly task: number | null;
}

/** One action; tasks are numbers into the company's list, 0 is the break. `pick` chooses among own trackings. */
export type Deed =
  | { readonly kind: 'start'; readonly task: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'upload'; readonly recorded: readonly Recorded[] }
  /** Makes a tracking shorter, to this share of its length. */
  | { readonly kind: 'correct' | 'ask'; readonly pick: number; readonly share: number }
  | { readonly kind: 'insertBreak' | 'split' | 'remove'; readonly pick: number; readonly task: number }
  | { readonly kind: 'decide' | 'decideAbsence'; readonly verb: 'approve' | 'reject' }
  | { readonly kind: 'approveDay'; readonly whose: number }
  /** A week off. */
  | { readonly kind: 'askAbsence'; readonly inWeeks: number }
  | { readonly kind: 'overview' | 'synchronise' };

/** A deed with its time, in minutes from midnight. */
export interface Step {
  readonly minute: number;
  /** A member, or a terminal: one stands in each two departments. */
  readonly who: { readonly member: number } | { readonly terminal: number };
  readonly deed: Deed;
}

/** The company and its day, the steps in order of time. */
export interface CompanyDay {
  readonly members: readonly Member[];
  readonly terminals: number;
  readonly steps: readonly Step[];
}

/** Tasks of the company: the break and what people work on. */
export const taskCount = 6;
const inDepartment = 20;
const lunch = { earliest: 11 * 60 + 20, latest: 13 * 60 };
const evening = 20 * 60;

/** How large the company is, and how often its terminals ask for news, in minutes. */
export interface CompanyOptions {
  readonly people: number;
  readonly pollEvery: number;
  readonly seed: number;
}

/** A day of a company: the same for the same seed. */
export function companyDay({ people, pollEvery, seed }: CompanyOptions): CompanyDay {
  const random = randomFrom(seed);
  const members = Array.from({ length: people }, (_, index) => memberOf(random, index));
  const terminals = Math.ceil(people / (2 * inDepartment));
  const steps = [
    ...members.flatMap((member, index) => stepsOf(random, member, index)),
    ...members.flatMap((member, index) => (member.leads ? leadingOf(random, members, index) : [])),
    ...Array.from({ length: terminals }, (_, terminal) => pollsOf(terminal, pollEvery)).flat(),
  ];
  return { members, terminals, steps: steps.toSorted((a, b) => a.minute - b.minute) };
}

/** The terminal of a user's department. */
export function terminalOf({ department }: Member): number {
  return Math.floor(department / 2);
}

function memberOf(random: Random, index: number): Member {
  const leads = index % inDepartment === 0;
  const chance = random();
  const way = leads || chance < 0.4 ? 'phone' : chance < 0.88 ? 'terminal' : 'field';
  const postDates = leads || way === 'field' || random() < 0.7;
  return { way, department: Math.floor(index / inDepartment), leads, postDates };
}

/** Of twenty people one is away; the others come between six and ten, most of them about eight. */
function stepsOf(random: Random, member: Member, index: number): readonly Step[] {
  if (!member.leads && random() < 0.05) return [];
  const comes = 360 + Math.round((240 * (random() + random() + random())) / 3);
  const recorded = workOf(random, comes);
  const leaves = recorded.at(-1)?.minute as number;
  const step = (minute: number, deed: Deed): Step => ({ minute, who: { member: index }, deed });
  const told =
    member.way === 'field'
      ? uploadsOf(random, recorded).map(({ minute, deed }) => step(minute, deed))
      : recorded.map(({ minute, task }) =>
          step(minute, task === null ? { kind: 'stop' } : { kind: 'start', task }),
        );
  const synchronised = member.way === 'phone' ? every(20, comes + 1, leaves) : [];
  return [
    ...told,
    ...synchronised.map((minute) => step(minute, { kind: 'synchronise' })),
    ...afterwards(random, member).map((deed, place) => step(leaves + 3 + 2 * place, deed)),
  ];
}

/** Tasks with a break about noon, at least a quarter of an hour apart, and the end. */
function workOf(random: Random, comes: number): readonly Recorded[] {
  const leaves = Math.min(evening - 60, comes + between(random, 420, 570));
  const eats = between(random, lunch.earliest, Math.min(lunch.latest, leaves - 90));
  const back = eats + between(random, 25, 60);
  const switches = Array.from({ length: between(random, 0, 4) }, () => between(random, comes, leaves));
  const clear = switches.filter((minute) => Math.min(minute - comes, leaves - minute) >= 15);
  const apart = clear.filter(
    (minute, index) =>
      (minute < eats - 15 || minute > back + 15) &&
      clear.slice(0, index).every((other) => Math.abs(other - minute) >= 15),
  );
  const work = (minute: number): Recorded => ({ minute, task: between(random, 1, taskCount - 1) });
  const begun = [...[comes, ...apart, back].map(work), { minute: eats, task: 0 }];
  return [...begun.toSorted((a, b) => a.minute - b.minute), { minute: leaves, task: null }];
}

/** When they eat and in the evening, out of order; some of it is sent again. */
function uploadsOf(
  random: Random,
  recorded: readonly Recorded[],
): readonly { readonly minute: number; readonly deed: Deed }[] {
  const last = recorded.at(-1)?.minute as number;
  const noon = (recorded.find(({ task }) => task === 0)?.minute as number) + 1;
  const [early, late] = [true, false].map((is) => recorded.filter(({ minute }) => minute < noon === is));
  const upload = (minute: number, all: readonly Recorded[] = []): { minute: number; deed: Deed } => ({
    minute,
    deed: { kind: 'upload', recorded: shuffled(random, all) },
  });
  const again = recorded.filter(() => random() < 0.2);
  return [
    upload(noon, early),
    upload(last + 1, late),
    ...(again.length === 0 ? [] : [upload(last + 2, again)]),
  ];
}

/** What some find to be wrong when they leave, and who wants to be away some day. */
function afterwards(random: Random, { postDates }: Member): readonly Deed[] {
  const pick = between(random, 0, 99);
  const task = between(random, 1, taskCount - 1);
  const share = oneOf(random, [0.5, 0.75, 0.9]);
  const own: readonly Deed[] = [
    { kind: 'correct', pick, share },
    { kind: 'insertBreak', pick, task: 0 },
    { kind: 'split', pick, task },
    { kind: 'remove', pick, task },
  ];
  const deeds: readonly Deed[] = postDates ? own : [{ kind: 'ask', pick, share }];
  const away: Deed = { kind: 'askAbsence', inWeeks: between(random, 2, 9) };
  return [
    ...deeds.filter(
      (_, index) => random() < (postDates ? ([0.12, 0.06, 0.04, 0.02][index] as number) : 0.25),
    ),
    ...(random() < 0.06 ? [away] : []),
  ];
}

/** Looks at who is there every quarter of an hour, decides now and then, and approves the days at the end. */
function leadingOf(random: Random, members: readonly Member[], leader: number): readonly Step[] {
  const { department } = members[leader] as Member;
  const step = (minute: number, deed: Deed): Step => ({ minute, who: { member: leader }, deed });
  const verb = (): 'approve' | 'reject' => (random() < 0.8 ? 'approve' : 'reject');
  const team = members.flatMap((member, index) =>
    member.department === department && index !== leader ? [index] : [],
  );
  const from = 9 * 60 + between(random, 0, 14);
  return [
    ...every(15, from, evening).map((minute) => step(minute, { kind: 'overview' })),
    ...every(30, from + 3, evening).map((minute) => step(minute, { kind: 'decide', verb: verb() })),
    ...every(60, from + 5, evening).map((minute) => step(minute, { kind: 'decideAbsence', verb: verb() })),
    ...team.map((whose, place) => step(evening + place, { kind: 'approveDay', whose })),
  ];
}

function pollsOf(terminal: number, pollEvery: number): readonly Step[] {
  return every(pollEvery, 6 * 60, evening).map((minute) => ({
    minute,
    who: { terminal },
    deed: { kind: 'synchronise' },
  }));
}

function every(minutes: number, from: number, until: number): readonly number[] {
  const count = Math.max(0, Math.floor((until - from) / minutes));
  return Array.from({ length: count }, (_, index) => from + index * minutes);
}
