// The rest of the demo company: a few rows of each resource that screens of a client can show and that no hours follow from.
// It is written after the server begins to listen.
import type { RawEntity } from '#request/api-request.ts';
import type { BookingContext } from './demo-bookings.ts';
import { people } from './demo-company.ts';
import { fixedIds } from './create-account.ts';
import type { DemoWriter } from './demo-writer.ts';

/** What it is written with. */
interface Extras {
  readonly writer: DemoWriter;
  readonly context: BookingContext;
  readonly today: Temporal.PlainDate;
}

/** Writes them, unless they are there. */
export async function createExtras(extras: Extras): Promise<void> {
  if ((await extras.writer.find('teams', [])).length > 0) return;
  await createTeams(extras);
  await createTerms(extras);
  await createPlaces(extras);
  await createLists(extras);
  await createMessages(extras);
}

const userNamed = ({ context }: Extras, username: string): number =>
  context.users[people.findIndex((person) => person.username === username)] as number;

async function createOne({ writer }: Extras, resource: string, entity: RawEntity): Promise<number> {
  const [id] = await writer.create({ resource, entities: [entity] });
  return id as number;
}

async function createTeams(extras: Extras): Promise<void> {
  const team_id = await createOne(extras, 'teams', {
    name: 'Library team',
    team_leader_id: userNamed(extras, 'emil'),
  });
  for (const username of ['pavel', 'lena', 'samir'])
    await createOne(extras, 'teamMembers', { team_id, user_id: userNamed(extras, username) });
  await extras.writer.create({
    resource: 'skills',
    entities: ['Crane licence', 'First aid', 'Welding'].map((syn) => ({ syn })),
  });
  const scopes = await extras.writer.find('permissionScopes', [{ column: 'name', is: '=', value: 'all' }]);
  await createOne(extras, 'permissions', {
    user_id: userNamed(extras, 'nora'),
    resource_name: 'timePlannings',
    permission_name: 'read',
    permission_scope_id: scopes[0]?.['id'] ?? 1,
  });
}

/** Terms of people that begin after what the demo shows, and rules that are given to no person yet. */
async function createTerms(extras: Extras): Promise<void> {
  const { writer, today } = extras;
  const nextYear = `${today.year + 1}-01-01`;
  await writer.update({
    resource: 'users',
    entities: [
      { id: userNamed(extras, 'jonas'), annual_hours_per_year: 1720, annual_hours_valid_from: nextYear },
      {
        id: userNamed(extras, 'ida'),
        paid_break_day_quota_in_minutes: 10,
        paid_break_day_quota_valid_from: nextYear,
      },
    ],
  });
  await createOne(extras, 'otherPaidLeaveLimitations', {
    absence_type_id: 3,
    absence_subtype_id: 13,
    cycle_id: 1,
    cycle_max_days: 3,
    user_id: userNamed(extras, 'eva'),
  });
  await createOne(extras, 'workingTimeCycles', { name: 'Quarter' });
  await createOne(extras, 'workingTimeBalanceRules', { name: 'At most 40 hours' });
  await createOne(extras, 'hourTypes', { name: 'Night work' });
  const timesheet_template_id = await createOne(extras, 'workSchedules', { name: 'Night watch' });
  await createOne(extras, 'workScheduleDayDefinitions', {
    timesheet_template_id,
    weekday_id: 1,
    start: '18:00:00',
    end: '23:00:00',
  });
  await createOne(extras, 'absenceBans', {
    reason: 'Stocktaking',
    date_from: `${today.year + 1}-12-28`,
    date_to: `${today.year + 1}-12-30`,
  });
}

/** Where people work, and what they hold against a reader there. */
async function createPlaces(extras: Extras): Promise<void> {
  const { writer, context } = extras;
  const [task_id] = context.tasks;
  const geofence_id = await createOne(extras, 'geofences', {
    name: 'Building site on the river',
    geo_lat: 48.2167,
    geo_long: 16.3958,
    radius: 150,
    address: 'Handelskai 92, Vienna',
  });
  await createOne(extras, 'geofenceToNodes', { geofence_id, node_id: task_id });
  const checkpoint_id = await createOne(extras, 'checkpoints', { name: 'Main gate' });
  const [german] = await writer.find('languages', [{ column: 'iso_639_1', is: '=', value: 'de' }]);
  await createOne(extras, 'checkpointTranslations', {
    checkpoint_id,
    name: 'Haupttor',
    language_id: german?.['id'],
  });
  const ofPavel = [{ column: 'user_id', is: '=', value: userNamed(extras, 'pavel') }] as const;
  const tracking = (await writer.find('timeTrackings', ofPavel)).find((row) => row['end_time'] !== null);
  if (tracking !== undefined)
    await createOne(extras, 'checkpointTrackings', {
      checkpoint_id,
      time_tracking_id: tracking['id'],
      timestamp: tracking['start_time'],
      timezone: tracking['start_time_timezone'],
    });
  await createOne(extras, 'nfcTransponders', { mode_id: 2, unique_id: '04A2B31C5D6E80', task_id });
  await createTerminal(extras);
}

/** A terminal that people of the site share. */
async function createTerminal(extras: Extras): Promise<void> {
  const multiuser_id = await createOne(extras, 'users', {
    username: 'gate-terminal',
    firstname: 'Terminal',
    lastname: 'at the gate',
    internal_user_group: 3,
    human: 0,
  });
  await createOne(extras, 'multiuserToTasks', { multiuser_id, task_id: fixedIds.work });
  await createOne(extras, 'multiuserToUsers', {
    user_id: multiuser_id,
    assigned_user_id: userNamed(extras, 'pavel'),
  });
}

/** What people keep for themselves, and what the company has added to rows. */
async function createLists(extras: Extras): Promise<void> {
  const { writer, context } = extras;
  const user_id = userNamed(extras, 'emil');
  const [favourite, todo] = context.tasks;
  await createOne(extras, 'favouriteTasks', { user_id, node_id: favourite });
  await createOne(extras, 'todoTasks', { user_id, node_id: todo });
  await createOne(extras, 'userEvents', { user_id, event_name: 'tour_seen' });
  const preference = { name: 'week.first_hour', value: '6' };
  await writer.act({ resource: 'userPreferences', action: 'set', entities: [preference], by: user_id });
  const field_id = await createOne(extras, 'userDefinedFieldDefinitions', {
    entity: 'projects',
    fieldname: 'Phase',
    fieldtype: 'combo',
  });
  for (const field_option_value of ['Design', 'Construction', 'Handed over'])
    await createOne(extras, 'userDefinedFieldDefinitionOptions', { field_id, field_option_value });
  const [german] = await writer.find('languages', [{ column: 'iso_639_1', is: '=', value: 'de' }]);
  await createOne(extras, 'translations', {
    translation_key: 'demo.welcome',
    value: 'Willkommen',
    language_id: german?.['id'],
  });
}

/** The file is left out where the installation keeps none. */
async function createMessages(extras: Extras): Promise<void> {
  const { writer } = extras;
  const [project] = await writer.find('projects', [{ column: 'name', is: '=', value: 'Riverside library' }]);
  const text = 'Helmets are worn everywhere on the site. Visitors report at the main gate.\n';
  const file = Buffer.from(text).toString('base64');
  const entity = {
    project_id: project?.['id'],
    title: 'Rules of the site',
    filename: 'site-rules.txt',
    file,
  };
  if (writer.keepsFiles) await writer.createWhatFits({ resource: 'files', entities: [entity] });
  await writer.create({
    resource: 'messages',
    entities: [{ message: 'The crane is inspected on Friday: please keep the yard free.' }],
    by: userNamed(extras, 'mira'),
  });
}
