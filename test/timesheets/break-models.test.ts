// Models of breaks of an account's own, those that stand, and breaks that are paid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { assertRebuilt } from './timesheets.ts';
import { assertPart, written } from '../time-tracking/booking.ts';
import { setSetting } from '../holidays/holidays.ts';
import { hireBeforeEach, models } from './rest-story.ts';

onEveryEngine(
  'models of breaks',
  (place) => {
    const { anna, book, bookAround, change, on } = hireBeforeEach(place, 'off');

    test('counts by an own model, and again when it or its steps change', async () => {
      const nestedEntities = { automaticBreakTemplateSteps: [{ after_minutes: 240, break_minutes: 20 }] };
      const own = await place.machine.create('automaticBreakTemplates', {
        templateName: 'Night shift',
        minimum_part_minutes: 5,
        nestedEntities,
      });
      const query = { template_id: own['id'] as number };
      const [step] = rowsOf(await place.machine.get('automaticBreakTemplateSteps/read', query));
      const day = async (): Promise<readonly unknown[]> => {
        const row = await on('2026-06-08');
        await assertRebuilt(place, anna());
        return ['break', 'unbooked_time', 'working_time', 'break_law_check'].map((name) => row[name]);
      };
      const update = async (resource: string, id: unknown, values: object): Promise<void> => {
        written(await place.machine.put(`${resource}/update/${id}`, values));
      };
      await bookAround('2026-06-08', 3, 540);
      await approve('2026-06-09', 540);
      for (const [holder, name] of [
        ['account', ''],
        ['schedule', 'By schedule'],
        ['person', ''],
      ] as const) {
        if (holder === 'account') await setSetting(place.machine, 'automatic_break_rule', String(own['id']));
        if (holder === 'schedule') {
          await setSetting(place.machine, 'automatic_break_rule', 'off');
          const limits = { name, automatic_break_template_id: own['id'] };
          const { id } = await place.machine.create('workSchedules', limits);
          await change({
            timesheet_template_id: id,
            timesheet_template_id_valid_starting_from: '2026-06-01',
          });
        }
        if (holder === 'person')
          await change({
            timesheet_template_id: 1,
            timesheet_template_id_valid_starting_from: '2026-06-01',
            automatic_break_template_id: own['id'],
            automatic_break_template_valid_starting_from: '2026-06-01',
          });
        assert.deepEqual(await day(), [0.33, 0, 5.82, 0], holder);
        await update('automaticBreakTemplateSteps', step?.['id'], { break_minutes: 40 });
        assert.deepEqual(await day(), [0.67, 0, 5.48, 0], holder);
        const later = await place.machine.create('automaticBreakTemplateSteps', {
          ...query,
          after_minutes: 300,
          break_minutes: 50,
        });
        assert.deepEqual(await day(), [0.83, 0, 5.32, 0], holder);
        await update('automaticBreakTemplates', own['id'], { dryRun: 1 });
        assert.deepEqual(await day(), [0.15, 0, 6, 41], holder);
        await update('automaticBreakTemplates', own['id'], { longest_part_minutes: 60 });
        assert.deepEqual(await day(), [0.15, 0, 6, 51], holder);
        await update('automaticBreakTemplates', own['id'], { minimum_part_minutes: 10 });
        assert.deepEqual(await day(), [0, 0.15, 6, 60], holder);
        const refused = await place.machine.delete(`automaticBreakTemplates/delete/${own['id']}`);
        assertRefused(refused, { status: 422, code: 'in_use', field: 'id' });
        await place.machine.delete(`automaticBreakTemplateSteps/delete/${later['id']}`);
        await update('automaticBreakTemplateSteps', step?.['id'], { break_minutes: 20 });
        const first = { dryRun: 0, minimum_part_minutes: 5, longest_part_minutes: 0 };
        await update('automaticBreakTemplates', own['id'], first);
      }
      assertPart(await on('2026-06-09'), { break: 0, unbooked_time: 0.15, working_time: 6 });
    });

    /** A day of two times three hours that is counted with the setting as it was. */
    async function approve(date: string, gap: number): Promise<void> {
      await bookAround(date, 3, gap);
      written(await place.machine.put('timesheetAccountings/approve', { user_id: anna(), date }));
    }

    test('keeps the models that every account has, and refuses one that is unknown', async () => {
      const { machine } = place;
      const standing = rowsOf(await machine.get('automaticBreakTemplates/read', { editable: 0 }));
      assert.deepEqual(
        Object.fromEntries(standing.map(({ templateName, id }) => [templateName, id])),
        models,
      );
      const answers = [
        await machine.put('automaticBreakTemplates/update/1', { minimum_part_minutes: 5 }),
        await machine.delete('automaticBreakTemplates/delete/4'),
        await machine.put('automaticBreakTemplateSteps/update/1', { break_minutes: 5 }),
        await machine.delete('automaticBreakTemplateSteps/delete/1'),
        await machine.post('automaticBreakTemplateSteps/create', {
          template_id: 4,
          after_minutes: 60,
          break_minutes: 5,
        }),
      ];
      for (const answer of answers) assertRefused(answer, { status: 422, code: 'rule_broken', field: 'id' });
      const [setting] = rowsOf(
        await machine.get('generalSettings/read', { setting_type: 'automatic_break_rule' }),
      );
      const unknown = await machine.put(`generalSettings/update/${setting?.['id']}`, {
        setting_value: '9999',
      });
      assertRefused(unknown, { status: 422, code: 'invalid_value', field: 'setting_value' });
      const free = await machine.create('automaticBreakTemplates', { templateName: 'Unused' });
      assert.equal((await machine.delete(`automaticBreakTemplates/delete/${free['id']}`)).status, 200);
    });

    test('pays the agreed minutes of a break from their day on, as far as there is one', async () => {
      for (const [date, gap] of [
        ['2026-06-08', 1800],
        ['2026-06-09', 1800],
        ['2026-06-10', 600],
      ] as const)
        await bookAround(date, 2, gap);
      await change({ paid_break_day_quota_in_minutes: 20, paid_break_day_quota_valid_from: '2026-06-09' });
      const paid = async (date: string): Promise<readonly unknown[]> => {
        const row = await on(date);
        await assertRebuilt(place, anna());
        return ['paid_break', 'unpaid_break', 'paid_nonworking_time', 'total_working_time'].map(
          (name) => row[name],
        );
      };
      assert.deepEqual(await paid('2026-06-08'), [0, 0.5, 0, 4]);
      assert.deepEqual(await paid('2026-06-09'), [0.33, 0.17, 0.33, 4.33]);
      assert.deepEqual(await paid('2026-06-10'), [0, 0, 0, 4], 'ten minutes are no break');
      // A paid break that was booked is part of what is agreed.
      const { id: task_id } = await place.machine.create('tasks', {
        name: 'Paid pause',
        mother_id: 3,
        is_nonworking: 1,
        is_paid_non_working: 1,
      });
      await book('2026-06-10 10:00', '2026-06-10 10:10', { task_id });
      assert.deepEqual(await paid('2026-06-10'), [0.17, 0, 0.17, 4.17]);
      await book('2026-06-09 10:00', '2026-06-09 10:10', { task_id });
      assert.deepEqual(await paid('2026-06-09'), [0.33, 0.17, 0.33, 4.33]);
      await change({ paid_break_day_quota_in_minutes: '', paid_break_day_quota_valid_from: '2026-06-09' });
      assert.deepEqual(await paid('2026-06-09'), [0.17, 0.33, 0.17, 4.17]);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
