// The settings of an account as rows of `generalSettings`.
import type { Row } from '#resource/rule.ts';
import { settings } from './catalogue.ts';
import type { SettingKind } from './setting.ts';

const typeNumbers = { combo: 1, number: 2, boolean: 3, string: 4 } as const;

/** The rows of `generalSettings` in a new account. */
export const settingRows: readonly Row[] = settings.map((setting) => ({
  id: setting.id,
  group_const: setting.group,
  setting_type: setting.type,
  setting_value: setting.default,
  is_updatable_by_customer: setting.updatable === false ? 0 : 1,
  sort_order: setting.id,
  datatype: setting.kind.datatype,
  description: setting.description,
  default_value: setting.default,
  value_range: rangeOf(setting.kind),
  text: setting.text,
  type: typeNumbers[setting.kind.datatype],
  allowable_values: setting.kind.datatype === 'combo' ? setting.kind.values.join(',') : null,
  updatable: setting.updatable === false ? 0 : 1,
}));

function rangeOf(kind: SettingKind): string | null {
  return kind.datatype === 'number' ? `${kind.min}-${kind.max}` : null;
}
