// The official client writes time trackings, and reads them with everything that its query builder offers.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import type Library from '@timetac/js-client-library';
import type { RequestParams, RequestParamsBuilder, TimeTracking } from '@timetac/js-client-library';
import { describeOnEveryEngine } from '../support/engines.ts';
import { newPerson, openOffice, refusalOf, type Api } from './official-client.ts';

const library = createRequire(import.meta.url)('@timetac/js-client-library') as typeof Library;

/** Parameters as the library's builder makes them. */
function asking(
  build: (params: RequestParamsBuilder<TimeTracking>) => RequestParamsBuilder<TimeTracking>,
): RequestParams<TimeTracking> {
  return build(new library.RequestParamsBuilder<TimeTracking>()).build();
}

describeOnEveryEngine('time trackings through the official client', (engine) => {
  const office = openOffice(engine);
  let userId: number;
  let otherUserId: number;
  /** Five trackings of an hour each, from 08:00 on, on two tasks; the last one has no note. */
  let ids: readonly number[];

  const book = (hour: number, more: Partial<TimeTracking> = {}): Promise<TimeTracking> =>
    office.api.timeTrackings
      .create({
        user_id: userId,
        task_id: 4,
        start_time: `2026-05-04 ${String(hour).padStart(2, '0')}:00:00`,
        start_time_timezone: 'Europe/Vienna',
        end_time: `2026-05-04 ${String(hour + 1).padStart(2, '0')}:00:00`,
        end_time_timezone: 'Europe/Vienna',
        ...more,
      })
      .then(({ Results }) => Results);

  before(async () => {
    userId = (await office.api.users.create(newPerson('anna'))).Results.id;
    otherUserId = (await office.api.users.create(newPerson('bert'))).Results.id;
    const booked = [
      await book(8, { notes: 'Alpha 100%' }),
      await book(9, { notes: 'beta' }),
      await book(10, { notes: 'ALPHABET', task_id: 9 }),
      await book(11, { notes: 'gamma_1' }),
      await book(12, { task_id: 9, user_id: otherUserId }),
    ];
    ids = booked.map(({ id }) => id);
  });

  /** Which of the five trackings a query finds, counted from 1, in its order. */
  const found = async (build: Parameters<typeof asking>[0]): Promise<readonly number[]> => {
    const { Results } = await office.api.timeTrackings.read(asking(build));
    return Results.map(({ id }) => ids.indexOf(id) + 1);
  };

  describe('writes', () => {
    it('creates a tracking and derives duration, offsets and status', async () => {
      const created = await book(20);
      assert.equal(created.duration, 3600);
      assert.deepEqual([created.start_time_offset, created.end_time_offset, created.status], [7200, 7200, 2]);
      assert.equal(created.start_time, '2026-05-04 20:00:00');
      await office.api.timeTrackings.delete(created.id);
    });

    it('updates only the given fields', async () => {
      const created = await book(20, { notes: 'before' });
      const { Results: updated } = await office.api.timeTrackings.update({ id: created.id, notes: 'after' });
      const { updated: _, ...rest } = updated;
      const { updated: __, ...expected } = { ...created, notes: 'after' };
      assert.deepEqual(rest, expected);
      await office.api.timeTrackings.delete(created.id);
    });

    it('accepts its own row as an update', async () => {
      const created = await book(20);
      const { Results: updated } = await office.api.timeTrackings.update(created);
      assert.deepEqual(updated, created);
      await office.api.timeTrackings.delete(created.id);
    });

    it('deletes a tracking and returns its row', async () => {
      const created = await book(20);
      const { Results: deleted } = await office.api.timeTrackings.delete(created.id);
      assert.deepEqual(deleted, created);
      assert.equal((await office.api.timeTrackings.readById(created.id)).Results, undefined);
    });

    it('names the tracking that a new one overlaps', async () => {
      const { code, message, response } = await refusalOf(book(9));
      assert.equal(code, 422);
      assert.equal(message, response?.ErrorMessage);
      assert.match(message, /2026-05-04 09:00:00/);
      assert.deepEqual(response?.ErrorExtended?.data, {
        id: ids[1],
        start_time: '2026-05-04 09:00:00',
        end_time: '2026-05-04 10:00:00',
      });
    });

    it('returns the existing row for a repeated client_unique_id', async () => {
      const first = await book(20, { client_unique_id: 'phone-1' });
      const second = await book(20, { client_unique_id: 'phone-1' });
      assert.deepEqual(second, first);
      await office.api.timeTrackings.delete(first.id);
    });
  });

  describe('reads', () => {
    it('returns one row by its id', async () => {
      assert.equal((await office.api.timeTrackings.readById(ids[0] ?? 0)).Results?.notes, 'Alpha 100%');
    });

    it('finds rows with eq and neq', async () => {
      assert.deepEqual(await found((params) => params.eq('task_id', 9)), [3, 5]);
      assert.deepEqual(await found((params) => params.neq('task_id', 9)), [1, 2, 4]);
    });

    it('finds rows with gt, gteq, lt and lteq', async () => {
      assert.deepEqual(await found((params) => params.gt('start_time', '2026-05-04 10:00:00')), [4, 5]);
      assert.deepEqual(await found((params) => params.gteq('start_time', '2026-05-04 10:00:00')), [3, 4, 5]);
      assert.deepEqual(await found((params) => params.lt('start_time', '2026-05-04 09:00:00')), [1]);
      assert.deepEqual(await found((params) => params.lteq('start_time', '2026-05-04 09:00:00')), [1, 2]);
    });

    it('finds rows with between, both ends included', async () => {
      const between = found((params) =>
        params.between('start_time', '2026-05-04 09:00:00', '2026-05-04 11:00:00'),
      );
      assert.deepEqual(await between, [2, 3, 4]);
    });

    it('finds rows with in and nin', async () => {
      assert.deepEqual(await found((params) => params.in('id', [ids[4] ?? 0, ids[1] ?? 0, 99_999])), [2, 5]);
      assert.deepEqual(await found((params) => params.nin('id', [ids[4] ?? 0, ids[1] ?? 0])), [1, 3, 4]);
    });

    it('finds rows with like in any letter case, with % and _ as characters', async () => {
      assert.deepEqual(await found((params) => params.like('notes', 'alpha')), [1, 3]);
      assert.deepEqual(await found((params) => params.like('notes', '0%')), [1]);
      assert.deepEqual(await found((params) => params.like('notes', 'a_1')), [4]);
    });

    it('finds rows with null and notnull of text', async () => {
      assert.deepEqual(await found((params) => params.null('notes')), [5]);
      assert.deepEqual(await found((params) => params.notnull('notes')), [1, 2, 3, 4]);
    });

    it('finds rows with null and notnull of a number and a DateTime', async () => {
      assert.deepEqual(await found((params) => params.null('geo_start_lat')), [1, 2, 3, 4, 5]);
      assert.deepEqual(await found((params) => params.notnull('end_time')), [1, 2, 3, 4, 5]);
    });

    it('combines several conditions with order and limit', async () => {
      const page = found((params) =>
        params.eq('user_id', userId).orderBy('start_time', 'desc').limit(2).offset(1),
      );
      assert.deepEqual(await page, [3, 2]);
      assert.deepEqual(
        await found((params) => params.eq('user_id', userId).orderBy('notes', 'asc')),
        [1, 3, 2, 4],
      );
    });

    it('returns chosen fields only', async () => {
      const { Results } = await office.api.timeTrackings.read(
        asking((params) => params.fields(['id', 'notes']).limit(1)),
      );
      assert.deepEqual(Results, [{ id: ids[0], notes: 'Alpha 100%' }]);
    });

    it('resolves a relation beside the field', async () => {
      const { Results } = await office.api.timeTrackings.read(
        asking((params) => params.resolve('task_id').limit(1)),
      );
      const [row] = Results as readonly (TimeTracking & { task?: { id: number; name: string } })[];
      assert.deepEqual([row?.task_id, row?.task?.id, row?.task?.name], [4, 4, 'Work']);
    });

    it('returns nested children', async () => {
      const { machine } = office.installation.account;
      const checkpoint = await machine.create('checkpoints', { name: 'Gate' });
      const passed = await machine.create('checkpointTrackings', {
        checkpoint_id: checkpoint['id'],
        time_tracking_id: ids[1],
        timestamp: '2026-05-04 09:30:00',
        timezone: 'Europe/Vienna',
      });
      const { Results } = await office.api.timeTrackings.read(
        asking((params) => params.in('id', ids.slice(0, 2)).nestedEntities({ checkpointTrackings: [{}] })),
      );
      const children = Results.map(
        (row) => (row.nestedEntities as unknown as Children | undefined)?.checkpointTrackings,
      );
      assert.deepEqual(
        children.map((rows) => rows?.map(({ id }) => id)),
        [[], [passed['id']]],
      );
    });

    it('computes sums, averages, extremes and counts', async () => {
      const one = async (build: Parameters<typeof asking>[0]): Promise<unknown> =>
        (await office.api.timeTrackings.read(asking(build))).Results;
      assert.deepEqual(await one((params) => params.aggregate('duration', 'sum')), [{ duration: 18_000 }]);
      assert.deepEqual(await one((params) => params.aggregate('duration', 'avg')), [{ duration: 3600 }]);
      assert.deepEqual(await one((params) => params.aggregate('id', 'count').eq('task_id', 4)), [{ id: 3 }]);
      assert.deepEqual(await one((params) => params.aggregate('start_time', 'max')), [
        { start_time: '2026-05-04 12:00:00' },
      ]);
      assert.deepEqual(await one((params) => params.aggregate('start_time', 'min')), [
        { start_time: '2026-05-04 08:00:00' },
      ]);
      assert.deepEqual(await one((params) => params.aggregate('id', 'group_concat').eq('task_id', 9)), [
        { id: `${ids[2]},${ids[4]}` },
      ]);
    });

    it('computes aggregates in groups', async () => {
      const { Results } = await office.api.timeTrackings.read(
        asking((params) => params.groupBy(['user_id', 'task_id']).aggregate('duration', 'sum')),
      );
      assert.deepEqual(Results, [
        { user_id: userId, task_id: 4, duration: 10_800 },
        { user_id: userId, task_id: 9, duration: 3600 },
        { user_id: otherUserId, task_id: 9, duration: 3600 },
      ]);
    });

    it('returns page after page to the last', async () => {
      const seen: number[] = [];
      let params: RequestParams<TimeTracking> | undefined = asking((next) => next.limit(2));
      const sizes: number[] = [];
      while (params !== undefined) {
        const { data, pages }: Awaited<ReturnType<Api['timeTrackings']['readRaw']>> =
          await office.api.timeTrackings.readRaw(params);
        seen.push(...data.results.map(({ id }) => id));
        sizes.push(data.results.length);
        params = pages.next;
      }
      assert.deepEqual(seen, ids);
      assert.deepEqual(sizes, [2, 2, 1]);
    });

    it('returns the previous page', async () => {
      const { pages } = await office.api.timeTrackings.readRaw(asking((params) => params.limit(2).offset(2)));
      const { data } = await office.api.timeTrackings.readRaw(pages.prev ?? {});
      assert.deepEqual(
        data.results.map(({ id }) => id),
        ids.slice(0, 2),
      );
    });
  });

  describe('refusals', () => {
    it('contain code, sentence and field of an unknown filter', async () => {
      const { code, message, response } = await refusalOf(
        office.api.timeTrackings.read({ strat_time: '2026-05-04 08:00:00' }),
      );
      assert.equal(code, 422);
      assert.match(message, /strat_time/);
      assert.equal(response?.ErrorExtended?.field, 'strat_time');
    });

    it('name the field and the wrong value', async () => {
      const { code, message } = await refusalOf(office.api.timeTrackings.read({ task_id: 'four' }));
      assert.equal(code, 422);
      assert.match(message, /task_id/);
      assert.match(message, /four/);
    });

    it('have the same form in readRaw', async () => {
      const { code, message, response } = await refusalOf(
        office.api.timeTrackings.readRaw({ _limit: 'many' }),
      );
      assert.equal(code, 422);
      assert.match(message, /_limit/);
      assert.equal(response?.Success, false);
    });
  });
});

interface Children {
  readonly checkpointTrackings?: readonly { readonly id: number }[];
}
