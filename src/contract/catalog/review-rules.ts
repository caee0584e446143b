import * as z from 'zod/mini'
import { courseInput } from './course-input.ts'

// Requirements of a course before an admin looks at it, shared by the checklist, by sending it in, and by the approval.

export const checklistKeys = [
  'title',
  'tagline',
  'description',
  'picture',
  'category',
  'price',
  'lessons',
  'learn',
] as const
type ChecklistKey = (typeof checklistKeys)[number]

export const checklistItem = z.object({ key: z.enum(checklistKeys), isMet: z.boolean(), sentence: z.string() })
export type ChecklistItem = z.infer<typeof checklistItem>

export const leastLessons = 2

/** The sentence of each item, and the field of the course form where it is met. */
const items: Record<ChecklistKey, { field: string; sentence: string }> = {
  title: { field: 'title', sentence: 'Tulis judul, minimal 3 karakter' },
  tagline: { field: 'tagline', sentence: 'Tulis tagline' },
  description: { field: 'description', sentence: 'Tulis deskripsi, minimal 10 karakter' },
  picture: { field: 'thumbnail', sentence: 'Unggah thumbnail' },
  category: { field: 'categoryId', sentence: 'Pilih kategori' },
  price: { field: 'price', sentence: 'Isi harga: 0, atau minimal Rp 10.000 setelah diskon' },
  lessons: { field: 'contents', sentence: 'Tayangkan minimal dua materi yang sudah berisi' },
  learn: { field: 'learn', sentence: 'Tulis minimal satu hal yang dipelajari, alasan orang mau membayar' },
}

type CheckedCourse = {
  /** The fields of the course form. */
  form: object
  hasPicture: boolean
  /** Published lessons with a video, a text or questions. */
  filledLessons: number
}

/** The checklist of a course: every item, met or not. */
export function checkCourse({ form, hasPicture, filledLessons }: CheckedCourse): ChecklistItem[] {
  const parsed = courseInput.safeParse(form)
  const wrong = new Set((parsed.error?.issues ?? []).map(({ path }) => path[0]))
  const { learn } = form as { learn?: unknown }
  const isMet = (key: ChecklistKey): boolean => {
    if (key === 'picture') return hasPicture
    if (key === 'lessons') return filledLessons >= leastLessons
    if (key === 'learn') return Array.isArray(learn) && learn.length > 0 && !wrong.has('learn')
    return !wrong.has(items[key].field)
  }
  return checklistKeys.map((key) => ({ key, isMet: isMet(key), sentence: items[key].sentence }))
}

/** The sentences of what is not met, by the field of the course form. */
export const unmetFields = (checklist: readonly ChecklistItem[]): Record<string, string> =>
  Object.fromEntries(checklist.filter(({ isMet }) => !isMet).map(({ key, sentence }) => [items[key].field, sentence]))

export const reviewStates = ['waiting', 'approved', 'refused'] as const
export type ReviewState = (typeof reviewStates)[number]

/** A thing that an instructor mends: at a lesson, or at the course as a whole (null). */
export const remark = z.object({ contentId: z.nullable(z.string()), sentence: z.string() })
export type Remark = z.infer<typeof remark>
export const mostRemarks = 50
