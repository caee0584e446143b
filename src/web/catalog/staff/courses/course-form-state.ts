import type * as z from 'zod/mini'
import type { CoursePace, Enrolment, Level } from '#contract/catalog/catalog.ts'
import { courseInput, draftInput, newCourseInput, newDraftInput } from '#contract/catalog/course-input.ts'
import { imageProblem } from '#contract/kit/media/images.ts'
import type { ContractForm, Validated } from '#web/kit/staff/form/use-contract-form.ts'

/** Raw form values: amounts are text, and the file input holds a list. */
export type CourseValues = {
  title: string
  tagline: string
  description: string
  categoryId: string
  levels: Level
  price: string
  discount: string
  /** One outcome per line. */
  learn: string
  pace: CoursePace
  enrolment: Enrolment
  /** Empty when the viewer may not choose the instructor. */
  instructorId: string
  thumbnail: File[]
}

/** The input of the API call, as typed: the schema reads the numbers. A blank value clears a field of a draft. */
export type CourseInput = Omit<CourseValues, 'thumbnail'> & { thumbnail: File | File[] | undefined }
export type CourseForm = ContractForm<CourseValues, CourseInput>

/** The validation rules, by page and pressed button. */
export type CourseRules = 'create' | 'create-draft' | 'update' | 'update-draft'
const schemas: Record<CourseRules, z.core.$ZodType> = {
  create: newCourseInput,
  'create-draft': newDraftInput,
  update: courseInput,
  'update-draft': draftInput,
}

export const emptyCourse: CourseValues = {
  title: '',
  tagline: '',
  description: '',
  categoryId: '',
  levels: 'Pemula',
  price: '',
  discount: '0',
  learn: '',
  pace: 'free',
  enrolment: 'open',
  instructorId: '',
  thumbnail: [],
}

export async function validateCourse(values: CourseValues, rules: CourseRules): Promise<Validated<CourseInput>> {
  const [file] = values.thumbnail
  const input = {
    ...values,
    thumbnail: values.thumbnail.length > 1 ? values.thumbnail : file,
  }
  const { issues = [] } = await schemas[rules]['~standard'].validate(
    rules === 'create-draft' ? { ...input, status: 'draft' } : input,
  )
  // The browser derives the file type from the name; the server inspects the content.
  const problem = values.thumbnail.length === 1 && file ? imageProblem(file) : null
  const all = problem ? [{ message: problem, path: ['thumbnail'] }, ...issues] : issues
  return all.length > 0 ? { issues: all } : { value: input }
}
