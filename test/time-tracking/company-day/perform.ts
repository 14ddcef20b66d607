// Performs the steps of a company's day as the programs of its people would: by their own requests, with what they read.
import type { Answer, Client, Envelope } from '../../support/client.ts';
import type { Acting, Company } from './company.ts';
import { specialLeave } from '../../absences/absence.ts';
import { terminalOf, type Deed, type Recorded, type Step } from './day.ts';

/** Where the day takes place, and which moments its minutes are. */
export interface Stage {
  readonly company: Company;
  /** The day, as approvals name it. */
  readonly date: string;
  readonly timezone: string;
  /** A minute on the clocks of the zone, as the wire writes it. */
  readonly textAt: (minute: number) => string;
  /** How many days the company has played before: names and weeks of a new one are others. */
  readonly round: number;
  /** What a client has synchronised so far: by token, its next `_since`. */
  readonly since: Map<string, string>;
}

/** Performs it, with one request or several; throws on every answer but success. */
export async function perform(step: Step, stage: Stage): Promise<void> {
  const { company } = stage;
  if ('terminal' in step.who)
    return synchronise((company.terminals[step.who.terminal] as Acting).client, stage);
  const member = company.members[step.who.member] as Company['members'][number];
  const { client, id } = member;
  const { deed } = step;
  switch (deed.kind) {
    case 'start':
    case 'stop': {
      const gate = company.terminals[terminalOf(member)] as Acting;
      const acting = member.way === 'terminal' ? gate.client : client;
      const task = deed.kind === 'start' ? { task_id: company.tasks[deed.task] as number } : {};
      return done(acting.post(`timeTrackings/${deed.kind}`, { user_id: id, ...task }));
    }
    case 'upload':
      for (const recorded of deed.recorded) await upload(client, recorded, stage);
      return undefined;
    case 'overview':
      return done(client.get('userStatusOverview/read', { _limit: 1000 }));
    case 'synchronise':
      return synchronise(client, stage);
    case 'decide':
    case 'decideAbsence':
      return decide(member, deed);
    case 'approveDay': {
      const { id: whose } = company.members[deed.whose] as Acting;
      return done(client.put('timesheetAccountings/approve', { user_id: whose, date: stage.date }));
    }
    case 'askAbsence': {
      const monday = mondayAfter(stage.date, deed.inWeeks + stage.round);
      const week = { from_date: monday, to_date: dateAfter(monday, 6) };
      return done(client.post('absences/create', { user_id: id, ...specialLeave, ...week }));
    }
    default:
      return change({ id, client }, deed, stage);
  }
}

type OwnChange = Extract<Deed, { readonly pick: number }>;

/** Changes one of the trackings of the day that have ended and can be cut. */
async function change({ id, client }: Acting, deed: OwnChange, stage: Stage): Promise<void> {
  const query = { user_id: id, _op__end_time: 'notnull', _order_by: 'start_time', _limit: 1000 };
  const rows = (await answered(client.get('timeTrackings/read', query))).json['Results'] as Envelope[];
  const cuttable = rows.filter(({ duration }) => duration >= 4);
  const row = cuttable[deed.pick % Math.max(1, cuttable.length)];
  if (row === undefined) return;
  const { id: tracking, start_time: start, duration } = row;
  const after = (share: number): string => later(start, Math.round(duration * share));
  switch (deed.kind) {
    case 'correct':
      return done(client.put(`timeTrackings/update/${tracking}`, { end_time: after(deed.share) }));
    case 'ask': {
      const asked = { end_time: after(deed.share), _request_user_comment: 'I left earlier' };
      return done(client.put(`timeTrackings/update/${tracking}`, asked));
    }
    case 'insertBreak': {
      const times = { start_time: after(0.25), end_time: after(0.75) };
      const zones = { start_time_timezone: stage.timezone, end_time_timezone: stage.timezone };
      const task = { user_id: id, task_id: stage.company.tasks[deed.task] as number };
      const body = { ...task, ...times, ...zones, _insert_into_conflicting: 1 };
      return done(client.post('timeTrackings/create', body));
    }
    case 'split': {
      const cut = { time: after(0.5), timezone: stage.timezone, task_id: stage.company.tasks[deed.task] };
      return done(client.put(`timeTrackings/split/${tracking}`, cut));
    }
    case 'remove':
      return done(client.delete(`timeTrackings/delete/${tracking}`));
  }
}

/** Both names are said, so that what is sent again counts once. */
function upload(client: Client, { minute, task }: Recorded, stage: Stage): Promise<void> {
  const moment = { time: stage.textAt(minute), timezone: stage.timezone, is_offline_tracking: 1 };
  const name = { client_unique_id: `day ${stage.round}, minute ${minute}` };
  if (task === null) return done(client.put('timeTrackings/stop', { ...moment, ...name }));
  const task_id = stage.company.tasks[task] as number;
  return done(client.post('timeTrackings/start', { ...moment, ...name, task_id }));
}

/** The oldest request of the others that waits, if any. */
async function decide(
  { client, id }: Acting,
  { kind, verb }: Extract<Deed, { readonly verb: string }>,
): Promise<void> {
  const [resource, query] =
    kind === 'decide'
      ? ['changeTimeTrackingRequests', { status: 'PENDING', _limit: 1 }]
      : ['absences', { status: 0, user_id: id, _op__user_id: 'neq', _limit: 1 }];
  const [waiting] = (await answered(client.get(`${resource}/read`, query))).json['Results'] as Envelope[];
  if (waiting !== undefined) await done(client.put(`${resource}/${verb}/${waiting['id']}`, {}));
}

async function synchronise(client: Client, { since }: Stage): Promise<void> {
  const include = { _include: 'timeTrackings,userStatusOverview,tasks', _limit: 10_000 };
  const last = since.get(client.token);
  const delta = last === undefined ? {} : { _since: last, _fetch_deleted: 1 };
  const { json } = await answered(client.get('deltaSync/read', { ...include, ...delta }));
  since.set(client.token, json['RequestStartTime']);
}

async function done(asked: Promise<Answer>): Promise<void> {
  await answered(asked);
}

async function answered(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

function later(text: string, seconds: number): string {
  return new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + seconds * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

function mondayAfter(date: string, weeks: number): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return dateAfter(date, weeks * 7 + 1 - weekday);
}

function dateAfter(date: string, days: number): string {
  return later(`${date} 00:00:00`, days * 86_400).slice(0, 10);
}
