// Tests a link with which an administrator logs in as a user: once, within ten minutes, and on record in the audit log.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { password } from '../support/installation.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { send } from '../support/client.ts';
import {
  clientWithCookie,
  cookiePair,
  postLogin,
  sessionClient,
  type SessionClient,
} from '../support/session-client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onOwnInstallations('login links', { why: 'the clock is moved' }, (place) => {
  const where = () => ({ address: place.installation.address, account: place.account.name });
  const counted = { payroll_accounting_starts_at: '2026-01-01' };
  let boss = 0;
  let leader = 0;
  let member = 0;

  before(async () => {
    const { machine } = place;
    const row = { username: 'boss', firstname: 'B', lastname: 'B', password, ...counted };
    boss = (await machine.create('users', { ...row, internal_user_group: 1 }))['id'] as number;
    leader = await hire(machine, 'leader', counted);
    const { id } = await machine.create('departments', { department_name: 'Led', supervisor_id: leader });
    member = await hire(machine, 'member', { ...counted, department_id: id });
    await machine.put('users/update', { id: boss, department_id: id });
  });

  const ask = async (client: Client, id: number): Promise<Answer> =>
    client.post(`users/createLoginLink/${id}`, {});
  const codeOf = (answer: Answer): string => {
    const [row] = rowsOf(answer);
    assert.equal(row?.['expires_in'], 600);
    assert.equal(Buffer.from(row['url_base64'], 'base64').toString(), row['url']);
    const url = new URL(row?.['url'], place.installation.address);
    assert.equal(url.pathname, `/${place.account.name}/login`);
    return url.searchParams.get('token') as string;
  };
  const administrator = (): Promise<SessionClient> => sessionClient(where(), 'boss');
  const actAs = async (id: number): Promise<SessionClient> => {
    const answer = await postLogin(where(), { login_token: codeOf(await ask(await administrator(), id)) });
    assert.equal(answer.status, 200, answer.text);
    return clientWithCookie(where(), cookiePair(answer));
  };

  test('logs in as the person once, and the session says who acts', async () => {
    const code = codeOf(await ask(await administrator(), member));
    const first = await postLogin(where(), { login_token: code });
    assert.deepEqual(
      rowsOf(first).map((row) => [row['user_id'], row['actor_id']]),
      [[member, boss]],
    );
    const second = await postLogin(where(), { login_token: code });
    assertRefused(second, { status: 422, code: 'invalid_code', field: 'login_token' });
    const [person] = rowsOf(await place.machine.get('users/read', { id: member }));
    assert.equal(person?.['last_login'], null);
  });

  test('works for ten minutes', async () => {
    const code = codeOf(await ask(await administrator(), member));
    place.installation.clock.shift += 600_000;
    const late = await postLogin(where(), { login_token: code });
    assertRefused(late, { status: 422, code: 'invalid_code', field: 'login_token' });
  });

  test('is refused to programs, to leaders, and to who acts as an administrator', async () => {
    const other = { username: 'second', firstname: 'S', lastname: 'S', password };
    const { id } = await place.machine.create('users', { ...other, internal_user_group: 1 });
    for (const client of [place.machine, await place.account.login('leader'), await actAs(id as number)])
      assertRefused(await ask(client, member), { status: 401, code: 'not_allowed' });
  });

  test('is refused for a person who may not log in', async () => {
    const id = await hire(place.machine, 'gone', { active: 0 });
    const answer = await ask(await administrator(), id);
    assertRefused(answer, { status: 422, code: 'rule_broken', field: 'id' });
  });

  test('approvals bear the name of the administrator, and concern neither of both', async () => {
    const acting = await actAs(leader);
    const approve = (user_id: number): Promise<Answer> =>
      acting.put('timesheetAccountings/approve', { user_id, date: '2026-02-02', approved_by_admin: 1 });
    assert.equal(written(await approve(member))['approved_by_admin_id'], boss);
    for (const own of [boss, leader])
      assertRefused(await approve(own), { status: 401, code: 'field_not_allowed' });
  });

  test('refuses to let an acting administrator confirm a day for the person', async () => {
    const acting = await actAs(member);
    const day = { user_id: member, date: '2026-02-03' };
    for (const level of [{}, { approved_by_user: 1 }])
      assertRefused(await acting.put('timesheetAccountings/approve', { ...day, ...level }), {
        status: 401,
        code: 'field_not_allowed',
        field: 'approved_by_user',
      });
  });

  test('the audit log names the administrator for the login and each change', async () => {
    const acting = await actAs(member);
    written(await acting.put('users/update', { id: member, skype: 'reached' }));
    written(
      await acting.post(
        'timeTrackings/create',
        booking(member, { start: '2026-02-03 08:00:00', end: '2026-02-03 09:00:00' }),
      ),
    );
    const told = rowsOf(await place.machine.get('auditLog/read', { row_id: member, resource_name: 'users' }));
    const last = told.slice(-2).map((row: Envelope) => [row['action'], row['user_id']]);
    assert.deepEqual(last, [
      ['login_by_link', boss],
      ['update', boss],
    ]);
  });

  test('the session ends with the rights of the administrator', async () => {
    const acting = await actAs(member);
    assert.equal((await acting.get('users/me')).status, 200);
    written(await place.machine.put('users/update', { id: boss, internal_user_group: 2 }));
    assert.equal((await acting.get('users/me')).status, 403);
    written(await place.machine.put('users/update', { id: boss, internal_user_group: 1 }));
  });

  test('the page uses nothing up until its button is pressed', async () => {
    const code = codeOf(await ask(await administrator(), member));
    const url = `${where().address}/${where().account}/login`;
    const page = await send(url, { method: 'GET', query: { token: code } });
    assert.match(page.text, /counts as decided by you/);
    const press = (site: string): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ token: code }),
        headers: { 'sec-fetch-site': site },
        redirect: 'manual',
      });
    assert.equal((await press('cross-site')).status, 403);
    const pressed = await press('same-origin');
    assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, `/@${where().account}`]);
    const acting = clientWithCookie(where(), cookiePair(pressed));
    assert.equal(rowsOf(await acting.get('users/me'))[0]?.['id'], member);
  });
});
