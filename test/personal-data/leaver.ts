// A person about whom there is something in every place: each text of theirs holds one of the words by which it is found.
import { setSetting } from '../holidays/holidays.ts';
import { upload, samples } from '../files/sample-files.ts';
import { define } from '../own-fields/own.ts';
import { rowOf } from '../support/expectations.ts';
import type { Place } from '../support/on-every-engine.ts';
import { booking, hire, work, written } from '../time-tracking/booking.ts';

/** Whatever holds one of these is about the person. */
export const words = ['xaverine', 'quellbrunner', 'zqxjvw', 'distelweg'];

/** The people of the scenario. */
export interface Leaver {
  readonly person: number;
  readonly boss: number;
  readonly colleague: number;
  /** Access token of the person's login. */
  readonly token: string;
}

const address = 'quellbrunner@zqxjvw.example';

/** Hires the person, lets everything happen to them, and has them leave on 2025-03-31. */
export async function createLeaver(place: Place): Promise<Leaver> {
  const { machine } = place;
  await setSetting(machine, 'anonymise_after_months', '12');
  const boss = await hire(machine, 'boss', { email_address: 'boss@acme.example', internal_user_group: 1 });
  const colleague = await hire(machine, 'colleague', { email_address: 'colleague@acme.example' });
  const own = (await define(machine, 'users', 'text', { column_name: 'udf_locker' }))['column_name'];
  await define(machine, 'timeTrackings', 'text', { column_name: 'udf_machine' });
  const person = await hire(machine, 'zqxjvw-login', { ...row(), [own]: 'zqxjvw own field' });
  await machine.put(`departments/update/1`, { supervisor_id: boss });
  const client = await place.account.login('zqxjvw-login');
  await workAndLeaveTraces({ place, person, boss, colleague });
  await client.create('messages', { message: 'zqxjvw to all' });
  await client.create('messages', {
    message: 'zqxjvw to one',
    receiver_type: 'USER',
    receiver_id: colleague,
  });
  await client.put('userPreferences/set', { name: 'zqxjvw-name', value: 'zqxjvw value' });
  await client.create('userEvents', {
    event_name: 'zqxjvw-event',
    user_id: person,
    meta_text: 'zqxjvw meta',
  });
  const others = await place.account.login('colleague');
  await others.create('messages', { message: `Xaverine Quellbrunner can be reached as ${address}.` });
  await others.create('messages', { message: 'zqxjvw secret', receiver_type: 'USER', receiver_id: person });
  const project = { name: 'Bridge', mother_id: 1, notes: 'Ask QUELLBRUNNER, Xaverine about the plans.' };
  await machine.create('projects', project);
  written(await machine.put(`users/update/${person}`, { exit_date: '2025-03-31' }));
  return { person, boss, colleague, token: client.token };
}

/** The row of the person. */
function row(): object {
  const texts = ['abbrevation', 'phone', 'skype', 'phone_1', 'phone_2', 'notes', 'social_security_number'];
  const more = ['identity_card_number', 'address_2', 'personnel_number', 'external_id', 'company_name'];
  const free = [1, 2, 3, 4, 5, 6].map((number) => `u_iv_${number}`);
  const all = [...texts, ...more, ...free, 'leave_note', 'terminal_transponder_nr', 'zip'];
  return {
    ...Object.fromEntries(all.map((name) => [name, `zqxjvw ${name}`])),
    firstname: 'Xaverine',
    lastname: 'Quellbrunner',
    email_address: address,
    address_1: 'Distelweg 77',
    birthday: '1980-02-29',
    profile_picture: 'data:image/png;base64,zqxjvw',
    entry_date: '2025-01-06',
    timesheet_holiday_calc_yearly_amount: 25,
  };
}

interface Staff {
  readonly place: Place;
  readonly person: number;
  readonly boss: number;
  readonly colleague: number;
}

async function workAndLeaveTraces({ place, person }: Staff): Promise<void> {
  const { machine } = place;
  await trackAndChange(place, person);
  const absence = await machine.create('absences', {
    user_id: person,
    type_id: 3,
    subtype_id: 11,
    from_date: '2025-02-10',
    to_date: '2025-02-11',
    request_comment: 'zqxjvw influenza',
    individual_value_1: 'zqxjvw free',
  });
  const bytes = Buffer.from('zqxjvw certificate\n');
  const text = { name: 'zqxjvw-certificate.txt', bytes, mediaType: 'text/plain' };
  const described = { title: 'zqxjvw title', description: 'zqxjvw description' };
  rowOf(await upload(machine, { absence_id: absence['id'], ...described }, text));
  rowOf(
    await upload(machine, { user_id: person, ...described }, { ...samples.pdf, name: 'zqxjvw-contract.pdf' }),
  );
  const gone = rowOf(
    await upload(
      machine,
      { user_id: person, title: 'zqxjvw gone' },
      { ...text, bytes: Buffer.from('other\n') },
    ),
  );
  await machine.delete(`files/delete/${gone['id']}`);
  await machine.create('nfcTransponders', { mode_id: 1, unique_id: 'zqxjvw-tag', user_id: person });
  await machine.post('holidayAdjustment/add', {
    user_id: person,
    date: '2025-02-01',
    value: 1,
    comment: 'zqxjvw extra day',
  });
  const [day] = (await machine.get('timesheetAccountings/read', { user_id: person, date: '2025-02-03' }))
    .json['Results'];
  written(
    await machine.put(`timesheetAccountings/update/${day.id}`, { comment: 'zqxjvw remark on the day' }),
  );
  written(
    await machine.put(`users/update/${person}`, {
      phone: 'zqxjvw second phone',
      notes: 'zqxjvw other notes',
    }),
  );
}

async function trackAndChange({ machine }: Place, person: number): Promise<void> {
  const noted = {
    notes: 'zqxjvw notes of the tracking',
    t_iv_1: 'zqxjvw free text',
    u_iv_1: 'zqxjvw then',
    udf_machine: 'zqxjvw own value',
    client_unique_id: 'zqxjvw-client',
    geo_start_lat: 48.2,
    geo_start_long: 16.37,
  };
  const times = { start: '2025-02-03 08:00', end: '2025-02-03 16:45' };
  const tracking = await machine.create('timeTrackings', { ...booking(person, times), ...noted });
  await machine.put(`timeTrackings/update/${tracking['id']}`, { notes: 'zqxjvw changed notes' });
  const lost = {
    ...booking(person, { start: '2025-02-04 08:00', end: '2025-02-04 12:00' }),
    notes: 'zqxjvw deleted',
  };
  await machine.delete(`timeTrackings/delete/${(await machine.create('timeTrackings', lost))['id']}`);
  await machine.create('changeTimeTrackingRequests', {
    time_tracking_id: tracking['id'],
    new_start_time: '2025-02-03 07:30:00',
    new_end_time: '2025-02-03 16:45:00',
    request_user_comment: 'zqxjvw asks',
  });
  await machine.create('timePlannings', {
    user_id: person,
    task_id: work,
    notes: 'zqxjvw plan',
    start_time: '2025-02-05 08:00:00',
    end_time: '2025-02-05 12:00:00',
    start_time_timezone: 'Europe/Vienna',
    end_time_timezone: 'Europe/Vienna',
  });
}
