// Notifications, roles and preferences.
import { none, referenceData, type Area } from './area.ts';

const ownOnly = 'a a a - - - - o - - #';

/** Notices and preferences belong to one person; roles and texts are the same for everyone. */
export const notices: Area = {
  rights: {
    notifications: { read: ownOnly, create: none, update: 'y ! y - - - - y - - #', delete: none },
    notificationUrls: referenceData,
    notificationsTypeHtml: referenceData,
    userRoles: referenceData,
    userPreferences: { read: ownOnly, create: none, update: none, delete: none },
  },
  storedSamples: {
    notifications: ({ id, serial }) => ({
      user_id: id('users'),
      user_id_sender: id('users'),
      user_id_responder: id('users'),
      notification_type: 12,
      assoc_id: serial,
    }),
    notificationUrls: ({ mark, serial }) => ({ headline: `${mark} kind ${serial}`, url: `${mark}/read` }),
    notificationsTypeHtml: ({ mark, id }) => ({
      title: `${mark} title`,
      content: `${mark} text`,
      recipient: id('users'),
      sender: id('users'),
    }),
    userRoles: ({ mark, serial }) => ({ name: `${mark} role ${serial}` }),
    userPreferences: ({ mark, serial, id }) => ({
      user_id: id('users'),
      oauth_client_id: 'client',
      name: `${mark} ${serial}`,
      value: `${mark} value`,
    }),
  },
  storedAbout: {
    notifications: ({ person, number }) => ({ user_id: person, notification_type: 12, assoc_id: number }),
    userPreferences: ({ person, number }) => ({
      user_id: person,
      oauth_client_id: 'client',
      name: `name ${number}`,
      value: 'v',
    }),
  },
  harmlessUpdates: { notifications: { seen: 1 } },
  standing: { notificationUrls: 1, notificationsTypeHtml: 1, userRoles: 1 },
};
