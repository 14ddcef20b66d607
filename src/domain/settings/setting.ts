// What a setting of an account is, as data.

/**
 * What kind of value a setting holds; `zone`, `country` and `breakModel` are strings that must name one, `monthDay` may
 * (`MM-DD`). Numbers are whole unless they may have `digits` after the point.
 */
export type SettingKind =
  | { readonly datatype: 'combo'; readonly values: readonly string[] }
  | { readonly datatype: 'number'; readonly min: number; readonly max: number; readonly digits?: number }
  | { readonly datatype: 'boolean' }
  | {
      readonly datatype: 'string';
      readonly holds: 'text' | 'zone' | 'country' | 'date' | 'monthDay' | 'breakModel';
    };

/** One setting. */
export interface Setting {
  readonly id: number;
  readonly group: string;
  /** Its `setting_type`: the name by which programs know it. */
  readonly type: string;
  readonly default: string;
  readonly kind: SettingKind;
  /** Label for people. */
  readonly text: string;
  readonly description: string;
  /** `false`: only the operator sets it. */
  readonly updatable?: false;
}
