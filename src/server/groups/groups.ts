import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { createSecret } from '#server/platform/protection/index.ts'
import { listCohorts } from './list-cohorts.ts'
import { cancelCohort, createCohort, deleteCohort, updateCohort } from './save-cohort.ts'
import { hasCohort } from './own-cohort.ts'
import type { GroupsDeps } from './deps.ts'
import { cancelMeeting, createMeetings, listMeetings, saveRecording, updateMeeting } from './meetings/plan-meetings.ts'
import { isStillSoon, readReminders, remindOfMeetings } from './meetings/rounds.ts'
import { downloadSchedule, renewFeed, showFeed } from './schedule-feed.ts'
import { joinMeeting } from './join-meeting.ts'

export type Groups = ReturnType<typeof groupsModule>

export const groupsModule = (deps: GroupsDeps) => ({
  ...bindDeps(deps, { listCohorts, hasCohort, createCohort, updateCohort, deleteCohort, cancelCohort }),
  ...bindDeps(deps, { listMeetings, createMeetings, updateMeeting, cancelMeeting, saveRecording }),
  ...bindDeps(deps, { joinMeeting, readReminders, runDueWork: remindOfMeetings }),
  ...bindDeps(
    { ...deps, readFeedSecret: createSecret(deps.database, 'schedule-feeds') },
    { showFeed, renewFeed, downloadSchedule },
  ),
  /** Asked before a notice that may lapse. */
  stillHolds: bindInTransaction(deps, { 'meeting-soon': isStillSoon }),
})
