import type { APIRequestContext, Page } from '@playwright/test'
import { enrollNewStudent, publishCourse, type MadeCourse } from './courses.ts'
import { ready } from './test.ts'

type File = { path: string; text: string; role?: 'edit' | 'read' | 'hidden' }
export type Exercise = {
  language: 'web' | 'javascript' | 'sql' | 'python'
  files: File[]
  tests: string
  hints?: string[]
  solution?: { path: string; text: string }[]
  solutionAfter?: number | null
}

export const addition: Exercise = {
  language: 'javascript',
  files: [{ path: 'utama.js', text: 'function tambah(a, b) {\n}\n' }],
  tests:
    "tes('menjumlahkan', () => harap(tambah(1, 2)).sama(3))\ntes('menyapa', () => harap(typeof tambah).sama('function'))",
  hints: ['Pakai return.', 'return a + b'],
  solution: [{ path: 'utama.js', text: 'function tambah(a, b) {\n  return a + b\n}\n' }],
  solutionAfter: 2,
}

/** Publishes an exercise in the place of the one that has this version (0: none yet); the next one is one higher. */
export async function replaceExercise(
  { api, id, lessonId }: Pick<MadeCourse, 'api' | 'id'> & { lessonId: string },
  { files, ...exercise }: Exercise,
  version: number,
): Promise<void> {
  await api('PUT', `/courses/${id}/content/${lessonId}/exercise`, {
    ...exercise,
    files: files.map((file) => ({ role: 'edit', ...file })),
    version,
  })
}

type Added = { url: string; lessonId: string }

/** Adds an exercise to a course; the URL is that of the exercise for students. */
export async function addExercise({ api, id }: Pick<MadeCourse, 'api' | 'id'>, exercise: Exercise): Promise<Added> {
  const { _id: lessonId } = await api('POST', '/courses/content/create', {
    courseId: id,
    title: 'Latihan menjumlah',
    type: 'code',
    text: '<h2>Tugasmu</h2><p>Jumlahkan dua angka.</p>',
  })
  await replaceExercise({ api, id, lessonId }, exercise, 0)
  return { lessonId, url: `/courses/${id}/start?materi=${lessonId}` }
}

/** A published course of the demo instructor with an article and this exercise. */
export async function publishExercise(
  request: APIRequestContext,
  title: string,
  exercise: Exercise = addition,
): Promise<MadeCourse & Added> {
  const course = await publishCourse(request, { title, lessons: ['Pembuka'] })
  return { ...course, ...(await addExercise(course, exercise)) }
}

/** The same, opened at its code by a new student of the course. */
export async function openExercise(page: Page, request: APIRequestContext, title: string, exercise?: Exercise) {
  const made = await publishExercise(request, title, exercise)
  await enrollNewStudent(page, made.id)
  await page.goto(made.url)
  await ready(page)
  await page.getByRole('tab', { name: 'Kode' }).click()
  return made
}
