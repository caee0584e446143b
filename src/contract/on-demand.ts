import { captionsContract } from './catalog/captions.ts'
import { lessonFilesContract } from './catalog/lesson-files.ts'
import { notesContract } from './learning/notes.ts'
import { privacyContract } from './privacy/privacy.ts'
import { weeklyGoalContract } from './learning/weekly-goal.ts'

/** Endpoints that few pages call. These pages register them, because every page loads `visitorContract`. */
export const onDemandContract = {
  captions: captionsContract,
  lessonFiles: lessonFilesContract,
  notes: notesContract,
  privacy: privacyContract,
  weeklyGoal: weeklyGoalContract,
}
