import { announcementsContract } from './conversation/announcements.ts'
import { captionsContract } from './catalog/captions.ts'
import { notesContract } from './learning/notes.ts'
import { notificationsContract } from './notifications/notifications.ts'
import { privacyContract } from './privacy/privacy.ts'
import { questionsContract } from './conversation/questions.ts'
import { weeklyGoalContract } from './learning/weekly-goal.ts'

/** Endpoints that few pages call. These pages register them, because every page loads `visitorContract`. */
export const onDemandContract = {
  announcements: announcementsContract,
  captions: captionsContract,
  notes: notesContract,
  notifications: notificationsContract,
  privacy: privacyContract,
  questions: questionsContract,
  weeklyGoal: weeklyGoalContract,
}
