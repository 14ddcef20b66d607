// Pages of a read: `_limit` is 100 everywhere, `HasMore` and `NumResultsTotal` say what is left, `_offset` steps through.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Answer, Envelope } from '../support/client.ts';
import { idsOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { countOf } from '../support/property.ts';
import { parseXml } from '../support/xml.ts';

const changed = countOf({ test: 1000, long: 5000, soak: 10_000 });

/** Creates so many skills in batches of 100; answers their ids. */
async function createSkills({ machine }: Place, count: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let from = 0; from < count; from += 100) {
    const size = Math.min(100, count - from);
    const batch = Array.from({ length: size }, (_, index) => ({ syn: `Skill ${from + index}` }));
    const answer = await machine.post('skills/create', batch);
    ids.push(...rowsOf(answer).map((item) => item['Results'][0]['id'] as number));
  }
  return ids;
}

onEveryEngine('a delta in pages', (place) => {
  it('delivers each row once to a client that steps by _offset, in JSON and in XML', async () => {
    const since = (await place.machine.get('skills/read', { _limit: 0 })).json['RequestStartTime'] as string;
    const ids = await createSkills(place, changed);
    for (const read of [pageInJson, pageInXml]) {
      const seen: number[] = [];
      for (let more = true; more;) {
        const page = await read(await ask(place, { _since: since, _offset: seen.length }, read));
        assert.equal(page.ids.length, Math.min(100, changed - seen.length), read.name);
        assert.equal(page.hasMore, seen.length + page.ids.length < changed, read.name);
        seen.push(...page.ids);
        more = page.hasMore;
      }
      assert.deepEqual(seen, ids, read.name);
    }
  });

  it('is whole in deltaSync and fetchData, unless a limit is given', async () => {
    const all = (await place.machine.get('skills/read', { _count: 1 })).json['NumResultsTotal'];
    assert.ok(all >= changed);
    for (const query of [
      { _include: 'skills' },
      { _include: 'skills', _since: '2020-01-01 00:00:00', _fetch_deleted: 1 },
    ]) {
      for (const aggregated of ['deltaSync', 'fetchData']) {
        const { json } = await place.machine.get(`${aggregated}/read`, query);
        assert.deepEqual([json['NumResults'], json['HasMore']], [all, 0]);
        assert.deepEqual([json['Results'].skills.NumResults, json['Results'].skills.HasMore], [all, 0]);
      }
    }
    const limited = await place.machine.get('deltaSync/read', { _include: 'skills', _limit: 10, _count: 1 });
    const { skills } = limited.json['Results'];
    assert.deepEqual([skills.NumResults, skills.HasMore, skills.NumResultsTotal], [10, 1, all]);
    assert.equal(limited.json['HasMore'], 1);
  });
});

onEveryEngine('pages', (place) => {
  const page = async (resource: string, query: Record<string, string | number>): Promise<Envelope> =>
    (await place.machine.get(`${resource}/read`, { _count: 1, ...query })).json;
  const shape = ({ NumResults, HasMore, NumResultsTotal }: Envelope): readonly unknown[] => [
    NumResults,
    HasMore,
    NumResultsTotal,
  ];

  it('say whether rows follow, and with _count=1 how many there are', async () => {
    await createSkills(place, 5);
    for (const [query, expected] of [
      [{}, [5, 0, 5]],
      [{ _limit: 5 }, [5, 0, 5]],
      [{ _limit: 4 }, [4, 1, 5]],
      [{ _limit: 0 }, [0, 1, 5]],
      [{ _limit: 2, _offset: 3 }, [2, 0, 5]],
      [{ _limit: 2, _offset: 2 }, [2, 1, 5]],
      [{ _offset: 9 }, [0, 0, 5]],
      [{ syn: 'Skill 3' }, [1, 0, 1]],
      [{ syn: 'none' }, [0, 0, 0]],
      [{ _op__id: 'gt', id: 2, _limit: 1, _fields: 'syn' }, [1, 1, 3]],
      [{ _aggregate__id: 'count' }, [1, 0, 1]],
      [{ _group_by: 'syn', _limit: 2 }, [2, 1, 5]],
      [{ _group_by: 'syn', _aggregate__id: 'max', _offset: 4 }, [1, 0, 5]],
    ] as const) {
      assert.deepEqual(shape(await page('skills', query)), expected, JSON.stringify(query));
    }
  });

  it('count groups of a report and rows of derived and shared resources', async () => {
    for (const resource of ['countries', 'permissionResolveUsers', 'hoursReports', 'timesheetAccountings']) {
      const whole = await page(resource, { _limit: 10_000 });
      const [rows, , total] = shape(whole) as [number, number, number];
      assert.equal(total, rows, resource);
      if (rows < 2) continue;
      assert.deepEqual(shape(await page(resource, { _limit: 1 })), [1, 1, total], resource);
    }
  });

  it('have no NumResultsTotal unless it is asked for, and HasMore on every read', async () => {
    for (const path of ['skills/read', 'users/me', 'serverTime/read', 'deltaSync/read', 'skills/read/1']) {
      const { json } = await place.machine.get(path);
      assert.ok([0, 1].includes(json['HasMore']), path);
      assert.ok(!('NumResultsTotal' in json), path);
    }
    const written = await place.machine.post('skills/create', { syn: 'x' });
    assert.ok(!('HasMore' in written.json));
  });

  it('have Deleted whole on each of them', async () => {
    const since = (await place.machine.get('skills/read', { _limit: 0 })).json['RequestStartTime'];
    const ids = await createSkills(place, 6);
    for (const id of ids.slice(0, 3)) await place.machine.delete(`skills/delete/${id}`);
    const seen: number[] = [];
    for (const offset of [0, 1, 2]) {
      const query = {
        _since: since,
        _fetch_deleted: 1,
        _op__id: 'gteq',
        id: ids[0] ?? 0,
        _limit: 1,
        _offset: offset,
      };
      const answer = await place.machine.get('skills/read', query);
      seen.push(...idsOf(answer));
      const deleted = (answer.json['Deleted'] as Envelope[]).map((row) => row['id']);
      assert.deepEqual(deleted.sort(), ids.slice(0, 3).toSorted());
    }
    assert.deepEqual(seen, ids.slice(3));
  });

  it('answer 304 to a page that has not changed, and another tag when a row follows', async () => {
    const query = { _op__id: 'gt', id: 100_000, _limit: 1 };
    const tag = (await place.machine.get('skills/read', query)).headers.get('etag') ?? '';
    const again = await place.machine.get('skills/read', query, { 'if-none-match': tag });
    assert.equal(again.status, 304);
    await createSkills(place, 1);
    const after = await place.machine.get('skills/read', query, { 'if-none-match': tag });
    assert.equal(after.status, 200);
  });
});

interface PageOfIds {
  readonly ids: readonly number[];
  readonly hasMore: boolean;
}

function ask(place: Place, query: Record<string, string | number>, read: unknown): Promise<Answer> {
  const accept = read === pageInXml ? 'application/xml' : 'application/json';
  return place.machine.get('skills/read', query, { accept });
}

function pageInJson(answer: Answer): PageOfIds {
  return { ids: idsOf(answer), hasMore: answer.json['HasMore'] === 1 };
}

function pageInXml({ text }: Answer): PageOfIds {
  const { Results = [], HasMore } = parseXml(text).response;
  const rows = (Array.isArray(Results) ? Results : [Results]) as { id: string }[];
  return { ids: rows.map(({ id }) => Number(id)), hasMore: HasMore === '1' };
}
