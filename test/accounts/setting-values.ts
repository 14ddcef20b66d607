// Values that each setting accepts and refuses.

/** Values by setting: what is taken and as what it is kept, and what is refused. */
export const settingValues: Readonly<
  Record<string, { taken: readonly [string, string][]; refused: readonly string[] }>
> = {
  server_timezone: {
    taken: [
      ['europe/vienna', 'Europe/Vienna'],
      ['UTC', 'UTC'],
    ],
    refused: ['Mars/Base', '+01:00', ''],
  },
  default_user_timezone: {
    taken: [
      ['Europe/Vienna', 'Europe/Vienna'],
      ['UTC', 'UTC'],
    ],
    refused: ['Vienna'],
  },
  default_country: {
    taken: [
      ['de', 'DE'],
      ['AT', 'AT'],
    ],
    refused: ['AUT', 'ZZ', ''],
  },
  default_language: {
    taken: [
      ['de', 'de'],
      ['en', 'en'],
    ],
    refused: ['fr', ''],
  },
  company_name: {
    taken: [
      ['Ünited & Söns <1>', 'Ünited & Söns <1>'],
      ['', ''],
    ],
    refused: ['x'.repeat(4001)],
  },
  first_day_of_week: {
    taken: [
      ['sunday', 'sunday'],
      ['monday', 'monday'],
    ],
    refused: ['Funday', '1'],
  },
  password_minimum_length: {
    taken: [
      ['064', '64'],
      ['8', '8'],
    ],
    refused: ['7', '65', ''],
  },
  password_needs_lowercase: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  password_needs_uppercase: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  password_needs_digit: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  holiday_carry_over_expires: {
    taken: [
      ['03-31', '03-31'],
      ['02-29', '02-29'],
      ['', ''],
    ],
    refused: ['31.03.', '3-31', '02-30', '13-01', '2026-03-31'],
  },
  holiday_carry_over_maximum: {
    taken: [
      ['005', '5'],
      ['366', '366'],
    ],
    refused: ['367', '-1', '2.5', ''],
  },
  holiday_negative_balance: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  colleagues_see_contact: {
    taken: [
      ['false', '0'],
      ['1', '1'],
    ],
    refused: ['2', '', 'yes'],
  },
  team_sees_absences: {
    taken: [
      ['team', 'team'],
      ['none', 'none'],
    ],
    refused: ['everybody', '', '1'],
  },
  team_sees_presence: {
    taken: [
      ['account', 'account'],
      ['department', 'department'],
    ],
    refused: ['all', ''],
  },
  holiday_full_week_days: {
    taken: [
      ['5', '5'],
      ['0', '0'],
    ],
    refused: ['8', ''],
  },
  password_needs_symbol: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  automatic_break_rule: {
    taken: [
      ['german', 'german'],
      ['Swiss', 'swiss'],
      ['2', 'austrian'],
      ['off', 'off'],
    ],
    refused: ['on', '', '0', '99', '-1', '1.5'],
  },
  automatic_break_valid_from: {
    taken: [
      ['2026-02-28', '2026-02-28'],
      ['', ''],
    ],
    refused: ['2026-02-29', '28.02.2026', '02-28'],
  },
  gaps_are_breaks: {
    taken: [
      ['false', '0'],
      ['1', '1'],
    ],
    refused: ['2', ''],
  },
  allow_negative_overtime: {
    taken: [
      ['true', '1'],
      ['0', '0'],
    ],
    refused: ['2', ''],
  },
  overtime_minimum_balance: {
    taken: [
      ['-20.5', '-20.5'],
      ['0', '0'],
      ['10', '10'],
    ],
    refused: ['-10001', '10001', '-1.255', 'none', ''],
  },
  gap_break_maximum: {
    taken: [
      ['2.5', '2.5'],
      ['0', '0'],
      ['24', '24'],
      ['04.00', '4'],
    ],
    refused: ['24.01', '-1', '1.255', '1,5', '.5', '1.', ''],
  },
  live_start_tolerance_minutes: {
    taken: [
      ['0', '0'],
      ['1440', '1440'],
      ['007', '7'],
      ['5', '5'],
    ],
    refused: ['-1', '1441', '1.5', 'five', ''],
  },
  alert_maximum_timer_hours: {
    taken: [
      ['8784', '8784'],
      ['010', '10'],
      ['0', '0'],
    ],
    refused: ['8785', '-1', '1.5', 'never', ''],
  },
  maximum_tracking_hours: {
    taken: [
      ['24', '24'],
      ['0', '0'],
    ],
    refused: ['8785', '-1'],
  },
  anonymise_after_months: {
    taken: [
      ['0', '0'],
      ['036', '36'],
      ['240', '240'],
    ],
    refused: ['241', '-1', '1.5', 'never', ''],
  },
  missing_hours_day: {
    taken: [
      ['monday', 'monday'],
      ['never', 'never'],
    ],
    refused: ['daily', 'Montag', '1', ''],
  },
  decider_digest_day: {
    taken: [
      ['daily', 'daily'],
      ['sunday', 'sunday'],
      ['never', 'never'],
    ],
    refused: ['weekly', '7', ''],
  },
};
