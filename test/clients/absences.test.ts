// The official client requests, decides and reads absences, their days and their types.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, it } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { Absence, AbsenceDay } from '@timetac/js-client-library';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { loginWith, newPerson, refusalOf, type Api } from './official-client.ts';

const library = createRequire(import.meta.url)('@timetac/js-client-library') as typeof Library;

describeOnEveryEngine('absences through the official client', (engine) => {
  let installation: Installation;
  let employee: Api;
  let manager: Api;
  let replacement: Api;
  let employeeId: number;
  let replacementId: number;
  let week = 0;

  /** A holiday of Wednesday to Friday in a week of its own, as the library wants it. */
  const holiday = (more: object = {}) => {
    const monday = Date.UTC(2027, 5, 7) + (week += 1) * 7 * 86_400_000;
    const date = (days: number): string => new Date(monday + days * 86_400_000).toISOString().slice(0, 10);
    return {
      type_id: 1,
      subtype_id: 0,
      user_id: employeeId,
      from_date: date(2),
      to_date: date(4),
      ...more,
    };
  };
  /** The library answers an array for most writes. */
  const one = async <Row>(answer: Promise<{ readonly Results: readonly Row[] }>): Promise<Row> => {
    const { Results } = await answer;
    assert.equal(Results.length, 1);
    return Results[0] as Row;
  };
  const daysOf = async (id: number): Promise<readonly AbsenceDay[]> => {
    const params = new library.RequestParamsBuilder<AbsenceDay>().eq('request_id', id).orderBy('date', 'asc');
    return (await manager.absenceDays.read(params.build())).Results;
  };

  before(async () => {
    installation = await startInstallation({
      engine,
      timezone: 'Europe/Vienna',
      startsAt: '2026-11-20T12:00:00Z',
    });
    const { api } = await loginWith(installation, 'admin');
    employeeId = (await api.users.create(newPerson('anna'))).Results.id;
    replacementId = (await api.users.create(newPerson('bert'))).Results.id;
    await api.users.create(newPerson('mia', { hr_manager: 1 } as object));
    employee = (await loginWith(installation, 'anna')).api;
    replacement = (await loginWith(installation, 'bert')).api;
    manager = (await loginWith(installation, 'mia')).api;
  });

  after(() => installation.close());

  it('creates a request with its cost and reads it back', async () => {
    const { Results: created } = await employee.absences.create(holiday({ request_comment: 'Sea' }));
    assert.deepEqual(
      [created.status, created.duration, created.duration_unit, created.request_comment],
      [library.AbsenceStatus.Open, 3, library.AbsenceDurationUnit.Days, 'Sea'],
    );
    assert.deepEqual((await employee.absences.readById(created.id)).Results, created);
    const params = new library.RequestParamsBuilder<Absence>()
      .eq('user_id', employeeId)
      .gteq('from_date', '2027-01-01');
    assert.deepEqual((await manager.absences.read(params.build())).Results, [created]);
    const days = await daysOf(created.id);
    assert.deepEqual(
      days.map(({ type, value, status, user_id }) => [type, value, status, user_id]),
      days.map(() => [library.AbsenceDayType.Holiday, 1, library.AbsenceStatus.Open, employeeId]),
    );
    assert.equal(days.length, 3);
  });

  it('validates without storing', async () => {
    const asked = holiday();
    const { Results: valid } = await employee.absences.validate(asked);
    assert.deepEqual([valid.id, valid.duration, valid.status], [null, 3, library.AbsenceStatus.Open]);
    const { Results: created } = await employee.absences.create({ ...asked, duration: valid.duration });
    assert.equal(created.duration, 3);
    const { code, response } = await refusalOf(employee.absences.validate(asked));
    assert.equal(code, 422);
    assert.equal(response?.ErrorExtended?.errorCode, 'conflict');
    assert.deepEqual(response?.ErrorExtended?.data, {
      id: created.id,
      from_date: asked.from_date,
      to_date: asked.to_date,
    });
  });

  it('approves, rejects and cancels an absence once each', async () => {
    const request = async (): Promise<number> => (await employee.absences.create(holiday())).Results.id;
    const [approved, rejected, cancelled] = [await request(), await request(), await request()];
    const granted = await one(
      manager.absences.approve({ id: approved, granted_comment: 'Enjoy', substitute_enabled: true }),
    );
    const { status, granted_comment, granted_timestamp, substitute_enabled } = granted;
    assert.deepEqual([status, granted_comment, substitute_enabled], [1, 'Enjoy', 1]);
    assert.match(granted_timestamp ?? '', /^2026-11-20 /);
    const declined = await one(manager.absences.reject({ id: rejected, granted_comment: 'Not then' }));
    assert.equal(declined.status, library.AbsenceStatus.Declined);
    assert.equal((await one(employee.absences.cancel(cancelled))).status, library.AbsenceStatus.Cancelled);
    for (const call of [
      () => manager.absences.approve({ id: approved }),
      () => manager.absences.reject({ id: rejected }),
      () => manager.absences.cancel(cancelled),
    ]) {
      const { code, response } = await refusalOf(call());
      assert.deepEqual([code, response?.ErrorExtended?.field], [422, 'status']);
    }
    assert.deepEqual(
      (await daysOf(approved)).map((day) => day.status),
      [1, 1, 1],
    );
  });

  it('refuses an employee who approves their own absence', async () => {
    const { Results } = await employee.absences.create(holiday());
    assert.equal((await refusalOf(employee.absences.approve({ id: Results.id }))).code, 401);
  });

  it('waits for the approval of the replacement', async () => {
    const { Results: asked } = await employee.absences.create(
      holiday({ replacement_user_id: replacementId }),
    );
    assert.equal(asked.status, library.AbsenceStatus.OpenWaitingForReplacement);
    assert.equal((await one(replacement.absences.approve({ id: asked.id }))).status, 0);
    assert.equal((await one(manager.absences.approve({ id: asked.id }))).status, 1);
  });

  it('updates a comment, and accepts its own row unchanged', async () => {
    const { Results: created } = await employee.absences.create(holiday());
    const updated = await one(employee.absences.update({ id: created.id, request_comment: 'Later' }));
    assert.deepEqual({ ...updated, updated: '' }, { ...created, request_comment: 'Later', updated: '' });
    assert.deepEqual(await one(employee.absences.update(updated)), updated);
  });

  it('creates and updates absence types, and books absences of them', async () => {
    const { api } = await loginWith(installation, 'admin');
    const draft = {
      name_const: 'Appointment',
      abbreviation_const: 'A',
      duration_unit: 'hs',
      color: '#112233',
    };
    const type = await one(api.absenceTypes.create(draft as never));
    const { User } = library.AbsenceTypeRequestType;
    const changed = await one(api.absenceTypes.update({ id: type.id, request_type: User }));
    assert.equal(changed.request_type, 'USER');
    const known = (await employee.absenceTypes.read()).Results;
    assert.ok(known.some(({ id }) => id === type.id));
    const asked = holiday({
      type_id: type.absence_type_id,
      subtype_id: type.absence_subtype_id,
      duration: 1.5,
      begin: '09:30:00',
    });
    const { Results } = await employee.absences.create({ ...asked, to_date: asked.from_date });
    assert.deepEqual([Results.status, Results.duration, Results.duration_unit], [1, 1.5, 'hs']);
    assert.deepEqual(
      (await daysOf(Results.id)).map(({ value, begin }) => [value, begin]),
      [[1.5, '09:30:00']],
    );
  });

  it('reports absences and their days in delta sync', async () => {
    const include = (): Library.DeltaSyncParams =>
      new library.DeltaSyncParams().include(['absences', 'absenceDays']);
    const first = await manager.deltaSync.readDeltaSync(include());
    const { Results: created } = await employee.absences.create(holiday());
    const { results } = await manager.deltaSync.readDeltaSync(
      include().since(first.apiResponse.RequestStartTime),
    );
    assert.deepEqual(
      results.absences?.results.find(({ id }) => id === created.id),
      created,
    );
    assert.deepEqual(
      results.absenceDays?.results.filter((day) => day.request_id === created.id),
      await daysOf(created.id),
    );
  });
});
