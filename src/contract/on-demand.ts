import { captionsContract } from './captions.ts'
import { notesContract } from './notes.ts'
import { privacyContract } from './privacy.ts'
import { weeklyGoalContract } from './weekly-goal.ts'

/** Endpoints that few pages call. These pages register them, because every page loads `visitorContract`. */
export const onDemandContract = { captions: captionsContract, notes: notesContract, privacy: privacyContract, weeklyGoal: weeklyGoalContract }
