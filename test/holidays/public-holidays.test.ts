// Calendars of public holidays: countries and regions, the default calendar, and changes by users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readOne, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { written } from '../time-tracking/booking.ts';

const [austria, germany, antarctica] = [40, 276, 10];

onEveryEngine(
  'public holidays',
  (place) => {
    const templates = 'publicHolidayTemplates';
    const make = async (entity: object): Promise<Envelope> =>
      written(await place.machine.post(`${templates}/create`, entity));
    const update = (id: number, entity: object) => place.machine.put(`${templates}/update/${id}`, entity);
    const daysOf = (id: number, year: string): Promise<readonly Envelope[]> => days(place.machine, id, year);
    const dates = async (id: number, year: string): Promise<readonly string[]> =>
      (await daysOf(id, year)).map(({ date }) => date);

    test('fills the calendar of a new account from last year to the year after next', async () => {
      const calendar = await readOne(place.machine, templates, 1);
      assert.deepEqual(
        [calendar['template_name'], calendar['iso_3166'], calendar['is_default'], calendar['active']],
        ['Austria', 'AT', 1, 1],
      );
      const counts = await Promise.all(
        ['2024', '2025', '2026', '2027', '2028', '2029'].map(async (year) => (await daysOf(1, year)).length),
      );
      assert.deepEqual(counts, [0, 13, 13, 13, 13, 0]);
      const [first] = await daysOf(1, '2026');
      assert.deepEqual(
        [first?.['date'], first?.['name'], first?.['value'], first?.['status']],
        ['2026-01-01', "New Year's Day", 1, 'generated'],
      );
      assert.ok((await dates(1, '2026')).includes('2026-04-06'));
    });

    test('creates a regional calendar below its country and names it after both', async () => {
      const whole = await make({ country_id: germany });
      assert.deepEqual([whole['template_name'], whole['iso_3166']], ['Germany', 'DE']);
      const region = await make({ country_id: germany, iso_3166: 'de-by' });
      assert.deepEqual(
        [region['template_name'], region['iso_3166'], region['mother_id'], region['is_default']],
        ['Germany, Bayern', 'DE-BY', whole['id'], 0],
      );
      const [all, own] = [await dates(whole['id'], '2026'), await dates(region['id'], '2026')];
      assert.deepEqual(
        own.filter((date) => !all.includes(date)),
        ['2026-01-06', '2026-06-04', '2026-11-01'],
      );
      assert.equal((await place.machine.delete(`${templates}/delete/${whole['id']}`)).status, 200);
      assert.equal((await readOne(place.machine, templates, region['id']))['mother_id'], null);
      assert.deepEqual(await dates(whole['id'], '2026'), []);
    });

    test('refuses a region code that does not fit the country', async () => {
      for (const iso_3166 of ['DE', 'DE-BY', 'AT-10', 'A', 'AT-9-9']) {
        const answer = await place.machine.post(`${templates}/create`, { country_id: austria, iso_3166 });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'iso_3166' });
      }
      const unknown = await place.machine.post(`${templates}/create`, { country_id: 4000 });
      assertRefused(unknown, { status: 422, code: 'unknown_reference', field: 'country_id' });
      const vienna = await make({ country_id: austria, iso_3166: 'AT-9', template_name: 'Head office' });
      assert.equal(vienna['template_name'], 'Head office');
      assertRefused(await update(vienna['id'], { iso_3166: 'DE-BE' }), {
        status: 422,
        code: 'invalid_value',
        field: 'iso_3166',
      });
    });

    test('creates an empty calendar for a country without known holidays', async () => {
      const { id } = await make({ country_id: antarctica });
      assert.deepEqual(await daysOf(id, '2026'), []);
    });

    test('keeps one default calendar and refuses to deactivate or delete it', async () => {
      const other = await make({ country_id: germany, is_default: 1 });
      assert.equal(other['is_default'], 1);
      const defaults = async (): Promise<readonly number[]> =>
        rowsOf(await place.machine.get(`${templates}/read`, { is_default: 1 })).map(({ id }) => id);
      assert.deepEqual(await defaults(), [other['id']]);
      for (const entity of [{ is_default: 0 }, { active: 0 }])
        assertRefused(await update(other['id'], entity), { status: 422, code: 'rule_broken' });
      assertRefused(await place.machine.delete(`${templates}/delete/${other['id']}`), {
        status: 422,
        code: 'rule_broken',
        field: 'id',
      });
      const answer = await update(1, { is_default: 1 });
      assert.deepEqual(
        answer.json['Affected'][templates].map((row: Envelope) => [row['id'], row['is_default']]),
        [[other['id'], 0]],
      );
      assert.deepEqual(await defaults(), [1]);
    });

    test('keeps past and manual holidays when a calendar moves to another country', async () => {
      const { id } = await make({ country_id: austria });
      const before = await daysOf(id, '2026');
      const dayOn = (date: string): number => before.find((day) => day['date'] === date)?.['id'];
      const edited = await place.machine.put(`publicHolidays/update/${dayOn('2026-12-08')}`, { value: 0.5 });
      assert.equal(written(edited)['status'], 'edited');
      const eve = { template_id: id, date: '2026-12-24', name: 'Christmas Eve', value: 0.5 };
      const manual = await place.machine.create('publicHolidays', eve);
      assert.equal(manual['status'], 'manual');
      await place.machine.delete(`publicHolidays/delete/${dayOn('2026-01-06')}`);
      const moved = written(await update(id, { country_id: germany, iso_3166: 'DE-BY' }));
      assert.equal(moved['iso_3166'], 'DE-BY');
      const after = await dates(id, '2026');
      // Until 2 March as it was; later that of Bavaria, with both days made by hand.
      assert.deepEqual(after, [
        '2026-01-01',
        '2026-04-03',
        '2026-04-06',
        '2026-05-01',
        '2026-05-14',
        '2026-05-25',
        '2026-06-04',
        '2026-10-03',
        '2026-11-01',
        '2026-12-08',
        '2026-12-24',
        '2026-12-25',
        '2026-12-26',
      ]);
      assert.ok((await dates(id, '2025')).includes('2025-10-26'));
      assert.ok(!(await dates(id, '2028')).includes('2028-10-26'));
      assert.equal(written(await update(id, { country_id: austria }))['iso_3166'], 'AT');
    });

    test('refuses a second holiday on a date and values outside 0 to 1', async () => {
      const day = { template_id: 1, date: '2026-05-01', name: 'May Day' };
      const refused = (entity: object) => place.machine.post('publicHolidays/create', entity);
      assertRefused(await refused(day), { status: 422, code: 'not_unique', field: 'date' });
      for (const value of [0, -1, 1.01, 2]) {
        const answer = await refused({ ...day, date: '2026-05-02', value });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'value' });
      }
      const row = written(await refused({ ...day, date: '2026-05-02' }));
      assert.deepEqual([row['value'], row['status']], [1, 'manual']);
      const moved = await place.machine.put(`publicHolidays/update/${row['id']}`, { date: '2026-05-01' });
      assertRefused(moved, { status: 422, code: 'not_unique', field: 'date' });
      assertRefused(await refused({ ...day, template_id: 999 }), {
        status: 422,
        code: 'unknown_reference',
        field: 'template_id',
      });
    });

    test('refuses to delete a calendar that users have or had', async () => {
      const { id } = await make({ country_id: germany });
      const [user] = rowsOf(await place.machine.get('users/read', { username: 'admin' }));
      await place.machine.put(`users/update/${user?.['id']}`, { public_holiday_template_id: id });
      await place.machine.put(`users/update/${user?.['id']}`, {
        public_holiday_template_id: 1,
        public_holiday_template_id_valid_from: '2026-04-01',
      });
      const { ErrorExtended } = assertRefused(await place.machine.delete(`${templates}/delete/${id}`), {
        status: 422,
        code: 'in_use',
      });
      assert.deepEqual(ErrorExtended.data.ids, [user?.['id']]);
      const inactive = written(await update(id, { active: 0 }));
      assert.equal(inactive['active'], 0);
      const given = await place.machine.put(`users/update/${user?.['id']}`, {
        public_holiday_template_id: id,
      });
      assertRefused(given, { status: 422, code: 'rule_broken', field: 'public_holiday_template_id' });
    });

    test('names holidays in the language of the account', async () => {
      const [setting] = rowsOf(
        await place.machine.get('generalSettings/read', { setting_type: 'default_language' }),
      );
      await place.machine.put(`generalSettings/update/${setting?.['id']}`, { setting_value: 'de' });
      const { id } = await make({ country_id: austria });
      assert.equal((await daysOf(id, '2026'))[0]?.['name'], 'Neujahr');
    });
  },
  { startsAt: '2026-03-02T09:00:00Z' },
);

async function days(client: Client, template_id: number, year: string): Promise<readonly Envelope[]> {
  const query = { template_id, date: `${year}-01-01|${year}-12-31`, _op__date: 'betw', _order_by: 'date' };
  return rowsOf(await client.get('publicHolidays/read', query));
}
