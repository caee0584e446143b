import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { LearningDeps } from './deps.ts'
import { mayMailAccess } from './enrolment/access-mail-limits.ts'
import { showActivity } from './lessons/activity.ts'
import {
  countCoursesOf,
  enroll,
  findCourseIdsOf,
  findEnrolled,
  isEnrolled,
  listEnrolledAmong,
  readStudies,
} from './enrolment/enroll.ts'
import {
  findCompletedBy,
  findCompletedOf,
  findRight,
  joinGroup,
  listInGroup,
  listLeftCohorts,
  listWithoutGroup,
  revokeRight,
} from './enrolment/group-rights.ts'
import {
  countTeamMembers,
  findTeamRights,
  listTeamMembers,
  listTeamMembersByTime,
  listTeamsOf,
  lockTeamRights,
  saveTeamConsent,
} from './enrolment/team-rights.ts'
import { giveAccess } from './enrolment/give-access.ts'
import { importHistory } from './enrolment/import-history.ts'
import { listEnrolledCourses } from './lessons/list-enrolled-courses.ts'
import { revokePurchase } from './enrolment/revoke-purchase.ts'
import { saveCv, showCv } from './cv.ts'
import { countLessonsOf, countStudentsOf, readFigures } from './figures.ts'
import { savePosition } from './lessons/positions.ts'
import { clearLastLesson, deleteLessonProgress } from './lessons/prepare-lesson-deletion.ts'
import { showCourse, showOverview } from './lessons/show-course.ts'
import { downloadLessonFile, findWatchable, listLessonFiles, showCaptions, showLesson } from './lessons/show-lesson.ts'
import { decideStudy, enrollmentSql, findLessonToStudy, studySql } from './lessons/study-access.ts'
import { listAllNotes } from './list-all-notes.ts'
import { listNotes, saveNote } from './notes.ts'
import { completeByResult } from './lessons/complete-by-result.ts'
import { applyCompletionChanges, recordCompletion, recordOpened } from './lessons/progress.ts'
import { readPercent, showProgress } from './lessons/show-progress.ts'
import { deleteMyReview, saveMyReview } from './reviews/my-review.ts'
import { addReview, listReviewsOfCourse } from './reviews/reviews.ts'
import { listMyReviewVotes, takeBackReviewVote, voteForReview } from './reviews/vote.ts'
import { finishCompleted } from './lessons/finish-completed.ts'
import { correctStudentOrder } from './students/correct-student-order.ts'
import { saveWeeklyGoal, showWeeklyGoal } from './lessons/weekly-goal.ts'

export type Learning = ReturnType<typeof learningModule>

export const learningModule = (deps: LearningDeps) => ({
  ...bindInTransaction(deps, {
    enroll,
    giveAccess,
    revokePurchase,
    findRight,
    joinGroup,
    listLeftCohorts,
    revokeRight,
    importHistory,
    completeByResult,
    readPercent,
    addReview,
  }),
  isEnrolled: (userId: string, courseId: string, tx?: Tx) => isEnrolled(tx ?? deps.database.query, userId, courseId),
  listEnrolledAmong: (userId: string, courseIds: readonly string[], tx?: Tx) =>
    listEnrolledAmong(tx ?? deps.database.query, userId, courseIds),
  ...bindDeps(deps, {
    findEnrolled,
    listEnrolledCourses,
    findCourseIdsOf,
    countCoursesOf,
    readStudies,
    listInGroup,
    listWithoutGroup,
    findCompletedBy,
    findCompletedOf,
  }),
  ...bindDeps(deps, {
    mayMailAccess,
    showActivity,
    countStudentsOf,
    countLessonsOf,
    readFigures,
    showCv,
    saveCv,
    showWeeklyGoal,
    saveWeeklyGoal,
  }),

  ...bindDeps(deps, {
    showOverview,
    showCourse,
    showLesson,
    showCaptions,
    listLessonFiles,
    downloadLessonFile,
    findWatchable,
  }),
  ...bindDeps(deps, {
    showProgress,
    recordOpened,
    recordCompletion,
    applyCompletionChanges,
    savePosition,
    listNotes,
    saveNote,
    listAllNotes,
  }),
  ...bindDeps(deps, { listTeamMembers, listTeamsOf, saveTeamConsent }),
  countTeamMembers,
  findTeamRights,
  listTeamMembersByTime,
  lockTeamRights,
  enrollmentSql,
  ...bindDeps(deps, { studySql, decideStudy, findLessonToStudy }),

  ...bindDeps(deps, { clearLastLesson, finishCompleted, recountCompletions: correctStudentOrder }),
  deleteLessonProgress,

  ...bindDeps(deps, { listReviews: listReviewsOfCourse, saveReview: saveMyReview, deleteReview: deleteMyReview }),
  ...bindDeps(deps, { listMyReviewVotes, voteForReview, takeBackReviewVote }),
})
