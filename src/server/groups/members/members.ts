import { bindDeps } from '#server/platform/bind-deps.ts'
import { addMembers, moveMember, removeMember } from './change-members.ts'
import { exportAttendance, listAttendance, saveAttendance } from './attendance.ts'
import { chooseCohort } from './choose-cohort.ts'
import type { MembersDeps } from './deps.ts'
import { listMembers, listWaiting } from './list-members.ts'
import { showSchedule } from './show-schedule.ts'

export type Members = ReturnType<typeof membersModule>

export const membersModule = (deps: MembersDeps) => ({
  ...bindDeps(deps, { chooseCohort, listMembers, listWaiting, addMembers, moveMember, removeMember }),
  ...bindDeps(deps, { listAttendance, exportAttendance, saveAttendance, showSchedule }),
})
