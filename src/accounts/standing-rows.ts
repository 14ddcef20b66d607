// Rows that every account has because this version knows them: written with a new account, added to older ones.
// Their ids count from 1 and are part of the interface.
import type { Row } from '#resource/rule.ts';
import { breakStepRows, breakTemplateRows } from '#domain/timesheets/break-models.ts';
import { notificationTypeRows, notificationUrlRows } from '#domain/notifications/catalogue.ts';
import { featureRows } from '#domain/reference/features.ts';
import { userRoleRows } from '#domain/roles/catalogue.ts';
import { settingRows } from '#domain/settings/setting-rows.ts';

/** The standing rows of one resource. */
export interface StandingRows {
  readonly resource: string;
  readonly table: string;
  readonly rows: readonly Row[];
}

/** All of them; `now` in epoch seconds is when they are written. */
export function standingRows(now: number): readonly StandingRows[] {
  const types = notificationTypeRows.map((row) => ({ ...row, created: now }));
  return [
    { resource: 'generalSettings', table: 'general_settings', rows: settingRows },
    { resource: 'userRoles', table: 'user_roles', rows: userRoleRows },
    { resource: 'notificationsTypeHtml', table: 'notifications_type_html', rows: types },
    { resource: 'features', table: 'features', rows: featureRows },
    { resource: 'notificationUrls', table: 'notification_urls', rows: notificationUrlRows },
    { resource: 'automaticBreakTemplates', table: 'automatic_break_templates', rows: breakTemplateRows },
    { resource: 'automaticBreakTemplateSteps', table: 'automatic_break_template_steps', rows: breakStepRows },
  ];
}
