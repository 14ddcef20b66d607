// Tests the files of the folder deploy with the tools that read them, where the machine has those.
import assert from 'node:assert/strict';
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { optionNames, readConfig, variableOf } from '#config';
import { createMetrics } from '#observe/metrics.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { findPrograms, startCluster } from '../support/postgres-cluster.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { has, project, run } from './packing.ts';

const [systemd, prometheus, caddy, nginx] = await Promise.all(
  ['systemd-analyze', 'promtool', 'caddy', 'nginx'].map(has),
);
const deploy = join(project, 'deploy');

describe('the folder deploy', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hourbook-deploy-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it(
    'has units whose exposure is below 2.0',
    { skip: systemd !== true && 'no systemd-analyze' },
    async () => {
      for (const unit of ['hourbook.service', 'hourbook-backup.service']) {
        const words = ['security', '--offline=true', '--threshold=20', '--no-pager', `systemd/${unit}`];
        const told = await run('systemd-analyze', words, { cwd: deploy });
        assert.match(told, new RegExp(`exposure level for ${unit.replace('.', '\\.')}: [01]\\.\\d`));
      }
      await run('systemd-analyze', ['calendar', 'hourly']);
    },
  );

  it('has alert rules that promtool takes', { skip: prometheus !== true && 'no promtool' }, async () => {
    await run('promtool', ['check', 'rules', 'monitoring/alerts.yml'], { cwd: deploy });
    await run('promtool', ['check', 'config', 'monitoring/prometheus.yml'], { cwd: deploy });
  });

  it(
    'has a dashboard whose queries promtool takes',
    { skip: prometheus !== true && 'no promtool' },
    async () => {
      const rules = (await expressions()).map((expr, index) => ({ record: `panel:${index}`, expr }));
      const file = join(folder, 'panels.yml');
      await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
      assert.match(
        await run('promtool', ['check', 'rules', file]),
        new RegExp(`${rules.length} rules found`),
      );
    },
  );

  it('names only metrics that the service tells', async () => {
    const told = createMetrics('1').render({
      inFlight: 0,
      waitingWrites: 0,
      eventLoopDelaySeconds: 0,
      clockLagSeconds: 0,
    });
    const known = new Set([...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const rules = await readFile(join(deploy, 'monitoring/alerts.yml'), 'utf8');
    const named = [...`${rules} ${(await expressions()).join(' ')}`.matchAll(/hourbook_[a-z_]+/g)];
    assert.ok(named.length > 10);
    for (const [name] of named) assert.ok(known.has(name.replace(/_bucket$/, '')), name);
  });

  it('has a Caddyfile that Caddy takes', { skip: caddy !== true && 'no caddy' }, async () => {
    const words = ['validate', '--adapter', 'caddyfile', '--config', 'proxy/Caddyfile'];
    await run('caddy', words, { cwd: deploy, env: { HOME: folder } });
  });

  it('has a configuration that nginx takes', { skip: nginx !== true && 'no nginx' }, async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-subj', '/CN=time.example.com', '-keyout', key, '-out', certificate];
    await run('openssl', [...self, ...subject]);
    const given = await readFile(join(deploy, 'proxy/nginx.conf'), 'utf8');
    const site = given
      .replace('/etc/ssl/hourbook/fullchain.pem', certificate)
      .replace('/etc/ssl/hourbook/privkey.pem', key);
    const file = join(folder, 'nginx.conf');
    await writeFile(file, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`);
    await run('nginx', ['-t', '-q', '-e', join(folder, 'errors'), '-c', file]);
  });

  it(
    'has a script that makes a role which row-level security binds',
    { skip: findPrograms() === null && 'no PostgreSQL' },
    async (t) => {
      const cluster = await startCluster();
      assert.ok(cluster !== null);
      t.after(() => cluster.remove());
      const [, host = ''] = /@([^/]+)\//.exec(cluster.url) ?? [];
      const password = `it's "quoted" :'here' $HOME`;
      const path = `${findPrograms()}:${process.env['PATH'] ?? ''}`;
      await run('sh', ['compose/create-role.sh'], {
        cwd: deploy,
        env: {
          PATH: path,
          PGHOST: decodeURIComponent(host),
          PGUSER: 'postgres',
          HOURBOOK_DB_PASSWORD: password,
        },
      });
      await withServer(cluster.url, async (server) => {
        const role =
          "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolpassword from pg_authid where rolname = 'hourbook'";
        const { rolpassword, ...rights } = (await server.query<Record<string, unknown>>(role)).rows[0] ?? {};
        assert.deepEqual(rights, {
          rolsuper: false,
          rolbypassrls: false,
          rolcreatedb: false,
          rolcreaterole: false,
        });
        assert.ok(isHashOf(String(rolpassword), password));
        assert.ok(!isHashOf(String(rolpassword), `${password} `));
      });
      const url = addressOf(cluster.url, { user: 'hourbook', database: 'hourbook' });
      const observe = (event: { readonly kind: string }): void =>
        assert.notEqual(event.kind, 'fence_missing');
      const database = await openDatabase({ url, clock: Date.now, observe });
      try {
        assert.ok((await migrate(database, { observe })).length > 0);
      } finally {
        await database.close();
      }
    },
  );

  it('has a compose file whose settings the service takes', async () => {
    const text = await readFile(join(deploy, 'compose/compose.yaml'), 'utf8');
    const [, service = ''] = text.split(/^  hourbook:$/m);
    const env = Object.fromEntries(
      [...service.matchAll(/^ {6}(HOURBOOK_\w+): (.*)$/gm)].map(([, name, value = '']) => [
        name,
        value.replace(/^'|'$/g, '').replace(/\$\{\w+\}/g, 'secret'),
      ]),
    );
    const known = new Set(optionNames.map(variableOf));
    for (const name of Object.keys(env)) assert.ok(known.has(name), name);
    const config = readConfig({ flags: {}, env });
    assert.equal(config.database, 'postgres://hourbook:secret@db/hourbook');
    assert.deepEqual(
      [...service.matchAll(/expose: \['(\d+)'\]/g)].map(([, port]) => Number(port)),
      [config.metricsPort],
    );
    assert.match(service, new RegExp(`- '127\\.0\\.0\\.1:\\d+:${config.port}'`));
    const script = await readFile(join(deploy, 'compose/create-role.sh'), 'utf8');
    const used = [...script.matchAll(/\$(HOURBOOK_\w+)/g)].map(([, name]) => name);
    assert.deepEqual(used, ['HOURBOOK_DB_PASSWORD']);
    const [database = ''] = text.split(/^  hourbook:$/m);
    for (const name of used) assert.ok(database.includes(`${name}: \${${name}:?`), name);
  });
});

/** Whether PostgreSQL keeps this password under the hash: `SCRAM-SHA-256$<rounds>:<salt>$<stored key>:<server key>`. */
function isHashOf(hash: string, password: string): boolean {
  const [, rounds = '', salt = '', stored = ''] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):/.exec(hash) ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256');
  const key = createHmac('sha256', salted).update('Client Key').digest();
  return createHash('sha256').update(key).digest('base64') === stored;
}

/** What the panels ask, with values in the place of the dashboard's variables. */
async function expressions(): Promise<readonly string[]> {
  const text = await readFile(join(deploy, 'monitoring/grafana.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'hourbook')),
  );
}
