// How refusals look: what clients read first, which format, a batch with a refused child, a suspended account.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it } from 'node:test';
import { suspendAccount, resumeAccount } from '#accounts/suspend-account.ts';
import { send, type Answer, type Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { password } from '../support/installation.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { parseXml } from '../support/xml.ts';

onOwnInstallations('a refusal', { why: 'the account has the usual name' }, (place) => {
  const begins = ['Success', 'Error', 'ErrorMessage'];
  const xml = { accept: 'application/xml' };

  it('begins with Success, Error and ErrorMessage, in JSON and in XML', async () => {
    const { machine } = place;
    const project = { name: 'A', mother_id: 1 };
    const batch = [{ ...project }, { mother_id: 1 }, { ...project, nestedEntities: { tasks: [{}] } }];
    const asked = (headers: Record<string, string>): readonly Promise<Answer>[] => [
      machine.get('nothing/read', {}, headers),
      machine.get('users/read', { nofield: 1 }, headers),
      machine.post('users/read', {}, headers),
      machine.post('projects/create', batch, headers),
      send(`${place.installation.address}/acme/v4/users/read`, { method: 'GET', headers }),
    ];
    for (const answer of await Promise.all(asked({}))) {
      assert.deepEqual(Object.keys(answer.json).slice(0, 3), begins, answer.text);
    }
    for (const { text } of await Promise.all(asked(xml))) {
      assert.deepEqual(Object.keys(parseXml(text).response).slice(0, 3), begins, text);
    }
    const { json } = await machine.post('projects/create', batch);
    const refused = json['Results'][1] as Envelope;
    assert.deepEqual(Object.keys(refused).slice(0, 3), begins);
    const [child] = (json['Results'][2] as Envelope)['Results'][0].nestedEntities.tasks as Envelope[];
    assert.deepEqual(Object.keys(child ?? {}).slice(0, 3), begins);
  });

  it('begins so when the request is no HTTP', async () => {
    const { hostname, port } = new URL(place.installation.address);
    const socket = connect(Number(port), hostname);
    socket.end('nonsense\r\n\r\n');
    const text = (await socket.toArray()).join('');
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as Envelope;
    assert.deepEqual(Object.keys(body).slice(0, 3), begins);
  });

  it('of a token that does not work has the OAuth fields in the format of Accept', async () => {
    const url = `${place.installation.address}/acme/v4/users/read`;
    const ask = (method: string, accept: string): Promise<Answer> =>
      send(url, { method, token: 'expired', headers: { accept } });
    for (const method of ['GET', 'POST']) {
      const inJson = await ask(method, 'application/json');
      assert.equal(inJson.status, 401);
      assert.deepEqual(Object.keys(inJson.json).sort(), ['error', 'error_description']);
      const inXml = await ask(method, 'application/xml');
      assert.equal(inXml.status, 401);
      assert.match(inXml.headers.get('content-type') ?? '', /^application\/xml/);
      assert.match(inXml.headers.get('www-authenticate') ?? '', /invalid_token/);
      assert.match(inXml.headers.get('vary') ?? '', /Accept/);
      assert.deepEqual({ ...parseXml(inXml.text).response }, inJson.json);
    }
    const tokenUrl = `${place.installation.address}/acme/auth/oauth2/token`;
    const login = await send(tokenUrl, { method: 'GET', headers: xml });
    assert.equal(login.json['error'], 'invalid_request', 'the token endpoint answers in JSON');
  });
});

onOwnInstallations('a batch with a refused child', { why: 'the account has the usual name' }, (place) => {
  it('has NumErrors and Success false, and the item keeps its own Success', async () => {
    const parent = (name: string, tasks: object[], projects: object[] = []): object => ({
      name,
      mother_id: 1,
      nestedEntities: { tasks, projects },
    });
    const below = { name: 'D', nestedEntities: { tasks: [{ name: 'T' }, { sort_order: 'x' }] } };
    const { status, json } = await place.machine.post('projects/create', [
      parent('A', [{ name: 'T' }]),
      parent('B', [{ name: 'T' }, {}]),
      parent('C', [], [below]),
    ]);
    assert.equal(status, 200);
    const { Success, SuccessNested, NumErrors, NumResults, Error: error, ErrorMessage, Results } = json;
    assert.deepEqual([Success, SuccessNested, NumErrors, NumResults, error], [false, false, 2, 3, 400]);
    assert.match(ErrorMessage, /2 of 3/);
    assert.deepEqual(
      Results.map((item: Envelope) => [item['Success'], item['SuccessNested']]),
      [
        [true, true],
        [true, false],
        [true, false],
      ],
    );
  });

  it('has neither when every child is written', async () => {
    const entity = { name: 'E', mother_id: 1, nestedEntities: { tasks: [{ name: 'T' }] } };
    const { json } = await place.machine.post('projects/create', [entity, entity]);
    assert.deepEqual([json['Success'], 'NumErrors' in json, 'Error' in json], [true, false, false]);
  });
});

onOwnInstallations('a suspended account', { why: 'the account has the usual name' }, (place) => {
  const ask = async (form: Record<string, string>): Promise<Answer> => {
    const { clientId, clientSecret } = place.account;
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
    return send(`${place.installation.address}/acme/auth/oauth2/token`, { method: 'POST', body });
  };
  const login = { grant_type: 'password', username: 'admin', password };
  const turn = (change: typeof suspendAccount): Promise<boolean> =>
    place.installation.app.engine.database.write(place.account.id, (tx) => change(tx, place.account.id));

  it('tells its own users at the token endpoint and at every address', async () => {
    const { refresh_token } = (await ask(login)).json;
    const grants = [
      { grant_type: 'client_credentials' },
      login,
      { grant_type: 'refresh_token', refresh_token },
    ];
    assert.equal(await turn(suspendAccount), true);
    for (const grant of grants) {
      const { status, json } = await ask(grant);
      assert.deepEqual([status, json['error']], [400, 'unauthorized_client'], grant.grant_type);
      assert.match(json['error_description'], /"acme" is suspended/);
    }
    for (const client of [place.machine, place.account.administrator]) {
      const answers = [client.get('users/read'), client.post('skills/create', { syn: 'x' })];
      for (const answer of await Promise.all(answers)) {
        const { ErrorMessage } = assertRefused(answer, { status: 401, code: 'account_suspended' });
        assert.match(ErrorMessage, /"acme" is suspended/);
      }
    }
    assert.equal(await turn(resumeAccount), true);
    rowsOf(await place.machine.get('users/read'));
    assert.equal((await ask(grants[2] as Record<string, string>)).status, 200);
  });

  it('says nothing to clients and users who do not prove who they are', async () => {
    await turn(suspendAccount);
    const wrong = await ask({ ...login, client_secret: 'wrong' });
    assert.deepEqual([wrong.status, wrong.json['error']], [401, 'invalid_client']);
    for (const guess of [
      { ...login, password: 'wrong horse 1' },
      { ...login, username: 'unknown' },
    ]) {
      const { status, json } = await ask(guess);
      assert.deepEqual([status, json['error']], [400, 'invalid_grant']);
      assert.doesNotMatch(json['error_description'], /suspended/);
    }
    await turn(resumeAccount);
  });
});
