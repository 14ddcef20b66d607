// A random history as it is lived: a person with a calendar of their own, and what each step sends to the server.
import type { Answer, Envelope } from '../support/client.ts';
import { absence } from '../absences/absence.ts';
import { editedPlan } from './company.ts';
import type { Step, Worked } from './steps.ts';
import { localTextOf, startOf, timeOf, zones } from './times.ts';
import { changeBreaks } from './story-breaks.ts';
import { changeTerms } from './story-terms.ts';
import { comeBack } from './stretches.ts';
import { periodsAfter } from './given-periods.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { dateOf, momentOf, rowsOf, todayOf, trackingsOf, type Story, type World } from './world.ts';

/** Takes a step; `null`: there was nothing to do it with. */
export async function take(world: World, story: Story, one: Step): Promise<Answer | null> {
  const { company } = world;
  const { machine, person } = story;
  switch (one.kind) {
    case 'book':
      return machine.post('timeTrackings/create', {
        user_id: person,
        ...bodyOf(world, story, one.work),
        ...flagOf(one),
      });
    case 'move':
    case 'drop':
    case 'split':
      return withTracking(world, story, one);
    case 'timer':
      return useTimer(world, story, one);
    case 'night':
      return passNight(world, one);
    case 'absence':
      return askForAbsence(world, story, one);
    case 'decide':
      return decideAbsence(story, one);
    case 'schedule':
      return giveSchedule(world, story, one);
    case 'department':
      return machine.put(`users/update/${person}`, {
        department_id: company.departments[one.pick % company.departments.length],
        department_id_valid_from: dateOf(story, one.day),
      });
    case 'edit':
      return editPlan(world, story, one);
    case 'festival':
      return celebrate(story, one);
    case 'approve':
    case 'unapprove': {
      const client = { person: story.client, boss: company.boss, admin: story.admin }[one.by];
      return client.put(`timesheetAccountings/${one.kind}`, {
        user_id: person,
        date: dateOf(story, one.day),
      });
    }
    case 'adjust': {
      const value = { value: one.days, comment: 'by hand' };
      return machine.post('holidayAdjustment/add', {
        user_id: person,
        date: dateOf(story, one.day),
        ...value,
      });
    }
    case 'pay':
    case 'add': {
      const [row] = await rowsOf(machine, 'timesheetAccountings', {
        user_id: person,
        date: dateOf(story, one.day),
      });
      if (row === undefined) return null;
      const field = one.kind === 'pay' ? 'overtime_paid' : 'additions';
      return machine.put(`timesheetAccountings/update/${row['id']}`, { [field]: one.hours });
    }
    case 'all-in':
    case 'rule':
    case 'ruling':
      return changeTerms(world, story, one);
    case 'return':
      return comeBack(story, one);
    case 'employment':
    case 'initial':
      return changeRecord(world, story, one);
    default:
      return changeBreaks(world, story, one);
  }
}

async function withTracking(
  world: World,
  story: Story,
  one: Extract<Step, { kind: 'move' | 'drop' | 'split' }>,
): Promise<Answer | null> {
  const { machine } = story;
  const rows = await trackingsOf(story);
  const row = rows[one.pick % Math.max(1, rows.length)];
  if (row === undefined) return null;
  if (one.kind === 'drop') return machine.delete(`timeTrackings/delete/${row['id']}`);
  if (one.kind === 'move')
    return machine.put(`timeTrackings/update/${row['id']}`, {
      ...bodyOf(world, story, one.work),
      ...flagOf(one),
    });
  const seconds = Math.floor((row['duration'] * one.part) / 10 / 180) * 180;
  const time = startOf(row).add({ seconds });
  return machine.put(`timeTrackings/split/${row['id']}`, {
    time: localTextOf(time),
    timezone: row['start_time_timezone'],
    task_id: world.company.tasks.pause,
  });
}

async function useTimer(
  world: World,
  { machine, person }: Story,
  { action, wait }: Extract<Step, { kind: 'timer' }>,
): Promise<Answer> {
  world.minute += wait;
  setClock(world.installation, momentOf(world));
  const body = { user_id: person, ...(action === 'stop' ? {} : { task_id: world.company.tasks.work }) };
  return machine.post(`timeTrackings/${action}`, body);
}

/** Days go by in which nothing happens: what a person has turns at their midnight. */
async function passNight(world: World, { days }: Extract<Step, { kind: 'night' }>): Promise<null> {
  // No more after weeks, before the year and the tokens end.
  const next = world.minute + days * 1_440;
  if (next < 27 * 1_440) world.minute = next;
  setClock(world.installation, momentOf(world));
  return null;
}

async function askForAbsence(
  { company }: World,
  story: Story,
  { type, day, length, half, asked }: Extract<Step, { kind: 'absence' }>,
): Promise<Answer> {
  const [from, to] = [dateOf(story, day), dateOf(story, day + (type === 'appointment' ? 0 : length))];
  const parts = type === 'appointment' ? { duration: 1.5 + length / 4 } : partsOf(half);
  const client = asked ? story.client : story.machine;
  return client.post('absences/create', {
    ...absence(story.person, from, to, company.types[type]),
    ...parts,
  });
}

function partsOf(half: 'none' | 'begin' | 'end'): object {
  return half === 'none' ? {} : { [`request_partial_${half}_duration`]: 0.5 };
}

async function decideAbsence(
  { machine, person }: Story,
  { action, pick }: Extract<Step, { kind: 'decide' }>,
): Promise<Answer | null> {
  const rows = await rowsOf(machine, 'absences', { user_id: person });
  const id = rows[pick % Math.max(1, rows.length)]?.['id'];
  if (id === undefined) return null;
  return action === 'delete'
    ? machine.delete(`absences/delete/${id}`)
    : machine.put(`absences/${action}`, { id });
}

async function giveSchedule(
  world: World,
  story: Story,
  { pick, day }: Extract<Step, { kind: 'schedule' | 'department' }>,
): Promise<Answer> {
  const { plans } = world.company;
  const [plan, from] = [plans[pick % plans.length]?.id as number, dateOf(story, day)];
  const answer = await story.machine.put(`users/update/${story.person}`, {
    timesheet_template_id: plan,
    timesheet_template_id_valid_starting_from: from,
  });
  if (answer.status === 200) story.schedules = periodsAfter(story.schedules, { from, plan }, todayOf(world));
  return answer;
}

/** From today on, the weekday has other hours. */
async function editPlan(
  world: World,
  { machine }: Story,
  { weekday, hours }: Extract<Step, { kind: 'edit' }>,
): Promise<Answer> {
  const plan = editedPlan(world.company);
  const query = { timesheet_template_id: plan.id, weekday_id: weekday + 1 };
  const [row] = await rowsOf(machine, 'workScheduleDays', query);
  const answer = await machine.put(`workScheduleDays/update/${row?.['id']}`, { workday: 1, hours });
  if (answer.status === 200) plan.edits.push({ from: momentOf(world).slice(0, 10), weekday, hours });
  return answer;
}

async function celebrate(story: Story, one: Extract<Step, { kind: 'festival' }>): Promise<Answer | null> {
  const { machine, calendar } = story;
  const date = dateOf(story, one.day);
  const [row] = await rowsOf(machine, 'publicHolidays', { template_id: calendar, date });
  if (row === undefined) {
    if (one.value === 0) return null;
    return machine.post('publicHolidays/create', {
      template_id: calendar,
      date,
      name: 'Festival',
      value: one.value,
    });
  }
  if (one.value === 0) return machine.delete(`publicHolidays/delete/${row['id']}`);
  return machine.put(`publicHolidays/update/${row['id']}`, { value: one.value });
}

async function changeRecord(
  world: World,
  story: Story,
  one: Extract<Step, { kind: 'employment' | 'initial' }>,
): Promise<Answer> {
  const { machine, person } = story;
  const field =
    one.kind === 'initial' ? 'payroll_accounting_initial_value_working_time_total_balance' : one.field;
  const value = one.kind === 'initial' ? one.hours : one.day === null ? null : dateOf(story, one.day);
  const answer = await machine.put(`users/update/${person}`, { [field]: value });
  if (answer.status !== 200) return answer;
  if (one.kind === 'initial') story.initial = one.hours;
  else story.record[one.field] = value as string | null;
  return answer;
}

function bodyOf({ company }: World, story: Story, { from, length, task, zone }: Worked): Envelope {
  const zoneName = zones[zone] as string;
  const start = Temporal.PlainDate.from(story.first).toZonedDateTime(zones[0]).add({ minutes: from });
  const [begin, end] = [start, start.add({ minutes: length })].map((moment) => moment.withTimeZone(zoneName));
  return {
    task_id: company.tasks[task],
    ...timeOf('start', begin as Temporal.ZonedDateTime),
    ...timeOf('end', end as Temporal.ZonedDateTime),
  };
}

function flagOf({ insert }: { readonly insert: boolean }): object {
  return insert ? { _insert_into_conflicting: 1 } : {};
}
