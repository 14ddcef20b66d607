// Scratch: CPU of the main thread for each answer, service / bare.
import { readFileSync, existsSync, mkdirSync, copyFileSync, writeFileSync, cpSync } from 'node:fs';
import { createFixture } from './data/fixture.ts';
import { readOptions } from './options.ts';
import { startService } from './servers/service.ts';
import { startOwnServer } from './servers/child.ts';
import { bareTwin } from './servers/bare.ts';
import { runLoad } from './measure/load.ts';
import { median } from './measure/statistics.ts';
const dir = '/tmp/w/reads-tools/db';
const words = process.argv.slice(2);
if (!existsSync(`${dir}/meta.json`)) {
  const options = readOptions(['--quick', '--rows', process.env.ROWS ?? '20000'])!;
  const f = await createFixture(options);
  mkdirSync(dir, { recursive: true });
  copyFileSync(f.fileOf('main'), `${dir}/main.db`);
  copyFileSync(f.fileOf('plain'), `${dir}/plain.db`);
  writeFileSync(`${dir}/meta.json`, JSON.stringify({ account: f.account, accountId: f.accountId, credentials: f.credentials, people: f.people, trackings: f.trackings }));
  await f.close(false);
  console.log('seeded', f.trackings);
}
const meta = JSON.parse(readFileSync(`${dir}/meta.json`, 'utf8'));
const prof = process.env.PROF;
const command = process.env.COMMAND ?? '/tmp/w/reads/bin/hourbook';
const service = await startService({ command, file: `${dir}/main.db`, account: meta.account, ...meta.credentials, environment: prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${prof}` } : {} });
const child = (await import('./servers/child.ts'));
const bare = await startOwnServer('./bare-server.ts');
function pidOf(origin: string): number { return 0; }
const ticks = (pid: number) => { const s = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8'); const p = s.slice(s.lastIndexOf(')') + 2).split(' '); return (Number(p[11]) + Number(p[12])) * 10; };
const ns = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
import { execFileSync } from 'node:child_process';
const kids = execFileSync('pgrep', ['-P', String(process.pid)]).toString().trim().split('\n').map(Number);
const barePid = kids.find((k) => readFileSync(`/proc/${k}/cmdline`, 'utf8').includes('bare-server'))!;
const svcPid = service.pid;
const listQ = (id: number) => `timeTrackings/read?user_id=${id}&_limit=100`;
const month = '1965-02-01%2000:00:00|1965-02-28%2023:59:59';
const people: number[] = meta.people;
let turn = 0;
const walk = (path: (n: number) => string, count: number) => ({ method: 'GET', path: service.path(path(1)), headers: service.headers, setupRequest: (r: any) => ({ ...r, path: service.path(path(1 + (turn++ % count))) }) });
const tag = async (rest: string) => ({ method: 'GET', path: service.path(rest), headers: { ...service.headers, 'if-none-match': (await service.send('GET', rest)).headers.get('etag')! } });
const scenarios: Record<string, () => Promise<any[]>> = {
  route: async () => ['serverTime/read'],
  one: async () => Array.from({ length: 200 }, (_, i) => `timeTrackings/read/${1 + i * 50}`),
  oneNew: async () => [walk((n) => `timeTrackings/read/${n}`, meta.trackings)],
  list: async () => people.slice(0, 20).map(listQ),
  unchanged: async () => [await tag(listQ(people[0]!))],
  month: async () => people.map((id) => `timeTrackings/read?user_id=${id}&_op__start_time=betw&start_time=${month}&_order_by=start_time`),
  monthNew: async () => [walk((n) => `timeTrackings/read?user_id=${people[n % 100]}&_op__start_time=betw&start_time=${month}&_order_by=start_time&_limit=${1000 + Math.floor(n / 100)}`, 1e9)],
  cold: async () => [walk((n) => `timeTrackings/read?id=${n}%7C${n + 99}&_op__id=betw&_limit=100`, meta.trackings - 100)],
};
const rounds = Number(process.env.ROUNDS ?? 3), secs = Number(process.env.SECS ?? 1);
for (const [name, make] of Object.entries(scenarios)) {
  if (words.length > 0 && !words.includes(name)) continue;
  const load = service.load(8, await make());
  let other = await bareTwin(bare, load);
  // the walk's twin answers one address
  const first = load.requests[0] as any;
  if (first.setupRequest) { const rec = { ...first, setupRequest: undefined, path: service.path(name === 'oneNew' ? 'timeTrackings/read/1' : first.path) }; const fixed = first.setupRequest(first); other = await bareTwin(bare, { ...load, requests: [{ method: 'GET', path: fixed.path, headers: first.headers }] }); }
  const a: number[] = [], b: number[] = [], rr: number[] = [];
  for (let r = -1; r < rounds; r++) {
    const row: number[] = [];
    for (const [l, pid] of [[load, svcPid], [other, barePid]] as const) {
      const t0 = ns(pid);
      const res = await runLoad(l, secs);
      row.push(((ns(pid) - t0) * 1000) / res.latencies.length);
    }
    if (r >= 0) { a.push(row[0]!); b.push(row[1]!); rr.push(row[1]! / row[0]!); }
  }
  console.log(`${name.padEnd(10)} service ${median(a).toFixed(1)} µs, bare ${median(b).toFixed(1)} µs, ratio ${median(rr).toFixed(3)}`);
}
await service.stop(); await bare.stop();
process.exit(0);
