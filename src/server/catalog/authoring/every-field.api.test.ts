import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courseChanges } from '#contract/catalog/course-input.ts'
import type { FormValue } from '#testing/api-call.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// A new field of the course form passes through many files. These tests fail when one of them leaves it out.

type Field = keyof typeof courseChanges
type Form = Partial<Record<Field, FormValue>>

const fields = Object.keys(courseChanges) as Field[]
const bare: Form = { title: 'Tanpa isi' }
/** A value of each field, other than what a draft without the field has. */
let values: Record<Field, FormValue>
let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
  const admin = await site.createAdmin()
  token = admin.token
  const instructor = await site.createInstructor()
  await site.createCourse({ category: 'Web Development' })
  const [category] = (await site.call('GET', '/categories')).body.data
  values = {
    title: 'Menenun dari nol',
    tagline: 'Kain dan benang',
    description: 'Dari benang sampai kain.',
    categoryId: category._id,
    levels: 'Menengah',
    price: '250000',
    discount: '10',
    thumbnail: new File([tinyPng], 'sampul.png', { type: 'image/png' }),
    learn: 'Memilih benang\nMemasang lungsin',
    pace: 'drip',
    enrolment: 'cohorts',
    certificate: JSON.stringify({
      signers: [
        { name: 'Rina Wulandari, M.Pd.', title: 'Direktur', signature: await uploadSignature(admin.token) },
        { name: 'Budi', title: 'Instruktur' },
      ],
      hours: 300,
      competences: ['Memilih benang', 'Memasang lungsin'],
    }),
    instructorId: instructor.id,
    instructors: JSON.stringify([
      { userId: admin.id, sharePercent: 30 },
      { userId: instructor.id, sharePercent: 40 },
    ]),
  }
})
afterAll(() => site.close())

async function uploadSignature(token: string): Promise<string> {
  const image = new File([tinyPng], 'tanda-tangan.png', { type: 'image/png' })
  return (await site.call('POST', '/uploads', { token, form: { image } })).body.data.url
}

async function create(form: Form): Promise<string> {
  const { status, body } = await site.call('POST', '/courses', { token, form: { ...form, status: 'draft' } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data._id
}

const without = (shown: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name)))

/** Reads a course as staff see it, without what differs between two courses with the same fields. */
async function show(courseId: string): Promise<Record<string, unknown>> {
  const { body } = await site.call('GET', `/admin/courses/${courseId}`, { token })
  const shown = JSON.stringify(without(body.data, '_id', 'version', 'updatedAt'))
  return JSON.parse(shown.replaceAll(courseId, 'id').replaceAll(/\/uploads\/[^"]+/g, '/uploads/name'))
}

describe.each(fields)('the field %s of a course', (field) => {
  const form = (): Form => ({ ...bare, [field]: values[field] })

  test('is stored with a new course, and shown to staff', async () => {
    expect(await show(await create(form()))).not.toEqual(await show(await create(bare)))
  })

  test('is stored with a change', async () => {
    const courseId = await create(bare)
    const { status, body } = await site.call('PATCH', `/courses/${courseId}`, {
      token,
      form: { [field]: values[field] },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await show(courseId)).toEqual(await show(await create(form())))
  })

  test('stays as it is when another one is changed', async () => {
    const courseId = await create(form())
    const before = await show(courseId)
    const other = field === 'tagline' ? { description: 'Deskripsi yang lain' } : { tagline: 'Tagline yang lain' }
    await site.call('PATCH', `/courses/${courseId}`, { token, form: other })
    expect(await show(courseId)).toEqual({ ...before, ...other })
  })
})

test('a duplicated course has every field of the original, except the title and the picture', async () => {
  const courseId = await create(values)
  const { body } = await site.call('POST', `/courses/${courseId}/duplicate`, { token })
  const own = ['title', 'name', 'thumbnail', 'uploadedThumbnail']
  expect(without(await show(body.data._id), ...own)).toEqual(without(await show(courseId), ...own))
})

test('an exported and imported course has every field of the original, except the instructor and what others earn', async () => {
  const courseId = await create(values)
  const exported = await site.app.fetch(
    new Request(`http://cendaki.test/api/courses/${courseId}/export`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  const file = new File([await exported.arrayBuffer()], 'kelas.zip')
  const { status, body } = await site.call('POST', '/admin/courses/import', { token, form: { file } })
  expect(status, JSON.stringify(body)).toBe(200)
  const ofAccounts = ['instructor', 'instructors', 'teachers', 'myRole']
  expect(without(await show(body.data._id), ...ofAccounts)).toEqual(without(await show(courseId), ...ofAccounts))
})
