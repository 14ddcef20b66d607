// The declared settings have valid defaults, and the rule for their values refuses others.
import assert from 'node:assert/strict';
import test from 'node:test';
import { settingOf, settings } from '#domain/settings/catalogue.ts';
import { settingRows } from '#domain/settings/setting-rows.ts';
import type { Setting } from '#domain/settings/setting.ts';
import { checkSetting, settingValue } from '#domain/settings/check-setting.ts';
import { administrator, changeOf, refusal } from '../../support/change-of.ts';

function named(type: string): Setting {
  const setting = settingOf(type);
  assert.ok(setting);
  return setting;
}

test('gives every setting a unique id and name, and a default that it accepts', () => {
  assert.equal(new Set(settings.map((setting) => setting.id)).size, settings.length);
  assert.equal(new Set(settings.map((setting) => setting.type)).size, settings.length);
  for (const setting of settings) assert.equal(settingValue(setting, setting.default), setting.default);
});

test('creates a row for every setting with its default value', () => {
  assert.deepEqual(
    settingRows.map((row) => [row['id'], row['setting_type'], row['setting_value']]),
    settings.map((setting) => [setting.id, setting.type, setting.default]),
  );
});

test('uses UTC as the default server time zone', () => {
  assert.equal(settingOf('server_timezone')?.default, 'UTC');
});

test('refuses numbers out of range and unknown words, zones and countries', () => {
  const wrong = [
    ['live_start_tolerance_minutes', '1441'],
    ['live_start_tolerance_minutes', '5.5'],
    ['first_day_of_week', 'friday'],
    ['server_timezone', 'Europe/Atlantis'],
    ['default_country', 'XX'],
  ] as const;
  for (const [type, value] of wrong) {
    assert.throws(() => settingValue(named(type), value), refusal('invalid_value', 'setting_value'));
  }
});

test('stores values in their canonical spelling', () => {
  assert.equal(settingValue(named('server_timezone'), 'europe/vienna'), 'Europe/Vienna');
  assert.equal(settingValue(named('default_country'), 'de'), 'DE');
  assert.equal(settingValue(named('live_start_tolerance_minutes'), '010'), '10');
});

test('refuses a write of an operator setting by an administrator', () => {
  const before = {
    setting_type: 'company_name',
    setting_value: '',
    is_updatable_by_customer: 0,
    updatable: 1,
  };
  const change = changeOf({ accessContext: administrator, before, sent: { setting_value: 'X' } });
  assert.throws(() => void checkSetting(change, null as never), refusal('read_only_field', 'setting_value'));
});
