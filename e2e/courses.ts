import type { APIRequestContext, Page } from '@playwright/test'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, ready, signUp } from './test.ts'

export type MadeCourse = { id: string; title: string; contentIds: string[]; api: Api }
export type Api = (method: string, path: string, data?: object) => Promise<{ _id: string; version: number }>

/** A client of the API for an account; without a password a demo account. Throws on every failure. */
export async function apiAs(request: APIRequestContext, email: string, password?: string): Promise<Api> {
  const headers = await signInByCall(request, email, password)
  return async (method, path, data) => {
    const response = await request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) })
    if (!response.ok()) throw new Error(`${method} ${path} returned ${response.status()}: ${await response.text()}`)
    return (await response.json()).data
  }
}

/** A published course of the demo instructor, free unless it has a price, with articles of these titles, made without a page. */
export async function publishCourse(
  request: APIRequestContext,
  {
    title,
    lessons,
    pace,
    description = 'Kelas pendek untuk mencoba bab.',
    price = 0,
    enrolment = 'open',
  }: {
    title: string
    lessons: string[]
    pace?: string
    description?: string
    price?: number
    enrolment?: 'open' | 'cohorts'
  },
): Promise<MadeCourse> {
  const api = await apiAs(request, 'pengajar@demo.id')
  const { data: categories } = await (await request.get('/api/categories')).json()
  const fields = {
    tagline: `Untuk mencoba bab di ${title}`,
    description,
    categoryId: categories[0]._id,
    price,
    discount: 0,
    enrolment,
  }
  const { _id: id } = await api('POST', '/courses', { status: 'draft', title, ...fields, ...(pace ? { pace } : {}) })
  const contentIds: string[] = []
  for (const lesson of lessons) {
    const text = `<p>Isi ${lesson}</p>`
    contentIds.push(
      (await api('POST', '/courses/content/create', { courseId: id, title: lesson, type: 'text', text }))._id,
    )
  }
  await api('PATCH', `/courses/${id}/status`, { status: 'published' })
  return { id, title, contentIds, api }
}

/** Signs up a new student, who is enrolled in a free course and signed in; no page is open. */
export async function enrollNewStudent(
  page: Page,
  courseId: string,
  profile: Parameters<typeof signUp>[1] = {},
): ReturnType<typeof signUp> {
  const person = await signUp(page, profile)
  await beSignedIn(page, person.email, person.password)
  const headers = await signInByCall(page.request, person.email, person.password)
  expect((await page.request.post(`/api/courses/${courseId}/enroll`, { headers })).ok()).toBe(true)
  return person
}

/** The same, in the player of the course, which has told the server that the student is studying. */
export async function studyAsNewStudent(
  page: Page,
  courseId: string,
  profile: Parameters<typeof signUp>[1] = {},
): ReturnType<typeof signUp> {
  const person = await enrollNewStudent(page, courseId, profile)
  const isTold = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && new URL(response.url()).pathname === `/api/courses/${courseId}/progress`,
  )
  await page.goto(`/courses/${courseId}/start`)
  expect((await isTold).status()).toBe(200)
  return person
}

/** The id of a published course with this title. */
export async function courseIdOf({ request }: Page, title: string): Promise<string> {
  const found = (await (await request.get(`/api/courses?q=${encodeURIComponent(title)}`)).json()) as {
    data: { _id: string; title: string }[]
  }
  const id = found.data.find((course) => course.title === title)?._id
  if (!id) throw new Error(`There is no course ${title}`)
  return id
}

/** Opens the page of a published course by its address. */
export async function openCourse(page: Page, title: string): Promise<void> {
  await page.goto(`/kelas/details/${await courseIdOf(page, title)}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await ready(page)
}
