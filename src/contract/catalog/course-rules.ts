// Enum values of courses, separate from the schemas, so that list pages need not load those.

export const levels = ['Pemula', 'Menengah', 'Lanjutan'] as const
export type Level = (typeof levels)[number]

export const categoryGroups = ['programming', 'design', 'marketing'] as const
export type CategoryGroup = (typeof categoryGroups)[number]
export const categoryGroupLabels: Record<CategoryGroup, string> = {
  programming: 'Programming',
  design: 'Design',
  marketing: 'Marketing',
}

/** `saving` sorts by the discount in rupiah, largest first. */
export const courseSorts = ['popular', 'rating', 'newest', 'price-asc', 'price-desc', 'saving'] as const
export type CourseSort = (typeof courseSorts)[number]

export const lessonTypes = ['video', 'text', 'quiz', 'assignment', 'code'] as const
export type LessonType = (typeof lessonTypes)[number]

export const lessonStatuses = ['draft', 'published'] as const
export type LessonStatus = (typeof lessonStatuses)[number]

/** Completed by a passed attempt, an accepted submission or passed tests, never by hand. */
export const isByResult = (type: LessonType): type is 'quiz' | 'assignment' | 'code' => type === 'quiz' || hasTask(type)

/** The text of the lesson is a task. */
export const hasTask = (type: LessonType): type is 'assignment' | 'code' => type === 'assignment' || type === 'code'

/** How lessons open to students: all at once, each when the one before is done, or a chapter at a time some days after enrolment. */
export const coursePaces = ['free', 'sequence', 'drip'] as const
export type CoursePace = (typeof coursePaces)[number]

/** True when students start when they like, or choose a cohort with a start. */
export const enrolments = ['open', 'cohorts'] as const
export type Enrolment = (typeof enrolments)[number]

/** The menu begins with these 11, until an admin takes one out or adds others. Digital Marketing exists in the data but not here. */
export const menuCategoryNames = [
  'Web Development',
  'UI-UX Design',
  'Graphic Design',
  'Mobile Development',
  'HTML & CSS',
  'JavaScript',
  'PHP',
  'Figma',
  'Laravel',
  'React Native',
  'React JS',
] as const

/** True for the names that begin in the menu. */
export const beginsInMenu = (name: string): boolean => (menuCategoryNames as readonly string[]).includes(name)

/** The category name lowercased with whitespace runs replaced by hyphens. */
export function categorySlug(name: string): string {
  return name.toLowerCase().replace(/\s+/g, '-')
}
