import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { addChapter, addLesson, addLessons, createCategory, createCourse } from '#server/catalog/outline/add-course.ts'
import { addLessonFiles, listLessonFiles } from './lesson-files.ts'
import { addCaptions, findCaptions, listCaptionLanguages } from './captions.ts'
import { areCategoriesChosen, findCategoryBySlug, hasCategories, listCategories } from './browse/read-categories.ts'
import { courseFinder } from './browse/course-finder.ts'
import { adjustReviews, adjustStudentCount, lockCounters, repairCounters } from './browse/counters.ts'
import { countCoursesOf, listCourseIdsOf, listCourseTitlesOf, listInstructorIdsAfter } from './courses-of-instructor.ts'
import type { CatalogDeps } from './deps.ts'
import { endTeachingOf } from './end-teaching.ts'
import { findNextDripChapter } from './outline/drip-chapters.ts'
import { countSharedCoursesOf, findInstructorShares } from './instructor-shares.ts'
import { findSalePrices, listCourses, toCards } from './browse/list-cards.ts'
import { listPublicCourses, type CourseRow } from './browse/list-courses.ts'
import { listChaptersByCourse, readChapters } from './outline/read-chapters.ts'
import {
  findCourse,
  findCoursesByTitle,
  hasCourses,
  listCoursesById,
  listIdsAfter,
  readCourseTitles,
  readFigures,
} from './browse/read-courses.ts'
import {
  findLessonTitles,
  findLessonType,
  hasLesson,
  listLessonIdsAfter,
  listLessons,
  listLessonSummaries,
  listLessonSummariesByCourse,
  readMinutesByCourse,
} from './outline/read-lessons.ts'
import { listPublicTeachers, showTaughtCourses } from './taught-courses.ts'
import { reassignCourses } from './reassign-courses.ts'
import { addTeacher, removeTeacher } from './teachers-of-course.ts'
import { countCourseViews } from './browse/course-views.ts'
import { createCourseSearch } from './search/search.ts'
import { suggest } from './browse/suggest.ts'
import { isShownSql } from './outline/shown-lessons.ts'
import { findLesson, lessonToOpenSql, readStudyPlan } from './outline/study-plan.ts'
import { listUploadsInUse, usesMedia, usesVideo } from './uploads-in-use.ts'

export type Catalog = ReturnType<typeof catalogModule>

export function catalogModule(given: Omit<CatalogDeps, 'courseSearch'>) {
  const { database } = given
  const courseSearch = createCourseSearch(database)
  const deps: CatalogDeps = { ...given, courseSearch }

  return {
    ...bindDeps(deps, { listCategories, findCategoryBySlug, areCategoriesChosen }),
    findCourse: (courseId: string, tx?: Tx) => findCourse(tx ?? database.query, courseId),
    listCoursesById: (courseIds: readonly string[], tx?: Tx) => listCoursesById(tx ?? database.query, courseIds),
    findSalePrices: (rows: readonly CourseRow[], tx?: Tx) =>
      findSalePrices(tx ?? database.query, { rows, now: deps.clock.now() }),
    countCoursesOf: (instructorId: string, tx?: Tx) => countCoursesOf(tx ?? database.query, instructorId),
    listLessonSummaries: (courseId: string, tx?: Tx) => listLessonSummaries(tx ?? database.query, courseId),
    ...bindDeps(deps, { listCourses, suggest, toCards, listPublicCourses }),
    views: countCourseViews(deps),
    /** Reads the courses that changed since the last search, so that the next one need not. */
    updateSearch: () => courseSearch.update(),
    ...bindDeps(deps, { findCoursesByTitle, courseFinder }),
    ...bindDeps(deps, { readCourseTitles, listIdsAfter, readFigures }),
    ...bindDeps(deps, { listCourseIdsOf, listCourseTitlesOf, listInstructorIdsAfter }),
    ...bindDeps(deps, { countSharedCoursesOf, listPublicTeachers, showTaughtCourses }),
    findInstructorShares: (courseIds: readonly string[], tx?: Tx) =>
      findInstructorShares(tx ?? database.query, courseIds),

    ...bindDeps(deps, { listChapters: readChapters, listChaptersByCourse }),
    findNextDripChapter,
    ...bindDeps(deps, {
      listLessonIdsAfter,
      listLessons,
      listLessonSummariesByCourse,
      readMinutesByCourse,
      findLessonTitles,
      findLesson,
    }),
    findLessonType,
    hasLesson,
    readStudyPlan,
    lessonToOpenSql,
    isShownSql,
    findCaptions: (key: { lessonId: string; lang: string }) => findCaptions(database.query, key),
    listCaptionLanguages: (lessonId: string) => listCaptionLanguages(database.query, lessonId),
    listLessonFiles: (lessonId: string) => listLessonFiles(database.query, lessonId),

    listUploadsInUse,
    usesMedia,
    ...bindDeps(deps, { usesVideo }),

    hasCategories,
    hasCourses,
    ...bindInTransaction(deps, {
      createCategory,
      createCourse,
      addChapter,
      addLesson,
      addLessons,
      addCaptions,
      addLessonFiles,
      reassignCourses,
      endTeachingOf,
      addTeacher,
      removeTeacher,
    }),
    lockCounters,
    ...bindInTransaction(deps, { adjustStudentCount, adjustReviews, repairCounters }),
  }
}
