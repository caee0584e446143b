export { initialCategories } from './categories/initial-categories.ts'
export { catalogModule, type Catalog } from './catalog.ts'
export { type StudyPlan } from './outline/study-plan.ts'
export { catalogPersonalData } from './personal-data.ts'
export { categoryRoutes } from './categories/category-routes.ts'
export { categoryEditorModule } from './categories/edit-categories.ts'
export { nameWithId, type NamedCourse } from './browse/course-finder.ts'
export { type CourseRow } from './browse/list-courses.ts'
export {
  presentCard,
  presentLesson,
  presentVideo,
  thumbnailUrl,
  type LessonRow,
  type LessonSummaryRow,
} from './browse/present.ts'
export { addedAt } from './outline/shown-lessons.ts'
export { type ChapterRow } from './outline/chapters.ts'
export { catalogRoutes } from './routes.ts'
export { readCaptionFile } from './captions/read-caption-file.ts'
export { type ParsedCaptions } from './captions/parse-captions.ts'
export { type NewLessonBody } from './authoring/insert-course.ts'
export { findOwnCourse } from './authoring/courses/list-staff-courses.ts'
export { findLesson, findOwnLesson, listLessons, type LessonKey } from './authoring/lessons/find-lesson.ts'
export { authoringModule } from './authoring/authoring.ts'
export { courseChapterRoutes } from './authoring/chapters/routes.ts'
export { lessonFilesRoutes } from './attachments/routes.ts'
export { presentLessonFile, type NewLessonFile } from './attachments/lesson-files.ts'
export { captionsRoutes } from './captions/routes.ts'
export { authoringRoutes } from './authoring/routes.ts'
