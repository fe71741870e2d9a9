import { createAnnouncement } from './create-announcement.ts';
import { deleteAnnouncement } from './delete-announcement.ts';
import { getAnnouncement } from './get-announcement.ts';
import { listAnnouncements } from './list-announcements.ts';
import { sendAnnouncement } from './send-announcement.ts';
import { testAnnouncement } from './test-announcement.ts';
import { updateAnnouncement } from './update-announcement.ts';

export const announcementOperations = [
  listAnnouncements,
  createAnnouncement,
  getAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
  sendAnnouncement,
  testAnnouncement,
] as const;
