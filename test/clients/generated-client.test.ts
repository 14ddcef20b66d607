// openapi-typescript generates types from the served document, and openapi-fetch calls the server with them. The client
// compiles with this project's TypeScript and runs against a real server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeOnEveryEngine } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * openapi-typescript builds its output with the JavaScript API of TypeScript, which version 7 no longer has. The
 * package @ts-morph/common holds the last one that had it, and brings no second `tsc` along.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});

const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './hourbook.ts';

type Grant = components['schemas']['ClientCredentialsGrant'] | components['schemas']['PasswordGrant'];
const [address, client_id, client_secret, username, password] = process.argv.slice(2) as [string, string, string, string, string];
const api = createClient<paths>({ baseUrl: address, querySerializer: { array: { style: 'form', explode: false } } });

async function login(body: Grant): Promise<string> {
  const { data, error } = await api.POST('/auth/oauth2/token', { body });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.access_token;
}

const machine = { Authorization: 'Bearer ' + (await login({ grant_type: 'client_credentials', client_id, client_secret })) };
const person = {
  Authorization: 'Bearer ' + (await login({ grant_type: 'password', client_id, client_secret, username, password })),
};

const users = await api.GET('/v4/users/read', {
  headers: person,
  params: { query: { active: 1, _fields: ['id', 'username', 'department_id'], _resolve: ['department_id'] } },
});
const first: components['schemas']['Users'] | undefined = users.data?.Results[0];
const department: string | null | undefined = (first?.department as components['schemas']['DepartmentsPublic']).department_name;

const created = await api.POST('/v4/projects/create', {
  headers: machine,
  body: { name: 'Bridge', mother_id: 1, nestedEntities: { tasks: [{ name: 'Design' }, { name: '' }] } },
});
if (created.data === undefined || 'isBatch' in created.data) throw new Error(JSON.stringify(created.error));
const project = created.data.Results[0];
const tasks = project?.nestedEntities?.tasks?.map((task) => (task.Success ? task.Results[0]?.name : task.ErrorExtended.field));

const task_id = 4;
const times = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
const batch = await api.POST('/v4/timeTrackings/create', {
  headers: machine,
  body: [
    { user_id: 1, task_id, start_time: '2026-06-01 08:00:00', end_time: '2026-06-01 12:00:00', ...times },
    { user_id: 1, task_id, start_time: '2026-06-02 08:00:00', end_time: '2026-06-02 10:00:00', ...times },
    { user_id: 1, task_id, start_time: '2026-06-02 09:00:00', end_time: '2026-06-02 11:00:00', ...times },
  ],
});
if (batch.data === undefined || !('isBatch' in batch.data)) throw new Error(JSON.stringify(batch.error));
const failed = batch.data.Results.filter((item) => !item.Success).length;

type Filter = NonNullable<paths['/v4/timeTrackings/read']['get']['parameters']['query']>;
const query: Filter = { start_time: '2026-06-02', _op__start_time: 'like', _order_by: 'start_time', _limit: 5 };
const trackings = await api.GET('/v4/timeTrackings/read', { headers: person, params: { query } });
const seconds: readonly (number | null | undefined)[] = trackings.data?.Results.map(({ duration }) => duration) ?? [];

const refused = await api.GET('/v4/users/read', { params: { query: { id: 1 } } });
const code: number | undefined = refused.error !== undefined && 'Error' in refused.error ? refused.error.Error : undefined;

console.log(
  JSON.stringify({ username: first?.username, department, project: project?.name, tasks, failed, seconds, code }),
);
`;

/** A change of the program that must not compile, and the word that the compiler must object to. */
const mistakes: readonly (readonly [what: string, from: string, to: string, objection: RegExp])[] = [
  ['a misspelt filter', '_op__start_time:', '_op__start_tim:', /but '_op__start_tim' does not exist/],
  ['an unknown operator', "'like'", "'sounds_like'", /"sounds_like"/],
  ['a misspelt field of a row', 'first?.username', 'first?.usernam', /'usernam' does not exist/],
  ['a misspelt name in a list of fields', "'username', 'dep", "'usernam', 'dep", /"usernam"/],
  ['a missing field of an entity', "name: 'Bridge', ", '', /'name' is missing/],
  [
    'a value of the wrong type',
    'mother_id: 1',
    "mother_id: 'one'",
    /'string' is not assignable to type 'number/,
  ],
  ['an unknown address', '/v4/users/read', '/v4/users/raed', /'"\/v4\/users\/raed"'/],
  ['a grant without its password', 'username, password })', 'username })', /'password' is missing/],
];

describeOnEveryEngine('client generated from the OpenAPI document', (engine) => {
  let installation: Installation;
  let folder: string;

  let objections: readonly string[];

  before(async () => {
    installation = await startInstallation({ engine });
    folder = await mkdtemp(join(tmpdir(), 'hourbook-client-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { default: generate, astToString } = await import('openapi-typescript');
    const types = await generate(new URL('/acme/v4/openapi.json', installation.address));
    const files = new Map([
      ['hourbook.ts', astToString(types)],
      ['package.json', '{"type":"module"}'],
      ['tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'] })],
      ['program.ts', program],
      ...mistakes.map(
        ([, from, to], index) => [`mistake-${index}.ts`, program.replace(from, to)] as [string, string],
      ),
    ]);
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    objections = await compile(folder);
  });
  after(async () => {
    await installation?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the compiler has against a file. */
  const against = (file: string): readonly string[] => objections.filter((line) => line.includes(`${file}(`));

  it('compiles, logs in as user and machine, reads, creates and filters', async () => {
    assert.deepEqual(against('hourbook.ts'), []);
    assert.deepEqual(against('program.ts'), []);
    const { clientId, clientSecret } = installation.account;
    const words = [`${installation.address}/acme`, clientId, clientSecret, 'admin', password];
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.ts'), ...words]);
    const { department, ...found } = JSON.parse(stdout) as Record<string, unknown>;
    assert.equal(typeof department, 'string');
    assert.deepEqual(found, {
      username: 'admin',
      project: 'Bridge',
      tasks: ['Design', 'name'],
      failed: 1,
      seconds: [7200],
      code: 403,
    });
  });

  for (const [index, [what, from, , objection]] of mistakes.entries()) {
    it(`does not compile with ${what}`, () => {
      assert.ok(program.includes(from), from);
      const said = against(`mistake-${index}.ts`);
      assert.ok(said.length > 0, 'it compiles');
      assert.match(said.join('\n'), objection);
    });
  }
});

/** Runs the project's compiler over all programs of the folder; answers its objections, one each. */
async function compile(folder: string): Promise<readonly string[]> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const said = await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    folder,
    '--pretty',
    'false',
  ]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  return said.split(/\n(?=\S)/);
}
