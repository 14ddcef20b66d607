// The archive about a person holds all rows about them and their files, and nothing about others.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { exportPerson } from '#accounts/export-person.ts';
import { personalData } from '#domain/personal-data/catalogue.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { samples } from '../files/sample-files.ts';
import { createLeaver, type Leaver } from './leaver.ts';
import { unzip } from './unzip.ts';

onEveryEngine('hourbook person export', (place) => {
  let leaver: Leaver;
  let entries: ReadonlyMap<string, Buffer>;
  before(async () => {
    leaver = await createLeaver(place);
    const pieces: Buffer[] = [];
    const person = { account: { id: place.account.id, name: place.account.name }, userId: leaver.person };
    await exportPerson(place.installation.app.engine, person, async (bytes) => void pieces.push(bytes));
    entries = unzip(Buffer.concat(pieces));
  });

  const rows = (name: string): readonly Record<string, unknown>[] =>
    JSON.parse(String(entries.get(`rows/${name}.json`) ?? '[]'));

  test('has a file for each resource with rows, and says how many there are', () => {
    const { rows: counts, files, user_id: id } = JSON.parse(String(entries.get('contents.json')));
    assert.deepEqual([id, files], [leaver.person, 2]);
    const names = [...entries.keys()]
      .filter((name) => name.startsWith('rows/'))
      .map((name) => name.slice(5, -5));
    assert.deepEqual(names.sort(), Object.keys(counts).sort());
    for (const name of names) assert.equal(rows(name).length, counts[name], name);
    const about = [
      'users',
      'timeTrackings',
      'timesheetAccountings',
      'absences',
      'absenceDays',
      'files',
      'messages',
    ];
    const logs = ['userHistory', 'timeTrackingChangelogs', 'auditLog', 'timesheetActionLogs', 'tokens'];
    for (const name of [...about, 'changeTimeTrackingRequests', 'nfcTransponders', ...logs])
      assert.ok(names.includes(name), name);
  });

  test('holds values as administrators read them, own fields included, and no secret', () => {
    const [person] = rows('users');
    assert.deepEqual(
      [person?.['firstname'], person?.['address_1'], person?.['udf_locker'], person?.['birthday']],
      ['Xaverine', 'Distelweg 77', 'zqxjvw own field', '1980-02-29'],
    );
    const [tracking] = rows('timeTrackings');
    assert.deepEqual([tracking?.['duration'], tracking?.['notes']], [31_500, 'zqxjvw changed notes']);
    for (const [name, bytes] of entries) assert.doesNotMatch(String(bytes), /argon2/, name);
    assert.ok(!('hash' in (rows('tokens')[0] ?? {})));
  });

  test('holds the bytes of files under their names', () => {
    const files = [...entries].filter(([name]) => name.startsWith('files/'));
    assert.deepEqual(files.map(([name, bytes]) => [name.replace(/\d+-/, ''), String(bytes)]).sort(), [
      ['files/zqxjvw-certificate.txt', 'zqxjvw certificate\n'],
      ['files/zqxjvw-contract.pdf', String(samples.pdf.bytes)],
    ]);
  });

  test('leaves out what administrators changed of others', async () => {
    const { administrator, id, name } = place.account;
    const other = await place.machine.create('users', {
      username: 'qvw',
      password,
      firstname: 'Qvw',
      lastname: 'Other',
    });
    const changed = await administrator.put(`users/update/${other['id']}`, { notes: 'qvw confidential' });
    assert.equal(changed.status, 200, changed.text);
    const [self] = (await place.machine.get('users/read', { username: 'admin' })).json['Results'];
    const pieces: Buffer[] = [];
    const person = { account: { id, name }, userId: self.id as number };
    await exportPerson(place.installation.app.engine, person, async (bytes) => void pieces.push(bytes));
    const archive = unzip(Buffer.concat(pieces));
    assert.match(String(archive.get('rows/auditLog.json')), /"action": "update"/);
    for (const [file, bytes] of archive) assert.doesNotMatch(String(bytes), /qvw/i, file);
  });

  test('leaves out rows that are about others', () => {
    const texts = rows('messages').map(({ message }) => message);
    assert.deepEqual(texts, ['zqxjvw to all', 'zqxjvw to one', 'zqxjvw secret']);
    for (const name of Object.keys(personalData).filter((one) => one !== 'users')) {
      const strange = rows(name).filter(
        (row) => typeof row['user_id'] === 'number' && row['user_id'] !== leaver.person,
      );
      assert.deepEqual(strange, [], name);
    }
  });
});
