import { addVideoDrafts } from './courses/add-video-drafts.ts'
import { addLessonFile, deleteLessonFile } from './edit-lesson-files.ts'
import { deleteCaptions, saveCaptions } from './edit-captions.ts'
import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { createChapter, deleteChapter, updateChapter } from './chapters.ts'
import { saveOutline } from './save-outline.ts'
import { changeCourseStatus } from './courses/change-course-status.ts'
import { createCourse } from './courses/create-course.ts'
import { deleteCourse } from './courses/delete-course.ts'
import { duplicateCourse } from './courses/duplicate-course.ts'
import { listCourses, showCourse, showCourseDetail } from './courses/show-courses.ts'
import { updateCourse } from './courses/update-course.ts'
import type { AuthoringDeps } from './deps.ts'
import { createLesson } from './create-lesson.ts'
import { deleteLesson } from './delete-lesson.ts'
import { setLessonStatus } from './lesson-status.ts'
import { listVersions, restoreVersion, showVersion } from './lesson-versions.ts'
import { orderLessons } from './order-lessons.ts'
import { publishDrafts } from './courses/publish-drafts.ts'
import { showLesson } from './show-lesson.ts'
import { updateLesson } from './update-lesson.ts'
import { showChecklist } from './review/checklist.ts'
import { approveCourse, refuseCourse } from './review/decide.ts'
import { followReviewSetting } from './review/follow-setting.ts'
import { countWaitingCourses, listCourseReviews } from './review/list-reviews.ts'
import { withdrawCourse } from './review/send-in.ts'

export type Authoring = ReturnType<typeof authoringModule>

/** Administration of courses, chapters and lessons. Every use case takes the staff member: instructors may change only their own courses. */
export const authoringModule = (deps: AuthoringDeps) => ({
  listInstructors: () => deps.identity.listStaff(),
  ...bindDeps(deps, {
    listCourses,
    showCourse,
    showCourseDetail,
    createCourse,
    updateCourse,
    changeCourseStatus,
    deleteCourse,
    duplicateCourse,
  }),
  ...bindDeps(deps, {
    showChecklist,
    withdrawCourse,
    listCourseReviews,
    countWaitingCourses,
    approveCourse,
    refuseCourse,
  }),
  ...bindInTransaction(deps, { followReviewSetting }),
  ...bindDeps(deps, { createChapter, updateChapter, deleteChapter, addVideoDrafts, saveOutline }),
  ...bindDeps(deps, {
    showLesson,
    createLesson,
    updateLesson,
    setLessonStatus,
    publishDrafts,
    deleteLesson,
    orderLessons,
  }),
  ...bindDeps(deps, { listVersions, showVersion, restoreVersion }),
  ...bindDeps(deps, { addLessonFile, deleteLessonFile, saveCaptions, deleteCaptions }),
})
