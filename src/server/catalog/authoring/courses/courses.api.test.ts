import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { pixelBomb, svgPicture, tinyPng } from '#testing/materials/pictures.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let otherInstructor: SignedIn
let admin: SignedIn
let categoryId: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  otherInstructor = await site.createInstructor()
  admin = await site.createAdmin()
  await site.createCourse({ category: 'React JS' })
  categoryId = (await site.call('GET', '/categories')).body.data[0]._id
})
afterAll(() => site.close())

const limit = 2 * 1024 * 1024
const picture = (bytes: Uint8Array<ArrayBuffer> | string = tinyPng, type = 'image/png') =>
  new File([bytes], 'sampul.png', { type })
const form = (patch: Record<string, string | File | File[]> = {}) => ({
  title: 'Kelas Baru',
  tagline: 'Sebuah tagline',
  description: 'Deskripsi yang cukup panjang',
  categoryId,
  levels: 'Menengah',
  price: '100000',
  discount: '25',
  thumbnail: picture(),
  ...patch,
})
const create = (patch: Record<string, string | File | File[]> = {}, token = instructor.token) =>
  site.call('POST', '/courses', { token, form: form(patch) })
const make = async (
  patch: Record<string, string | File | File[]> = {},
): Promise<{ id: string; version: number; thumbnail: string }> => {
  const { body } = await create(patch)
  return { id: body.data._id, version: body.data.version, thumbnail: body.data.thumbnail }
}
const addLesson = (courseId: string) =>
  site.call('POST', '/courses/content/create', {
    token: instructor.token,
    body: { courseId, title: 'Pembuka', type: 'text', text: '<p>Halo</p>' },
  })
const publicCourse = (id: string) => site.call('GET', `/courses/${id}/overview`)

describe('POST /courses', () => {
  test('publishes a course with its image, with its creator as instructor', async () => {
    const { status, body } = await create()
    expect([status, body.message]).toEqual([201, 'Kursus berhasil dibuat!'])
    expect(body.data).toMatchObject({
      title: 'Kelas Baru',
      price: 100_000,
      discount: 25,
      levels: 'Menengah',
      status: 'published',
      instructor: { _id: instructor.id },
    })
    const shown = await publicCourse(body.data._id)
    expect(shown.body.data.thumbnail).toMatch(/^\/uploads\/.+\.webp$/)
    expect((await site.app.fetch(new Request(publicUrl + shown.body.data.thumbnail))).headers.get('content-type')).toBe(
      'image/webp',
    )
  })

  test('letters that no font has are named in a title, before certificates and pictures leave them out', async () => {
    const create = (title: string) =>
      site.call('POST', '/courses', { token: instructor.token, form: { status: 'draft', title } })
    for (const title of ['Belajar ภาษาไทย dari nol', 'Aksara አማርኛ']) {
      const { status, body } = await create(title)
      expect([status, body.errors.title]).toEqual([422, expect.stringMatching(/^Huruf \S .*belum bisa digambar/)])
    }
    const made = await create('Belajar العربية dan Latin – café “baik” 🎉')
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    const changed = await site.call('PATCH', `/courses/${made.body.data._id}`, {
      token: instructor.token,
      body: { title: 'Belajar ภาษาไทย' },
    })
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['title']])
  })

  test('a draft requires only a title and is not public', async () => {
    const { status, body } = await site.call('POST', '/courses', {
      token: instructor.token,
      form: { status: 'draft', title: 'Masih Draft', price: '', tagline: '' },
    })
    expect([status, body.data.status, body.data.price, body.message]).toEqual([201, 'draft', null, 'Draf tersimpan.'])
    expect((await publicCourse(body.data._id)).status).toBe(404)
  })

  test.each([
    [{ title: 'Abcd' }, 'title', 'Judul minimal 5 karakter'],
    [{ title: '     x     ' }, 'title', 'Judul minimal 5 karakter'],
    [{ tagline: 'abcd' }, 'tagline', 'Tagline minimal 5 karakter'],
    [{ description: 'pendek' }, 'description', 'Deskripsi minimal 10 karakter'],
    [{ categoryId: '' }, 'categoryId', 'Kategori wajib dipilih'],
    [{ categoryId: 'bukan-id' }, 'categoryId', 'Kategori wajib dipilih'],
    [{ categoryId: '00000000-0000-7000-8000-000000000000' }, 'categoryId', 'Kategori wajib dipilih'],
    [{ levels: 'Dewa' }, 'levels', 'Pilih level course'],
    [{ price: '' }, 'price', 'Harga harus diisi'],
    [{ price: 'murah' }, 'price', 'Price harus berupa angka 0 atau lebih'],
    [{ price: '1.5' }, 'price', 'Price harus berupa angka 0 atau lebih'],
    [{ price: '-1' }, 'price', 'Harga tidak boleh negatif'],
    [{ price: '15000', discount: '50' }, 'price', 'Harga setelah diskon harus 0 atau minimal Rp 10.000'],
    [{ discount: '-1' }, 'discount', 'Diskon minimal 0%'],
    [{ discount: '101' }, 'discount', 'Diskon maksimal 100%'],
    [{ thumbnail: '' }, 'thumbnail', 'Thumbnail wajib diunggah'],
    [{ thumbnail: 'teks' }, 'thumbnail', 'Thumbnail wajib diunggah'],
    [{ thumbnail: [picture(), picture()] }, 'thumbnail', 'Unggah tepat satu gambar'],
    [
      { thumbnail: picture(svgPicture, 'image/svg+xml') },
      'thumbnail',
      'File harus berupa gambar (JPEG, PNG). Ini gambar SVG: simpan sebagai PNG',
    ],
    [{ thumbnail: picture('<html><script>alert(1)</script>') }, 'thumbnail', 'File harus berupa gambar (JPEG, PNG)'],
    [
      { thumbnail: picture(pixelBomb()) },
      'thumbnail',
      'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720',
    ],
  ])('%o is rejected with an error at the field and creates no course', async (patch, field, message) => {
    const before = (await site.call('GET', '/admin/courses', { token: instructor.token })).body.meta.total
    const { status, body } = await create(patch as Record<string, string | File>)
    expect([status, body.errors]).toEqual([422, { [field]: message }])
    expect((await site.call('GET', '/admin/courses', { token: instructor.token })).body.meta.total).toBe(before)
  })

  test('an image of 2 MB and one byte is rejected with 413', async () => {
    const { status, body } = await create({
      thumbnail: picture(Buffer.concat([tinyPng, Buffer.alloc(limit + 1 - tinyPng.length)])),
    })
    expect([status, body.errors]).toEqual([413, { thumbnail: 'Ukuran gambar maksimal 2MB' }])
  })

  test('an invalid discount counts as 0; HTML in a title stays text', async () => {
    const { status, body } = await create({ discount: 'banyak', title: '<img src=x onerror=alert(1)>' })
    expect([status, body.data.discount, body.data.title]).toEqual([201, 0, '<img src=x onerror=alert(1)>'])
  })

  test('ignores counters, instructor and id in the body of an instructor', async () => {
    const { body } = await create({
      instructorId: otherInstructor.id,
      studentCount: '99',
      rating: '5',
      _id: 'x',
      createdAt: '2000-01-01',
    })
    expect(body.data).toMatchObject({ instructor: { _id: instructor.id }, students: 0, rating: 0 })
  })

  test('learning outcomes are one per line; an update without the field keeps them, an empty one clears them', async () => {
    const { body } = await create({ learn: '  Membuat situs \n\nMenayangkannya\r\nMembuat situs' })
    const learns = async () => (await publicCourse(body.data._id)).body.data.learn
    expect(await learns()).toEqual(['Membuat situs', 'Menayangkannya'])
    const change = (patch: object) =>
      site.call('PATCH', `/courses/${body.data._id}`, {
        token: instructor.token,
        form: patch as Record<string, string>,
      })
    await change({ title: 'Judul lain' })
    expect(await learns()).toHaveLength(2)
    expect(
      (await change({ learn: 'x\n'.repeat(3) + Array.from({ length: 12 }, (_, index) => `y${index}`).join('\n') })).body
        .errors,
    ).toEqual({
      learn: 'Maksimal 12 hasil belajar',
    })
    expect((await change({ learn: 'x'.repeat(161) })).body.errors).toEqual({
      learn: 'Tiap hasil belajar maksimal 160 karakter',
    })
    await change({ learn: '' })
    expect(await learns()).toEqual([])
  })

  test('an admin lists possible instructors: staff with access', async () => {
    const disabled = await site.createInstructor()
    await site.call('PUT', `/admin/students/${disabled.id}/access`, { token: admin.token, body: { disabled: true } })
    const { body } = await site.call('GET', '/admin/instructors', { token: admin.token })
    const ids = body.data.map((person: { _id: string }) => person._id)
    expect([ids.includes(instructor.id), ids.includes(admin.id), ids.includes(disabled.id)]).toEqual([
      true,
      true,
      false,
    ])
    expect((await site.call('GET', '/admin/instructors', { token: instructor.token })).status).toBe(403)
  })

  test('an admin may assign a course to an instructor, but not to a student', async () => {
    const student = await site.createStudent()
    expect((await create({ instructorId: otherInstructor.id }, admin.token)).body.data.instructor._id).toBe(
      otherInstructor.id,
    )
    expect((await create({ instructorId: student.id }, admin.token)).body.errors).toEqual({
      instructorId: 'Instruktur tidak dikenal',
    })
  })
})

describe.each(['PUT', 'PATCH'])('%s /courses/{id}', (method) => {
  const change = (id: string, patch: Record<string, string | File> = {}, token = instructor.token) =>
    site.call(method, `/courses/${id}`, { token, form: { ...form(), ...patch } })

  test('changes all fields, and the public page at once', async () => {
    const { id } = await make()
    await publicCourse(id)
    const { status, body } = await change(id, { title: 'Abc', price: '0', levels: 'Lanjutan' })
    expect([status, body.message]).toEqual([200, 'Kursus berhasil diperbarui!'])
    expect((await publicCourse(id)).body.data).toMatchObject({ title: 'Abc', price: 0, levels: 'Lanjutan' })
  })

  test('keeps the image when none is sent, and deletes the old one when it is replaced', async () => {
    const { id, thumbnail } = await make()
    const { thumbnail: _, ...fields } = form()
    const unchanged = await site.call(method, `/courses/${id}`, {
      token: instructor.token,
      body: { ...fields, price: 100_000 },
    })
    expect([unchanged.status, unchanged.body.data.thumbnail]).toEqual([200, thumbnail])
    const replaced = await change(id)
    expect(replaced.body.data.thumbnail).not.toBe(thumbnail)
    expect((await site.app.fetch(new Request(publicUrl + thumbnail))).status).toBe(404)
  })

  test.each([
    [{ title: 'ab' }, { title: 'Judul minimal 3 karakter' }],
    [{ description: 'pendek' }, { description: 'Deskripsi minimal 10 karakter' }],
    [{ price: '-5' }, { price: 'Harga tidak boleh negatif' }],
    [{ discount: '101' }, { discount: 'Diskon maksimal 100%' }],
    [{ levels: 'Dewa' }, { levels: 'Pilih level course' }],
  ])('rejects %o', async (patch, errors) => {
    const { id } = await make()
    const { status, body } = await change(id, patch as Record<string, string>)
    expect([status, body.errors]).toEqual([422, errors])
  })

  test('the second of two concurrent edits is rejected with 409', async () => {
    const { id, version } = await make()
    expect((await change(id, { title: 'Yang pertama', version: String(version) })).status).toBe(200)
    const late = await change(id, { title: 'Yang kedua', version: String(version) })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect((await publicCourse(id)).body.data.title).toBe('Yang pertama')
  })

  test('is rejected with 404 for another instructor; admins may change every course', async () => {
    const { id } = await make()
    expect((await change(id, {}, otherInstructor.token)).status).toBe(404)
    expect((await change(id, {}, admin.token)).status).toBe(200)
  })
})

test('PUT requires all fields of a published course, PATCH keeps fields that are not sent', async () => {
  const { id } = await make()
  const put = await site.call('PUT', `/courses/${id}`, { token: instructor.token, body: { title: 'Hanya Judul' } })
  expect([put.status, Object.keys(put.body.errors).sort()]).toEqual([
    422,
    ['categoryId', 'description', 'levels', 'price', 'tagline'],
  ])
  expect(put.body.errors).toMatchObject({ tagline: 'Tagline wajib diisi', price: 'Harga harus diisi' })
  const patch = await site.call('PATCH', `/courses/${id}`, { token: instructor.token, body: { title: 'Hanya Judul' } })
  expect([patch.status, patch.body.data.title, patch.body.data.price]).toEqual([200, 'Hanya Judul', 100_000])
})

test.each(['PUT', 'PATCH'])(
  '%s reports all blank fields of a published course at once, and changes nothing',
  async (method) => {
    const { id } = await make()
    const before = (await publicCourse(id)).body.data
    const blank = { title: '', tagline: ' ', description: '', categoryId: '', levels: '', price: '', discount: '150' }
    const { status, body } = await site.call(method, `/courses/${id}`, {
      token: instructor.token,
      form: { ...form(), ...blank },
    })
    expect([status, body.errors]).toEqual([
      422,
      {
        title: 'Judul minimal 3 karakter',
        tagline: 'Tagline wajib diisi',
        description: 'Deskripsi minimal 10 karakter',
        categoryId: 'Kategori wajib dipilih',
        levels: 'Pilih level course',
        price: 'Harga harus diisi',
        discount: 'Diskon maksimal 100%',
      },
    ])
    expect((await publicCourse(id)).body.data).toEqual(before)
  },
)

test('a draft may clear fields', async () => {
  const { body } = await site.call('POST', '/courses', {
    token: instructor.token,
    form: { ...form(), status: 'draft' },
  })
  const { status, body: after } = await site.call('PATCH', `/courses/${body.data._id}`, {
    token: instructor.token,
    form: { tagline: '', price: '' },
  })
  expect([status, after.data.tagline, after.data.price]).toEqual([200, '', null])
  expect(after.data.title).toBe(body.data.title)
})

test('a choice that is none is rejected beside its field, also of a draft, and changes nothing', async () => {
  const { id: instructorId, token } = await site.createInstructor()
  const { id } = await site.createCourse({ instructorId, level: 'Menengah' })
  const { id: draftId } = await site.createCourse({ instructorId, status: 'draft' })
  await site.call('PATCH', `/courses/${id}`, { token, body: { pace: 'sequence' } })
  for (const wrong of [null, '', 'x']) {
    for (const courseId of [id, draftId])
      for (const field of ['pace', 'levels', 'status']) {
        const { status, body } = await site.call('PATCH', `/courses/${courseId}`, { token, body: { [field]: wrong } })
        expect([status, Object.keys(body.errors ?? {})], `${field}: ${wrong}`).toEqual([422, [field]])
      }
    const { body } = await site.call('POST', '/courses', {
      token,
      body: { status: 'draft', title: 'Baru', pace: wrong },
    })
    expect(body.errors).toHaveProperty('pace', 'Pilih cara materi terbuka')
  }
  const { body } = await site.call('GET', `/admin/courses/${id}`, { token })
  expect(body.data).toMatchObject({ pace: 'sequence', levels: 'Menengah', status: 'published' })
})

describe('DELETE /courses/{id}', () => {
  const remove = (id: string, token = instructor.token) => site.call('DELETE', `/courses/${id}`, { token })

  test('deletes a course without students, with its lessons and image', async () => {
    const { id, thumbnail } = await make()
    const { body } = await remove(id)
    expect([body.data, body.message]).toEqual([{ outcome: 'deleted' }, 'Kelas berhasil dihapus'])
    expect((await publicCourse(id)).status).toBe(404)
    expect((await site.app.fetch(new Request(publicUrl + thumbnail))).status).toBe(404)
  })

  test('archives a course with students: no longer listed, still accessible to them', async () => {
    const { id } = await make({ title: 'Sudah Dimiliki', price: '0' })
    await addLesson(id)
    const student = await site.createStudent()
    await site.call('POST', `/courses/${id}/enroll`, { token: student.token })
    expect((await remove(id)).body.data).toEqual({ outcome: 'archived' })
    expect((await site.call('GET', '/courses?q=dimiliki')).body.data).toEqual([])
    expect((await site.call('GET', `/courses/${id}`, { token: student.token })).status).toBe(200)
  })

  test('archives a course that only an open transaction references', async () => {
    const { id } = await make()
    await addLesson(id)
    const student = await site.createStudent()
    await site.call('POST', '/checkout', { token: student.token, body: { courseId: id } })
    expect((await remove(id)).body.data).toEqual({ outcome: 'archived' })
  })

  test('is rejected with 404 for another instructor', async () => {
    const { id } = await make()
    expect((await remove(id, otherInstructor.token)).status).toBe(404)
    expect((await publicCourse(id)).status).toBe(200)
  })
})

describe('POST /courses/{id}/duplicate', () => {
  test('creates a draft with the same lessons', async () => {
    const course = await site.createCourse({ title: 'Yang Asli', instructorId: instructor.id, lessons: 3 })
    const { status, body } = await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })
    expect([status, body.data.title, body.data.status, body.data.lessonCount]).toEqual([
      201,
      'Yang Asli (salinan)',
      'draft',
      3,
    ])
    expect((await site.call('POST', `/courses/${course.id}/duplicate`, { token: otherInstructor.token })).status).toBe(
      404,
    )
  })
})

describe('GET /admin/courses', () => {
  const titles = async (query: string, token: string) =>
    (await site.call('GET', `/admin/courses${query}`, { token })).body.data.map(
      (course: { title: string }) => course.title,
    )

  test('lists an instructor’s own courses, and all for an admin', async () => {
    const own = await site.createInstructor()
    await site.createCourse({ title: 'Zebra', instructorId: own.id, status: 'draft' })
    await site.createCourse({ title: 'Angsa 100%', instructorId: own.id })
    expect(await titles('?sort=title', own.token)).toEqual(['Angsa 100%', 'Zebra'])
    expect(await titles('?sort=-title&limit=1&page=2', own.token)).toEqual(['Angsa 100%'])
    expect(await titles('?status=draft', own.token)).toEqual(['Zebra'])
    expect(await titles('?q=100%25', own.token)).toEqual(['Angsa 100%'])
    expect(await titles('?q=zebra', otherInstructor.token)).toEqual([])
    expect(await titles('?q=zebra', admin.token)).toEqual(['Zebra'])
  })

  test.each(['?sort=salah', '?status=hilang', '?page=0', '?limit=101'])('rejects %s', async (query) =>
    expect((await site.call('GET', `/admin/courses${query}`, { token: admin.token })).status).toBe(422),
  )

  test('one course with its lessons: bodies only on request, 404 for another instructor', async () => {
    const course = await site.createCourse({ instructorId: instructor.id })
    const show = (query: string, token: string) => site.call('GET', `/admin/courses/${course.id}${query}`, { token })
    expect((await show('', instructor.token)).body.data.details[1]).not.toHaveProperty('text')
    expect((await show('?preview=true', admin.token)).body.data.details[1].text).toContain('Isi rahasia')
    const rejected = await show('?preview=true', otherInstructor.token)
    expect([rejected.status, rejected.body.message]).toEqual([404, 'Course not found'])
  })
})

test('changes of price, status and instructor are in the audit log with their actor', async () => {
  const { id } = await make()
  await site.call('PATCH', `/courses/${id}`, { token: admin.token, body: { price: 50_000 } })
  const { entries } = await site.app.modules.audit.list({ subjectId: id }, { page: 1, limit: 10 })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['course.changed', admin.id],
    ['course.created', instructor.id],
  ])
  expect(entries[0]?.details).toMatchObject({ before: { priceIdr: 100_000 }, after: { priceIdr: 50_000 } })
})
