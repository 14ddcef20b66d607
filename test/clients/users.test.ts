// The official client creates, reads, updates and deletes users.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { newPerson, openOffice, refusalOf } from './official-client.ts';

describeOnEveryEngine('users through the official client', (engine) => {
  const office = openOffice(engine);

  it('creates a user and reads the same row by id, by filter and in the list', async () => {
    const { Results: created } = await office.api.users.create(
      newPerson('otto', { email_address: 'otto@example.com' }),
    );
    const { Results: byId } = await office.api.users.readById(created.id);
    const { Results: byName } = await office.api.users.read({ username: 'otto' });
    const { Results: all } = await office.api.users.read();
    assert.deepEqual(byId, created);
    assert.deepEqual(byName, [created]);
    assert.deepEqual(
      all.find(({ id }) => id === created.id),
      created,
    );
  });

  it('returns no password', async () => {
    const { Results: created } = await office.api.users.create(newPerson('petra'));
    assert.ok(!('password' in created));
    assert.ok(!JSON.stringify(created).includes(password));
  });

  it('reads the user of the token', async () => {
    const { Results: me } = await office.api.users.readMe();
    assert.equal(me.username, 'admin');
    assert.match(me.last_login, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('returns undefined for an unknown id', async () => {
    assert.equal((await office.api.users.readById(99_999)).Results, undefined);
  });

  it('updates one user', async () => {
    const { Results: created } = await office.api.users.create(newPerson('quirin'));
    const { Results: updated } = await office.api.users.update({ id: created.id, lastname: 'Quick' });
    assert.deepEqual([updated.id, updated.lastname], [created.id, 'Quick']);
  });

  it('updates several users in one call, in order', async () => {
    const { Results: first } = await office.api.users.create(newPerson('rosa'));
    const { Results: second } = await office.api.users.create(newPerson('stefan'));
    const { Results: updated } = await office.api.users.update([
      { id: second.id, personnel_number: 'S-2' },
      { id: first.id, personnel_number: 'R-1' },
    ]);
    assert.deepEqual(
      updated.map((one) => 'id' in one && [one.id, 'personnel_number' in one && one.personnel_number]),
      [
        [second.id, 'S-2'],
        [first.id, 'R-1'],
      ],
    );
  });

  it('names the failed item of a batch and stores the others', async () => {
    const { Results: good } = await office.api.users.create(newPerson('theo'));
    const batch = office.api.users.update([
      { id: good.id, notes: 'kept' },
      { id: 99_999, notes: 'lost' },
    ]);
    const { message, code, response } = await refusalOf(batch);
    assert.match(message, /^1 of 2 items/);
    assert.equal(code, 422);
    assert.deepEqual(
      response?.Results?.map((item) => item.Success),
      [true, false],
    );
    assert.match(response?.Results?.[1]?.ErrorMessage ?? '', /99999/);
    const { Results: kept } = await office.api.users.readById(good.id);
    assert.ok(kept !== undefined && 'notes' in kept);
    assert.equal(kept.notes, 'kept');
  });

  it('refuses a second user of the same name and names the field', async () => {
    await office.api.users.create(newPerson('ulla'));
    const { message, code, response } = await refusalOf(office.api.users.create(newPerson('ULLA')));
    assert.equal(code, 422);
    assert.match(message, /username/);
    assert.equal(message, response?.ErrorMessage);
    assert.equal(response?.ErrorExtended?.field, 'username');
  });

  it('deletes a user and returns its row', async () => {
    const { Results: created } = await office.api.users.create(newPerson('viktor'));
    const { Results: deleted } = await office.api.users.delete(created.id);
    assert.deepEqual(deleted, created);
    assert.equal((await office.api.users.readById(created.id)).Results, undefined);
  });
});
