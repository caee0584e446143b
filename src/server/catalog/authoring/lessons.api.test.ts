import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let otherInstructor: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  otherInstructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id })
})
afterAll(() => site.close())

const video = { title: 'Video baru', type: 'video', youtubeId: 'DHjqpvDnNGE' }
const article = { title: 'Artikel baru', type: 'text', text: '<h2>Mulai</h2><p>Isi artikel</p>' }
const create = (body: object, token = instructor.token) =>
  site.call('POST', '/courses/content/create', { token, body: { courseId: course.id, ...body } })
const update = (lessonId: string, body: object, token = instructor.token) =>
  site.call('PUT', `/courses/${course.id}/update-content/${lessonId}`, { token, body })
const remove = (lessonId: string, token = instructor.token) =>
  site.call('DELETE', `/courses/${course.id}/delete-content/${lessonId}`, { token })
const outline = async (id = course.id) =>
  (await site.call('GET', `/admin/courses/${id}`, { token: instructor.token })).body.data.details.map(
    (content: { _id: string }) => content._id,
  )

describe('POST /courses/content/create', () => {
  test('adds a lesson at the end, and the public outline shows it at once', async () => {
    await site.call('GET', `/courses/${course.id}/overview`)
    const { status, body } = await create({ ...video, isPreview: true })
    expect([status, body.message, body.data.youtubeId, body.data.isPreview]).toEqual([
      201,
      'Konten berhasil dibuat!',
      'DHjqpvDnNGE',
      true,
    ])
    expect((await outline()).at(-1)).toBe(body.data._id)
    expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.details.at(-1).title).toBe('Video baru')
  })

  test('extracts the video id from a URL', async () => {
    expect((await create({ ...video, youtubeId: 'https://youtu.be/DHjqpvDnNGE?t=4' })).body.data.youtubeId).toBe(
      'DHjqpvDnNGE',
    )
  })

  test('sanitizes article HTML', async () => {
    const text =
      '<h1 onclick="x()">Judul</h1><p style="color:red">Halo <script>alert(1)</script><a href="javascript:alert(1)">x</a></p><img src="https://jauh.example/x.png"><iframe src="//x"></iframe><pre><code class="language-js jahat">a &lt; b</code></pre>'
    const { body } = await create({ ...article, text })
    expect(body.data.text).toBe(
      '<h2>Judul</h2><p>Halo <a rel="noopener noreferrer nofollow">x</a></p><pre><code class="language-js">a &lt; b</code></pre>',
    )
  })

  test('code is highlighted for students and raw for editors', async () => {
    const text = '<pre><code class="language-js">const a = 1</code></pre>'
    const { body: made } = await create({ ...article, text, isPreview: true })
    expect(made.data.text).toBe(text)
    // A response waits for its colours for some seconds only; on a busy machine a later one has them.
    await expect
      .poll(async () => (await site.call('GET', `/courses/${course.id}/content/${made.data._id}`)).body.data.text)
      .toBe(
        '<pre><code class="language-js"><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span></code></pre>',
      )
  })

  test('accepts an article of a hundred pages', async () => {
    expect((await create({ ...article, text: `<p>${'kata '.repeat(60_000)}</p>` })).status).toBe(201)
  })

  test.each(['<', '<p ', '<!--', '<b>', '<iframe '])(
    'an article of 400,000 characters of %s costs no more than an ordinary one of that length',
    async (unit) => {
      const cpuMsFor = (body: object) => cpuMsUntil(async () => expect((await create(body)).status).toBeLessThan(500))
      const boundMs = 5 * (await cpuMsFor({ ...article, text: '<p>kata</p>'.repeat(36_000) }))
      const text = unit.repeat(400_000 / unit.length)
      for (const body of [
        { ...article, text },
        { ...video, youtubeId: text },
      ])
        expect(await leastMsOf(() => cpuMsFor(body), boundMs)).toBeLessThanOrEqual(boundMs)
    },
  )

  test.each([
    [{}, { title: 'Judul konten wajib diisi', type: 'Tipe konten wajib dipilih' }],
    [{ ...video, title: '  ' }, { title: 'Judul konten wajib diisi' }],
    [{ ...video, type: 'audio' }, { type: 'Tipe konten wajib dipilih' }],
    [{ ...video, courseId: '' }, { courseId: 'Course ID wajib diisi' }],
    [{ ...video, youtubeId: undefined }, { youtubeId: 'YouTube ID wajib diisi untuk tipe video' }],
    [{ ...video, youtubeId: 'pendek' }, { youtubeId: 'YouTube ID harus 11 karakter' }],
    [{ ...article, text: '' }, { text: 'Teks konten wajib diisi untuk tipe artikel' }],
    [{ ...article, text: '<p>&nbsp;</p>' }, { text: 'Teks konten wajib diisi untuk tipe artikel' }],
    [{ ...article, text: '<script>alert(1)</script>' }, { text: 'Teks konten wajib diisi untuk tipe artikel' }],
  ])('%o is rejected with errors at the fields', async (body, errors) => {
    const response = await create(body)
    expect([response.status, response.body.errors]).toEqual([422, errors])
  })

  test('is rejected for a course of another instructor, a missing course and students', async () => {
    expect((await create(video, otherInstructor.token)).status).toBe(404)
    expect((await create({ ...video, courseId: 'bukan-id' })).status).toBe(404)
    expect((await create(video, (await site.createStudent()).token)).status).toBe(403)
  })
})

describe('PUT …/update-content/…', () => {
  test('changes a lesson, also from video to article', async () => {
    const { body: made } = await create(video)
    const { status, body } = await update(made.data._id, { ...article, isPreview: true })
    expect([status, body.message, body.data.type, body.data.isPreview]).toEqual([
      200,
      'Konten berhasil diperbarui!',
      'text',
      true,
    ])
    expect(body.data).not.toHaveProperty('youtubeId')
  })

  test('the second of two concurrent edits is rejected with 409', async () => {
    const { body: made } = await create(article)
    expect((await update(made.data._id, { ...article, title: 'Satu', version: made.data.version })).status).toBe(200)
    const late = await update(made.data._id, { ...article, title: 'Dua', version: made.data.version })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect(
      (await site.call('GET', `/admin/courses/${course.id}/content/${made.data._id}`, { token: instructor.token })).body
        .data.title,
    ).toBe('Satu')
  })

  test('keeps the preview flag when it is not sent', async () => {
    const { body: made } = await create({ ...video, isPreview: true })
    expect((await update(made.data._id, video)).body.data.isPreview).toBe(true)
  })

  test('is rejected with 404 for another instructor, also through another course', async () => {
    const { body: made } = await create(video)
    const other = await site.createCourse({ instructorId: otherInstructor.id })
    expect((await update(made.data._id, video, otherInstructor.token)).status).toBe(404)
    expect(
      (
        await site.call('PUT', `/courses/${other.id}/update-content/${made.data._id}`, {
          token: otherInstructor.token,
          body: video,
        })
      ).status,
    ).toBe(404)
  })
})

describe('versions of an article', () => {
  test('are stored when the text changes, and can be restored', async () => {
    const { body: made } = await create({ ...article, text: '<p>Pertama</p>' })
    const at = `/courses/${course.id}/content/${made.data._id}/versions`
    await update(made.data._id, { ...article, text: '<p>Kedua</p>' })
    await update(made.data._id, { ...article, title: 'Judul saja', text: '<p>Kedua</p>' })
    const { body: listed } = await site.call('GET', at, { token: instructor.token })
    expect(listed.data).toMatchObject([{ title: 'Artikel baru', excerpt: 'Pertama', savedBy: instructor.name }])
    const versionId = listed.data[0]._id
    expect((await site.call('GET', `${at}/${versionId}`, { token: instructor.token })).body.data.text).toBe(
      '<p>Pertama</p>',
    )
    const { body: restored } = await site.call('POST', `${at}/${versionId}/restore`, { token: instructor.token })
    expect([restored.message, restored.data.text]).toEqual(['Versi lama dikembalikan.', '<p>Pertama</p>'])
    const after = await site.call('GET', at, { token: instructor.token })
    expect(after.body.data.map((version: { excerpt: string }) => version.excerpt)).toEqual(['Kedua', 'Pertama'])
  })

  test('do not empty a lesson that students see', async () => {
    const { body: made } = await create({ ...article, text: '', status: 'draft' })
    const at = `/courses/${course.id}/content/${made.data._id}/versions`
    await update(made.data._id, { ...article, text: '<p>Isi</p>', status: 'published' })
    const [empty] = (await site.call('GET', at, { token: instructor.token })).body.data
    const restored = await site.call('POST', `${at}/${empty._id}/restore`, { token: instructor.token })
    expect([restored.status, Object.keys(restored.body.errors)]).toEqual([422, ['text']])
  })

  test('are restored only over the version that was shown', async () => {
    const { body: made } = await create({ ...article, text: '<p>Pertama</p>' })
    const at = `/courses/${course.id}/content/${made.data._id}/versions`
    const { body: shown } = await update(made.data._id, { ...article, text: '<p>Kedua</p>' })
    const [earlier] = (await site.call('GET', at, { token: instructor.token })).body.data
    const restore = (version: number) =>
      site.call('POST', `${at}/${earlier._id}/restore`, { token: instructor.token, body: { version } })
    const { body: newer } = await update(made.data._id, { ...article, text: '<p>Dari orang lain</p>' })
    const rejected = await restore(shown.data.version)
    expect([rejected.status, rejected.body.code]).toEqual([409, 'stale'])
    expect((await restore(newer.data.version)).body.data.text).toBe('<p>Pertama</p>')
  })

  test('are not found for another instructor', async () => {
    const { body: made } = await create(article)
    await update(made.data._id, { ...article, text: '<p>Lain</p>' })
    const at = `/courses/${course.id}/content/${made.data._id}/versions`
    const [version] = (await site.call('GET', at, { token: instructor.token })).body.data
    for (const [method, path] of [
      ['GET', at],
      ['GET', `${at}/${version._id}`],
      ['POST', `${at}/${version._id}/restore`],
    ] as const)
      expect((await site.call(method, path, { token: otherInstructor.token })).status).toBe(404)
  })
})

describe('DELETE …/delete-content/…', () => {
  test('deletes the lesson and keeps the order of the others', async () => {
    const before = await outline()
    const { body: made } = await create(video)
    const { status, body } = await remove(made.data._id)
    expect([status, body.message]).toEqual([200, 'Konten berhasil dihapus'])
    expect(await outline()).toEqual(before)
  })

  test('is rejected with 404 for another instructor', async () => {
    expect((await remove(course.lessonIds[0] ?? '', otherInstructor.token)).status).toBe(404)
  })

  test('keeps the other completions of a student', async () => {
    const other = await site.createCourse({ instructorId: instructor.id, price: 0, lessons: 2 })
    const student = await site.createStudent()
    await site.call('POST', `/courses/${other.id}/enroll`, { token: student.token })
    for (const id of other.lessonIds)
      await site.call('PUT', `/courses/${other.id}/content/${id}/completion`, { token: student.token })
    await site.call('DELETE', `/courses/${other.id}/delete-content/${other.lessonIds[0]}`, { token: instructor.token })
    expect((await site.call('GET', `/courses/${other.id}/progress`, { token: student.token })).body.data.percent).toBe(
      100,
    )
  })

  test('of many students changes their enrolments in short transactions, and the figures by one row a day', async () => {
    const { id, lessonIds } = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
    const rowsOf = (table: string) => sql.raw(`${table} where course_id = '${id}'`)
    await site.database.query.execute(sql`
      with made as (
        insert into users (id, name, email, role, created_at)
        select gen_random_uuid(), 'Siswa', 'ramai' || n || '@contoh.id', 'student', now() from generate_series(1, 2500) as n returning id
      ), enrolled as (
        insert into enrollments (user_id, course_id, source_ref, granted_at, last_content_id)
        select id, ${id}::uuid, 'free', now(), ${lessonIds[0]}::uuid from made returning user_id
      )
      insert into completions (user_id, course_id, content_id, completed_at)
      select user_id, ${id}::uuid, ${lessonIds[0]}::uuid, timestamptz '2026-03-04 05:00Z' from enrolled`)
    await site.app.modules.figures.addChanges()
    expect(
      (await site.call('DELETE', `/courses/${id}/delete-content/${lessonIds[0]}`, { token: instructor.token })).status,
    ).toBe(200)
    const [left] = await site.database.query
      .select({
        transactions: sql<number>`count(distinct xmin::text)::int`,
        continuing: sql<number>`count(last_content_id)::int`,
      })
      .from(rowsOf('enrollments'))
    expect(left).toEqual({ transactions: 3, continuing: 0 })
    const changes = await site.database.query
      .select({ day: sql<string>`day::text`, value: sql<number>`value::int` })
      .from(sql`figure_changes where kind = 'completions' and subject = ${id}::uuid`)
    expect(changes).toEqual([{ day: '2026-03-04', value: -2500 }])
    expect(await site.database.query.select({ one: sql`1` }).from(rowsOf('completions'))).toEqual([])
  })
})

describe('PUT /courses/{id}/content-order', () => {
  const order = (id: string, lessonIds: unknown, token = instructor.token) =>
    site.call('PUT', `/courses/${id}/content-order`, { token, body: { contentIds: lessonIds } })

  test('changes the order of the lessons', async () => {
    const { id, lessonIds } = await site.createCourse({ instructorId: instructor.id, lessons: 4 })
    const wanted = lessonIds.toReversed()
    expect((await order(id, wanted)).status).toBe(200)
    expect(await outline(id)).toEqual(wanted)
  })

  test('rejects an order with a missing, repeated or foreign lesson', async () => {
    const { id, lessonIds } = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
    const [first = '', second = ''] = lessonIds
    for (const wanted of [[first], [first, first], [first, course.lessonIds[0]], [first, second, 'x']])
      expect((await order(id, wanted)).status).toBe(409)
    expect((await order(id, 'semua')).status).toBe(422)
    expect((await order(id, [second, first], otherInstructor.token)).status).toBe(404)
    expect(await outline(id)).toEqual(lessonIds)
  })
})
