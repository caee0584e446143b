import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const missingLesson = { contents: 'Tambahkan minimal satu materi' }
const setStatus = (id: string, status: string, token = instructor.token) =>
  site.call('PATCH', `/courses/${id}/status`, { token, body: { status } })
const change = (id: string, body: object) => site.call('PATCH', `/courses/${id}`, { token: instructor.token, body })
const isPublic = async (id: string) => (await site.call('GET', `/courses/${id}/overview`)).status === 200
const make = (options: { status?: 'draft' | 'published'; lessons?: number; title?: string }) =>
  site.createCourse({ instructorId: instructor.id, ...options })

test('a draft is published only when it is complete, and everything that is missing is reported', async () => {
  const { body } = await site.call('POST', '/courses', {
    token: instructor.token,
    form: { status: 'draft', title: 'Masih Draft' },
  })
  const id = body.data._id
  const rejected = await setStatus(id, 'published')
  expect([rejected.status, rejected.body.errors]).toEqual([
    422,
    {
      tagline: 'Tagline wajib diisi',
      description: 'Deskripsi minimal 10 karakter',
      categoryId: 'Kategori wajib dipilih',
      price: 'Harga harus diisi',
      ...missingLesson,
    },
  ])
  const { data } = (await site.call('GET', `/courses/${(await make({})).id}/overview`)).body
  const whole = {
    tagline: 'Tagline',
    description: 'Deskripsi yang cukup panjang',
    categoryId: data.categoryId,
    price: 0,
  }
  expect((await change(id, whole)).body.data).toMatchObject({ status: 'draft', price: 0 })
  expect((await setStatus(id, 'published')).body.errors).toEqual(missingLesson)
  const lesson = { courseId: id, title: 'Pembuka', type: 'text', text: '<p>Halo</p>' }
  await site.call('POST', '/courses/content/create', { token: instructor.token, body: lesson })
  expect((await setStatus(id, 'published')).status).toBe(200)
  expect(await isPublic(id)).toBe(true)
})

test.each(['draft', 'archived'])(
  'a complete course without a lesson cannot return from %s, by status or by form',
  async (status) => {
    const { id } = await make({ lessons: 0 })
    await setStatus(id, status)
    const responses = [await setStatus(id, 'published'), await change(id, { status: 'published' })]
    expect(responses.map((response) => [response.status, response.body.errors])).toEqual([
      [422, missingLesson],
      [422, missingLesson],
    ])
    expect(await isPublic(id)).toBe(false)
  },
)

test('a published course without a lesson stays published, and can be changed', async () => {
  const { id } = await make({ lessons: 0 })
  expect((await setStatus(id, 'published')).status).toBe(200)
  expect((await change(id, { title: 'Judul Lain' })).body.data.status).toBe('published')
})

test('a course is unpublished', async () => {
  const { id } = await make({ title: 'Akan Ditarik' })
  await setStatus(id, 'draft')
  expect((await site.call('GET', '/courses?q=ditarik')).body.data).toEqual([])
})

test('an unknown status is rejected, and the course of another instructor is not found', async () => {
  const { id } = await make({})
  expect((await setStatus(id, 'hilang')).status).toBe(422)
  expect((await setStatus(id, 'draft', (await site.createInstructor()).token)).status).toBe(404)
})
