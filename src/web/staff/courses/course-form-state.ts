import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from '#contract/client.ts'
import type { Level } from '#contract/catalog.ts'
import { courseInput, draftInput, newCourseInput, newDraftInput } from '#contract/course-form.ts'
import { imageProblem } from '#contract/images.ts'
import { plainNumber } from '#web/staff-kit/typed-number.ts'

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
  /** Empty when the viewer may not choose the instructor. */
  instructorId: string
  thumbnail: File[]
}

/** The validation rules, by page and pressed button. */
export type CourseRules = 'create' | 'create-draft' | 'update' | 'update-draft'
const schemas: Record<CourseRules, z.core.$ZodType> = { create: newCourseInput, 'create-draft': newDraftInput, update: courseInput, 'update-draft': draftInput }

export const emptyCourse: CourseValues = {
  title: '',
  tagline: '',
  description: '',
  categoryId: '',
  levels: 'Pemula',
  price: '',
  discount: '0',
  learn: '',
  instructorId: '',
  thumbnail: [],
}

/** The input of the API call: amounts without thousands separators. */
export const toInput = ({ price, thumbnail, ...values }: CourseValues, rules: CourseRules) => ({
  ...values,
  price: plainNumber(price),
  thumbnail: thumbnail.length > 1 ? thumbnail : thumbnail[0],
  ...(rules === 'create-draft' ? { status: 'draft' as const } : {}),
})

export function useCourseForm(defaultValues: CourseValues, initialRules: CourseRules) {
  const rules = useRef<CourseRules>(initialRules)
  const resolver: Resolver<CourseValues> = async (values, context, options) => {
    const resolve = standardSchemaResolver(schemas[rules.current] as never) as unknown as Resolver<CourseValues>
    const result = await resolve(toInput(values, rules.current) as never, context, options)
    // The browser derives the file type from the name; the server inspects the content.
    const [file] = values.thumbnail
    const problem = values.thumbnail.length === 1 && file ? imageProblem(file) : null
    if (problem) return { values: {}, errors: { ...result.errors, thumbnail: { type: 'picture', message: problem } } }
    return Object.keys(result.errors).length > 0 ? result : { values, errors: {} }
  }
  const form = useForm<CourseValues>({ resolver, defaultValues, mode: 'onTouched' })
  return {
    ...form,
    applyRules: (next: CourseRules) => void (rules.current = next),
    /** Shows field errors of a rejected call at their fields. False when the error has none. */
    showFieldErrors(error: unknown): boolean {
      const errors = Object.entries(fieldErrors(error)).filter(([name]) => name in defaultValues)
      for (const [name, message] of errors) form.setError(name as keyof CourseValues, { message }, { shouldFocus: true })
      return errors.length > 0
    },
  }
}
export type CourseForm = ReturnType<typeof useCourseForm>
