// Replays calls of the official client, form for form: each answers a leader, an administrator and an employee as it should.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { send, type Answer } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { pause } from '../time-tracking/booking.ts';
import { foundDepartment } from '../people/led-people.ts';
import { firstOfBatches, senders, writingCalls, type Sender, type Subject } from './endpoint-calls.ts';
import { rowCalls, type RowCall } from './endpoint-row-calls.ts';
import { reads, readsOfAdministrators, vendorReads, viewedTerms } from './endpoint-reads.ts';

onEveryEngine('calls of client 2.110.0', (place) => {
  const tokens = new Map<Sender | 'asker', string>();
  let subject: Subject;
  before(async () => {
    const { boss, hireNext } = await foundDepartment(place);
    const employee = await hireNext({ entry_date: '2025-01-01' });
    tokens.set('administrator', place.account.administrator.token);
    tokens.set('leader', boss.client.token);
    tokens.set('employee', employee.client.token);
    const asker = await hireNext({ entry_date: '2025-01-01', manual_timetracking: 0 });
    tokens.set('asker', asker.client.token);
    subject = { employee: employee.id, asker: asker.id, task: 4 };
  });
  const call = (sender: Sender | 'asker', method: string, path: string, body?: object): Promise<Answer> =>
    send(`${place.installation.address}/${place.account.name}/userapi/v5/${path}`, {
      method,
      token: tokens.get(sender) as string,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  for (const sender of senders) {
    test(`answers every read of the ${sender} with rows of the resource`, async () => {
      for (const name of reads) {
        const { status, json, text } = await call(sender, 'GET', `${name}/read`);
        assert.equal(status, 200, `${name}: ${text}`);
        assert.deepEqual([json['Success'], json['ResourceName'].toLowerCase()], [true, name.toLowerCase()]);
      }
    });
  }

  test('answers the terms of the employee to each sender', async () => {
    for (const sender of senders) {
      const path = `userTemplateHistory/view?user_id=${subject.employee}`;
      const { status, json, text } = await call(sender, 'GET', path);
      assert.equal(status, 200, `${sender}: ${text}`);
      assert.deepEqual(Object.keys(json['Results'][0]), viewedTerms, sender);
    }
  });

  test('answers reads that are for administrators to administrators only', async () => {
    for (const name of readsOfAdministrators) {
      const statuses = senders.map(async (sender) => (await call(sender, 'GET', `${name}/read`)).status);
      assert.deepEqual(await Promise.all(statuses), [200, 401, 401], name);
    }
  });

  test('has no address for what only the vendor has', async () => {
    for (const name of vendorReads)
      assert.equal((await call('administrator', 'GET', `${name}/read`)).status, 404, name);
  });

  test('answers every write as the place of its sender allows', async () => {
    let serial = 0;
    for (const { method, path, body, status } of writingCalls)
      for (const [index, sender] of senders.entries()) {
        const answer = await call(sender, method, path, body(subject, (serial += 1)));
        assert.equal(answer.status, status[index], `${sender} ${path}: ${answer.text}`);
      }
  });

  test('answers each write as the only item of a batch, with the same outcome', async () => {
    let serial = firstOfBatches;
    for (const { method, path, body, status } of writingCalls)
      for (const [index, sender] of senders.entries()) {
        const entity = body(subject, (serial += 1));
        if ('0' in entity) continue;
        const { json, text } = await call(sender, method, path, { 0: entity });
        const [item] = json['Results'] ?? [];
        const outcome =
          json['isBatch'] === 1 ? (item['Success'] === true ? 200 : item['Error']) : json['Error'];
        assert.equal(outcome, status[index], `${sender} ${path}: ${text}`);
      }
  });

  /** Makes what a call is about, and sends the call. */
  const callOnRow = async (
    { method, path, of, body }: RowCall,
    sender: Sender,
    { serial, isBatch }: { serial: number; isBatch: boolean },
  ): Promise<Answer> => {
    const made = of === undefined ? null : await call(of.by, 'POST', of.path, of.row(subject, serial));
    assert.ok(made === null || made.status === 200, `${path}: ${made?.text}`);
    const id = made === null ? subject.employee : (made.json['Results'][0].id as number);
    if (of?.isAsked === true) {
      const change = { id, task_id: pause, _request_user_comment: 'Forgotten' };
      const { json, text } = await call('asker', 'PUT', 'timeTrackings/update', change);
      assert.equal(json['Affected']?.changeTimeTrackingRequests.length, 1, text);
    }
    const entity = body(id, serial, subject);
    if (method !== 'DELETE') return call(sender, method, path, isBatch ? { 0: entity } : entity);
    return send(`${place.installation.address}/${place.account.name}/userapi/v5/${path}`, {
      method,
      token: tokens.get(sender) as string,
      query: entity,
    });
  };

  const expected = (one: RowCall): readonly string[] =>
    senders.map((sender, index) => `${one.path} ${sender} ${one.status[index]}`);

  test('answers every write about a row as the place of its sender allows', async () => {
    let serial = 0;
    const outcomes: string[] = [];
    for (const one of rowCalls)
      for (const sender of senders) {
        const { status } = await callOnRow(one, sender, { serial: (serial += 1), isBatch: false });
        outcomes.push(`${one.path} ${sender} ${status}`);
      }
    assert.deepEqual(outcomes, rowCalls.flatMap(expected));
  });

  test('answers each write about a row in a batch with the same outcome', async () => {
    let serial = firstOfBatches;
    const outcomes: string[] = [];
    const inBatches = rowCalls.filter(({ method }) => method !== 'DELETE');
    for (const one of inBatches)
      for (const sender of senders) {
        const { json } = await callOnRow(one, sender, { serial: (serial += 1), isBatch: true });
        const [item] = json['Results'] ?? [];
        const isWell = json['isBatch'] === 1 && item['Success'] === true;
        outcomes.push(`${one.path} ${sender} ${isWell ? 200 : (item?.['Error'] ?? json['Error'])}`);
      }
    assert.deepEqual(outcomes, inBatches.flatMap(expected));
  });
});
