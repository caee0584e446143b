export { initialCategories, neutralCategories } from './browse/initial-categories.ts'
export { catalogModule, type Catalog } from './catalog.ts'
export { type StudyPlan } from './outline/study-plan.ts'
export { catalogPersonalData } from './personal-data.ts'
export { categoryRoutes } from './browse/category-routes.ts'
export { categoryEditorModule } from './browse/edit-categories.ts'
export { nameWithId, type NamedCourse } from './browse/course-finder.ts'
export {
  enrolmentOf,
  lessonCount,
  lessonCountsOf,
  selectCourses,
  toRow,
  type CourseRow,
  type LessonCount,
} from './browse/list-courses.ts'
export { finalPrice } from './final-price.ts'
export { presentCard, presentDetails, presentLesson, presentVideo, thumbnailUrl } from './browse/present.ts'
export { addedAt } from './outline/shown-lessons.ts'
export { readCaptionFile } from './read-caption-file.ts'
export { type ParsedCaptions } from './parse-captions.ts'
export { copyCaptions, listCaptionLanguages, maximumLanguages, ofLanguage, type CaptionsKey } from './captions.ts'
export {
  canManageCourse,
  courseNotFound,
  findOwnCourse,
  isOwn,
  lockOwnCourse,
  roleIn,
  teachersWith,
  type LockedCourse,
} from './ownership.ts'
export { describeUndrawable } from './title-letters.ts'
export { type Teacher } from './teachers-of-course.ts'

// For authoring, which writes the same tables.
export {
  categories,
  courseChapters,
  courses,
  courseTeachers,
  lessonCaptions,
  lessonFiles,
  lessons,
  lessonVersions,
  type LessonRow,
  type LessonSummaryRow,
} from './tables.ts'
export { tagsOfChange, tagsOfCourse } from './tags.ts'
export {
  findChapter,
  insertChapter,
  listChapters,
  renumberLessons,
  type ChapterRow,
  type NewChapter,
} from './outline/chapters.ts'
export { findLesson, findOwnLesson, listLessons, type LessonKey } from './outline/find-lesson.ts'
export {
  insertCategory,
  insertCourse,
  insertLesson,
  insertLessons,
  insertVideoDrafts,
  type LessonOfCourse,
  type NewLessonBody,
  type VideoBody,
} from './outline/insert-course.ts'
export { findLessonTitles } from './outline/read-lessons.ts'
export { copyLessonFiles, listLessonFiles, presentLessonFile, type NewLessonFile } from './lesson-files.ts'
export {
  describeShares,
  findInstructorShares,
  handOver,
  keepShares,
  storeInstructorShares,
} from './instructor-shares.ts'
export { catalogDomain } from './domain.ts'
