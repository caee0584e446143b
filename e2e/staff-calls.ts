import type { APIRequestContext } from '@playwright/test'
import { tinyPng } from '../src/testing/materials/pictures.ts'
import { demoPassword, expect } from './test.ts'

export const cover = { name: 'sampul.png', mimeType: 'image/png', buffer: tinyPng }
const required = { description: 'Deskripsi yang cukup panjang', levels: 'Pemula', price: '150000', discount: '0' }

export type Headers = Record<string, string>

/** Signs in without the page. Returns the headers of the user's calls. */
export async function signInByCall(
  request: APIRequestContext,
  email: string,
  password = demoPassword,
): Promise<Headers> {
  const response = await request.post('/api/sign-in', { data: { email, password } })
  expect(response.status(), await response.text()).toBe(200)
  return { authorization: `Bearer ${(await response.json()).data.token}` }
}

/** Creates a course with every required field except a title and a cover. Returns its id. */
export async function makeCourse(
  request: APIRequestContext,
  headers: Headers,
  fields: Record<string, string | typeof cover>,
): Promise<string> {
  const { data: categories } = await (await request.get('/api/categories')).json()
  const multipart = {
    ...required,
    tagline: `Kelas untuk mencoba ${Date.now()}`,
    categoryId: categories[0]._id as string,
    ...fields,
  }
  const response = await request.post('/api/courses', { headers, multipart })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()).data._id
}

export async function addLesson(request: APIRequestContext, headers: Headers, courseId: string): Promise<void> {
  const data = { courseId, title: 'Pembuka', type: 'text', text: '<p>Halo</p>' }
  expect((await request.post('/api/courses/content/create', { headers, data })).status()).toBe(201)
}
