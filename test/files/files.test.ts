// Files come with a form or as Base64 text, are read, changed, synchronised and deleted, and downloaded under their name.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { assertRefused, readOne, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations, type Place } from '../support/on-every-engine.ts';
import { hire } from '../time-tracking/booking.ts';
import { download, inJson, samples, upload } from './sample-files.ts';

/** Names of all bytes that the account has in the folder. */
async function stored({ installation, account }: Place): Promise<readonly string[]> {
  return readdir(join(installation.filesFolder, String(account.id))).catch(() => []);
}

onEveryEngine('files', (place) => {
  let ann: number;
  const origin = () => ({ origin: place.installation.address });
  before(async () => void (ann = await hire(place.machine, 'ann')));

  it('takes a file of a form and answers what it is', async () => {
    const row = rowOf(
      await upload(place.account.administrator, { user_id: ann, title: 'Contract' }, samples.pdf),
    );
    const { id, created, updated, owner, ...rest } = row;
    assert.ok(created === updated && owner > 0);
    const address = `/${place.account.name}/v4/files/download/${id}`;
    assert.deepEqual(rest, {
      absence_id: null,
      user_id: ann,
      project_id: null,
      title: 'Contract',
      filename: 'certificate.pdf',
      extension: 'pdf',
      content_type: 'application/pdf',
      relative_url: address,
      absolute_url: address,
      size: samples.pdf.bytes.length,
      permissions: 'users',
      description: null,
      expires: null,
    });
  });

  it('takes Base64 text in JSON, with and without the beginning of a data address', async () => {
    const { filename, file } = inJson(samples.png);
    const plain = await place.machine.create('files', { user_id: ann, filename, file });
    const data = `data:image/png;base64,${file}`;
    const other = await place.machine.create('files', { user_id: ann, filename, file: data });
    for (const { relative_url, title } of [plain, other]) {
      assert.equal(title, 'plan.png');
      assert.deepEqual((await download(place.machine, relative_url, origin())).bytes, samples.png.bytes);
    }
    for (const wrong of ['no Base64!', 'YQ', 7, { bytes: 'a' }]) {
      const refused = await place.machine.post('files/create', { user_id: ann, filename, file: wrong });
      assertRefused(refused, { status: 422, code: 'invalid_value', field: 'file' });
    }
  });

  it('downloads the bytes as an attachment under their name and type', async () => {
    const name = 'Krankmeldung "März" 100%.pdf';
    const row = rowOf(await upload(place.machine, { user_id: ann, filename: name }, samples.pdf));
    const { status, headers, bytes } = await download(place.machine, row['relative_url'], origin());
    assert.equal(status, 200);
    assert.deepEqual(bytes, samples.pdf.bytes);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-length'), String(bytes.length));
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Krankmeldung _Ma_rz_ 100_.pdf"; filename*=UTF-8''Krankmeldung%20%22M%C3%A4rz%22%20100%25.pdf`,
    );
    const head = await download(place.machine, row['relative_url'], { ...origin(), method: 'HEAD' });
    assert.equal(head.bytes.length, 0);
    for (const field of ['content-type', 'content-length', 'content-disposition'])
      assert.equal(head.headers.get(field), headers.get(field));
  });

  it('answers 404 for a file that is not there, and 403 without a token', async () => {
    const refused = await place.machine.get('files/download/99999');
    assertRefused(refused, { status: 404, code: 'file_not_found', field: 'id' });
    assertRefused(await place.machine.post('files/download/1', {}), {
      status: 405,
      error: 400,
      code: 'wrong_method',
    });
    const bare = await fetch(`${place.installation.address}/${place.account.name}/v4/files/download/1`);
    assert.equal(bare.status, 403);
  });

  it('stores the items of a batch one by one and keeps no refused bytes', async () => {
    const had = await stored(place);
    const answer = await place.machine.post('files/create', [
      { user_id: ann, ...inJson(samples.csv) },
      { user_id: ann, ...inJson({ ...samples.csv, name: 'hours.pdf' }) },
      { user_id: 99_999, ...inJson(samples.csv) },
      { user_id: ann, filename: 'a.txt' },
    ]);
    assert.deepEqual(
      answer.json['Results'].map((item: { Success: boolean }) => item.Success),
      [true, false, false, false],
    );
    assert.equal((await stored(place)).length, had.length + 1);
  });

  it('refuses a file of no row, of two rows, and one without bytes', async () => {
    const { machine } = place;
    const had = await stored(place);
    const bytes = inJson(samples.txt);
    const create = (entity: object) => machine.post('files/create', entity);
    assertRefused(await create(bytes), { status: 400, code: 'missing_parameter', field: 'absence_id' });
    const both = await create({ ...bytes, user_id: ann, project_id: 3 });
    assertRefused(both, { status: 422, code: 'contradiction', field: 'project_id' });
    assertRefused(await create({ user_id: ann, filename: 'a.txt' }), {
      status: 400,
      code: 'missing_parameter',
      field: 'file',
    });
    const expired = await create({ ...bytes, user_id: ann, expires: '2020-01-01 00:00:00' });
    assertRefused(expired, { status: 422, code: 'invalid_value', field: 'expires' });
    assert.deepEqual(await stored(place), had);
  });

  it('refuses files in the forms of other actions', async () => {
    const form = new FormData();
    form.append('syn', new Blob(['x']), 'x.txt');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    for (const path of ['skills/create', 'files/delete/1'])
      assertRefused(
        await place.machine.request(path.includes('delete') ? 'DELETE' : 'POST', path, { body, headers }),
        {
          status: 400,
          code: 'malformed_body',
        },
      );
  });

  it('changes title, remarks and expiry, and nothing else', async () => {
    const { id } = await place.machine.create('files', { user_id: ann, ...inJson(samples.txt) });
    const changes = { id, title: 'T', description: 'D', expires: '2090-01-01 00:00:00' };
    rowOf(await place.machine.put('files/update', changes));
    const row = await readOne(place.machine, 'files', id);
    assert.deepEqual([row['title'], row['description'], row['expires']], ['T', 'D', '2090-01-01 00:00:00']);
    for (const [field, value] of Object.entries({ filename: 'b.txt', user_id: 1, size: 1, file: 'YQ==' })) {
      const refused = await place.machine.put('files/update', { id, [field]: value });
      assertRefused(refused, { status: 422, code: 'read_only_field', field });
    }
  });

  it('filters, and tells of changes and deletions to clients that synchronise', async () => {
    const first = await place.machine.create('files', { user_id: ann, ...inJson(samples.ods) });
    const since = (await place.machine.get('files/read', { _limit: 1 })).json['RequestStartTime'];
    const found = rowsOf(await place.machine.get('files/read', { extension: 'ods' }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [first['id']],
    );
    const byAddress = await place.machine.get('files/read', { relative_url: first['relative_url'] });
    assert.equal(rowOf(byAddress)['id'], first['id']);
    rowOf(await place.machine.delete(`files/delete/${first['id']}`));
    const delta = await place.machine.get('deltaSync/read', {
      _include: 'files',
      _since: since,
      _fetch_deleted: 1,
    });
    const { Deleted } = delta.json['Results'].files;
    assert.ok(
      Deleted.some(({ id }: { id: number }) => id === first['id']),
      delta.text,
    );
  });

  it('removes the bytes with the row', async () => {
    const had = await stored(place);
    const row = await place.machine.create('files', { user_id: ann, ...inJson(samples.webp) });
    assert.equal((await stored(place)).length, had.length + 1);
    rowOf(await place.machine.delete(`files/delete/${row['id']}`));
    assert.deepEqual(await stored(place), had);
    assert.equal((await download(place.machine, row['relative_url'], origin())).status, 404);
  });

  it('leaves an entry of each create and delete in the audit log', async () => {
    const row = await place.machine.create('files', { user_id: ann, ...inJson(samples.txt), title: 'Told' });
    await place.machine.delete(`files/delete/${row['id']}`);
    const entries = rowsOf(
      await place.machine.get('auditLog/read', { resource_name: 'files', row_id: row['id'] }),
    );
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['create', 'delete'],
    );
    assert.match(entries[0]?.['after'], /"title":"Told"/);
  });
});

onOwnInstallations('files and the clock', { why: 'it moves' }, (place) => {
  it('removes a file in the second in which it expires, and its bytes later', async () => {
    const { machine, installation } = place;
    const ann = await hire(machine, 'ann');
    const soon = new Date(Date.now() + 120_000).toISOString().slice(0, 19).replace('T', ' ');
    const entity = { user_id: ann, ...inJson(samples.txt), expires: soon };
    const row = await machine.create('files', entity);
    await machine.create('files', { user_id: ann, ...inJson(samples.csv) });
    assert.equal(rowsOf(await machine.get('files/read')).length, 2);
    installation.clock.shift += 130_000;
    assert.deepEqual(
      rowsOf(await machine.get('files/read')).map(({ extension }) => extension),
      ['csv'],
    );
    const gone = await download(machine, row['relative_url'], { origin: installation.address });
    assert.equal(gone.status, 404);
  });
});

const flags = {
  'body-limit': '1024',
  'file-limit': '2000',
  'account-files-limit': '5000',
  'file-types': 'txt,pdf',
  'public-url': 'https://time.example.com',
};

onEveryEngine(
  'limits of files',
  (place) => {
    const create = (bytes: Buffer, name = 'a.txt') =>
      upload(place.machine, { project_id: 3 }, { bytes, name });

    it('refuses a file or account above its limit, and other kinds', async () => {
      assertRefused(await create(Buffer.alloc(2001, 'a')), {
        status: 413,
        error: 400,
        code: 'file_too_large',
      });
      const kept = [];
      for (let count = 0; count < 2; count += 1) kept.push(rowOf(await create(Buffer.alloc(2000, 'a'))));
      const full = assertRefused(await create(Buffer.alloc(1001, 'a')), {
        status: 422,
        code: 'files_full',
        field: 'file',
      });
      assert.deepEqual(full['ErrorExtended'].data, { used: 4000, limit: 5000 });
      rowOf(await create(Buffer.alloc(1000, 'a')));
      rowOf(await place.machine.delete(`files/delete/${kept[0]?.['id']}`));
      rowOf(await create(Buffer.alloc(2000, 'b')));
      const kind = await create(samples.png.bytes, 'plan.png');
      assert.match(
        assertRefused(kind, { status: 422, code: 'invalid_value', field: 'file' })['ErrorMessage'],
        /a PNG image; the server takes only txt, pdf\.$/,
      );
    });

    it('takes files in bodies that are too large for other actions', async () => {
      const refused = await place.machine.post('skills/create', { syn: 'a'.repeat(2000) });
      assertRefused(refused, { status: 413, error: 400, code: 'body_too_large' });
      assertRefused(await create(Buffer.alloc(80_000, 'a')), {
        status: 413,
        error: 400,
        code: 'body_too_large',
      });
    });

    it('answers absolute addresses behind the public address', async () => {
      const [row] = rowsOf(await place.machine.get('files/read'));
      assert.equal(row?.['absolute_url'], `https://time.example.com${row?.['relative_url']}`);
    });
  },
  { flags },
);
