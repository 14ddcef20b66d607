// Who may see and change a file is who may do so with the absence, person or project that it belongs to.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  absence,
  certifiedSickLeave,
  decide,
  enter,
  openOffice,
  wednesdays,
  type Office,
} from '../absences/absence.ts';
import type { Client, Envelope } from '../support/client.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { written } from '../time-tracking/booking.ts';
import { download, inJson, samples } from './sample-files.ts';

const forbidden = { status: 401, code: 'not_allowed' } as const;
const absent = { status: 422, code: 'unknown_reference', field: 'id' } as const;
const paper = inJson(samples.pdf);

onEveryEngine('rights on files', (place) => {
  let office: Office;
  const nextDay = wednesdays();
  before(async () => void (office = await openOffice(place)));

  /** Whether the client reads the row; the bytes must be theirs exactly then. */
  const sees = async (client: Client, { id, relative_url }: Envelope): Promise<boolean> => {
    const rows = rowsOf(await client.get(`files/read/${id}`));
    const { status, bytes } = await download(client, relative_url, { origin: place.installation.address });
    assert.equal(status, rows.length === 1 ? 200 : 404);
    if (status === 200) assert.equal(bytes.length, samples.pdf.bytes.length);
    return rows.length === 1;
  };
  const readers = async (file: Envelope): Promise<string> => {
    const { anna, bert, boss, personnel } = office;
    const all = { anna, bert, boss, personnel, admin: place.account.administrator };
    const found: string[] = [];
    for (const [name, client] of Object.entries(all)) if (await sees(client, file)) found.push(name);
    return found.join(' ');
  };
  const sickness = (more: object = {}): Promise<Envelope> =>
    enter(office.anna, absence(office.ids.anna, nextDay(), undefined, { ...certifiedSickLeave, ...more }));

  it('shows a certificate to person, leader, HR and administrators, no replacement', async () => {
    const { id } = await sickness({ replacement_user_id: office.ids.bert });
    const file = await office.anna.create('files', { absence_id: id, ...paper });
    assert.equal(rowsOf(await office.bert.get(`absences/read/${id}`)).length, 1);
    assert.equal(await readers(file), 'anna boss personnel admin');
    assertRefused(await office.bert.post('files/create', { absence_id: id, ...paper }), forbidden);
    assertRefused(await office.bert.put('files/update', { id: file['id'], title: 'x' }), absent);
    assertRefused(await office.bert.delete(`files/delete/${file['id']}`), absent);
  });

  it('takes a certificate from a caller for as long as they may update the absence', async () => {
    const { id } = await sickness();
    const own = await office.anna.create('files', { absence_id: id, ...paper });
    await office.boss.create('files', { absence_id: id, ...paper });
    await office.personnel.create('files', { absence_id: id, ...paper });
    written(await decide(office.anna, 'cancel', id));
    assertRefused(await office.anna.post('files/create', { absence_id: id, ...paper }), {
      ...forbidden,
      field: 'absence_id',
    });
    assertRefused(await office.anna.delete(`files/delete/${own['id']}`), forbidden);
    rowOf(await office.boss.delete(`files/delete/${own['id']}`));
    const other = await enter(office.bert, absence(office.ids.bert, nextDay()));
    const refused = await office.anna.post('files/create', { absence_id: other['id'], ...paper });
    assertRefused(refused, { status: 422, code: 'unknown_reference', field: 'absence_id' });
  });

  it('shows and takes certificates by a permission on absences', async () => {
    const { id } = await sickness();
    const file = await office.anna.create('files', { absence_id: id, ...paper });
    const grant = (permission_name: string): Promise<Envelope> =>
      place.machine.create('permissions', {
        user_id: office.ids.bert,
        resource_name: 'absences',
        permission_name,
        permission_scope_id: 6,
        permission_scope_data_1: office.ids.anna,
      });
    assert.equal(await sees(office.bert, file), false);
    const read = await grant('read');
    assert.equal(await sees(office.bert, file), true);
    assertRefused(await office.bert.put('files/update', { id: file['id'], title: 'x' }), forbidden);
    const update = await grant('update');
    rowOf(await office.bert.put('files/update', { id: file['id'], title: 'x' }));
    for (const row of [read, update]) await place.machine.delete(`permissions/delete/${row['id']}`);
    assert.equal(await sees(office.bert, file), false);
  });

  it('removes the files of a deleted absence', async () => {
    const { id } = await enter(office.anna, absence(office.ids.anna, nextDay()));
    const file = await office.anna.create('files', { absence_id: id, ...paper });
    rowOf(await office.anna.delete(`absences/delete/${id}`));
    assert.equal(await readers(file), '');
  });

  it('shows papers of a person to the person, leader, HR and administrators', async () => {
    const contract = await office.personnel.create('files', { user_id: office.ids.anna, ...paper });
    assert.equal(await readers(contract), 'anna boss personnel admin');
    for (const client of [office.anna, office.boss]) {
      assertRefused(await client.put('files/update', { id: contract['id'], title: 'x' }), forbidden);
      assertRefused(await client.delete(`files/delete/${contract['id']}`), forbidden);
    }
    assertRefused(await office.boss.post('files/create', { user_id: office.ids.anna, ...paper }), forbidden);
    const own = await office.anna.create('files', { user_id: office.ids.anna, ...paper });
    rowOf(await office.anna.put('files/update', { id: own['id'], title: 'x' }));
    rowOf(await office.anna.delete(`files/delete/${own['id']}`));
  });

  it('takes papers of administrators from administrators only', async () => {
    const refused = await office.personnel.post('files/create', { user_id: 1, ...paper });
    assertRefused(refused, { ...forbidden, field: 'user_id' });
    await place.account.administrator.create('files', { user_id: 1, ...paper });
  });

  it('shows plans of a project to who sees the project, wherever it moves', async () => {
    const { machine } = place;
    const everybody = 'anna bert boss personnel admin';
    const managers = 'personnel admin';
    const above = await machine.create('projects', { name: 'Above', mother_id: 1 });
    const project = await machine.create('projects', { name: 'Bridge', mother_id: above['id'] });
    const plan = await machine.create('files', { project_id: project['id'], ...paper });
    assert.equal(await readers(plan), everybody);
    assertRefused(await office.anna.post('files/create', { project_id: project['id'], ...paper }), forbidden);
    const since = (await office.bert.get('files/read')).json['RequestStartTime'];
    const update = (id: number, values: object) => machine.put(`projects/update/${id}`, values);

    written(await update(above['id'], { is_restricted: 1 }));
    assert.equal(await readers(plan), managers);
    const query = { _since: since, _fetch_deleted: 1 };
    const delta = (await office.bert.get('files/read', query)).json['Deleted'] as Envelope[];
    assert.ok(delta.some(({ id }) => id === plan['id']));
    await machine.create('nodesToUsers', { node: above['id'], user: office.ids.anna, access: 1 });
    assert.equal(await readers(plan), `anna ${managers}`);

    const leader = { project_leader_id: office.ids.bert };
    written(await update(above['id'], leader));
    assert.equal(await readers(plan), `anna bert ${managers}`);

    written(await update(project['id'], { mother_id: 1 }));
    assert.equal(await readers(plan), everybody);
    written(await update(project['id'], { is_hidden: 1 }));
    assert.equal(await readers(plan), managers);
  });

  it('removes the files of a deleted project and a deleted person', async () => {
    const { machine } = place;
    const project = await machine.create('projects', { name: 'Short', mother_id: 1 });
    const person = await machine.create('users', {
      username: 'gone',
      password: 'correct horse 1',
      firstname: 'A',
      lastname: 'B',
    });
    const gone = [
      await machine.create('files', { project_id: project['id'], ...paper }),
      await machine.create('files', { user_id: person['id'], ...paper }),
    ];
    rowOf(await machine.delete(`projects/delete/${project['id']}`));
    rowOf(await machine.delete(`users/delete/${person['id']}`));
    for (const file of gone) assert.equal(await sees(machine, file), false);
  });
});
