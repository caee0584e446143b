export { type GroupsDeps } from './deps.ts'
export { listCohorts } from './list-cohorts.ts'
export { courseOfCohort, findOwnCohort, type CohortRow, type OwnCohort } from './own-cohort.ts'
export { cohortNews } from './tell-members.ts'
export { daysOpened, groupOfNamed, groupStart, toGroupStart, type GroupStart } from './group-start.ts'
export { groupsModule, type Groups } from './groups.ts'
export { listNoted, noteAttendance } from './meetings/noted.ts'
export { findOwnMeeting, type OwnMeeting } from './meetings/own-meeting.ts'
export { attendanceOf, hasAttended, type AttendanceOf } from './attendance-of.ts'
export {
  findCohortNames,
  holdSeats,
  lockGroups,
  lockSeatAgain,
  lockSeats,
  releaseSeats,
  type NoSeat,
  type WantedSeat,
} from './seats.ts'
export { endOf, meetingState, opensAtOf } from './meetings/meeting-time.ts'
export { mailsOfManager } from './limits.ts'
export { readSchedule } from './show-schedule.ts'
export { groupsDomain } from './domain.ts'
export { idOfToken, tokenOf } from './signed-id.ts'
export { groups, type GroupRow } from './tables.ts'
