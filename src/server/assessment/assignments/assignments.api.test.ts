import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archive, createAssignment, officeFile, pdfFile, rubric, textFile } from '#testing/assignments.ts'
import type { FormValue } from '#testing/api-call.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let contentId: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  student = await site.createStudent()
  await enroll(student)
  contentId = await createAssignment(site.call, { courseId: course.id, token: instructor.token })
})

type Form = Record<string, FormValue | FormValue[]>
const enroll = ({ id }: SignedIn) =>
  site.database.transaction((tx) => site.app.modules.learning.enroll(tx, { userId: id, courseId: course.id, sourceRef: `test:${id}` }))
const at = (rest = '') => `/courses/${course.id}/content/${contentId}${rest}`
const handIn = (form: Form, who = student) => site.call('POST', at('/submissions'), { token: who.token, form })
const mine = async (who = student) => (await site.call('GET', at('/submissions/mine'), { token: who.token })).body
const queue = async (query = '', who = instructor) => (await site.call('GET', `/admin/submissions${query}`, { token: who.token })).body
const show = (id: string, who = instructor) => site.call('GET', `/admin/submissions/${id}`, { token: who.token })
const review = (id: string, body: object, who = instructor) => site.call('POST', `/admin/submissions/${id}/review`, { token: who.token, body })
const download = (fileId: string, who = student) => site.call('GET', `/submission-files/${fileId}`, { token: who.token })
const completed = async () => (await site.call('GET', `/courses/${course.id}/progress`, { token: student.token })).body.data

/** The chosen levels by their places in the rubric. */
async function levels(...places: number[]): Promise<Record<string, string>> {
  const { criteria } = (await mine()).meta
  return Object.fromEntries(places.map((place, index) => [criteria[index]._id, criteria[index].levels[place]._id]))
}

describe('an assignment', () => {
  test('has its task as the text of the lesson, points and a rubric, saved as a whole with a version', async () => {
    const shown = (await site.call('GET', at('/assignment'), { token: instructor.token })).body.data
    expect(shown).toMatchObject({ title: 'Tugas akhir', points: 50, version: 1, criteria: rubric })
    const changed = shown.criteria.toReversed().slice(0, 1)
    const save = (body: object) => site.call('PUT', at('/assignment'), { token: instructor.token, body })
    const saved = await save({ version: 1, points: 10, criteria: changed })
    expect(saved.body.data).toMatchObject({ points: 10, version: 2, criteria: changed })
    expect((await save({ version: 1, points: 10, criteria: [] })).body.code).toBe('stale')
    expect((await site.call('GET', at(), { token: student.token })).body.data).toMatchObject({ type: 'assignment', text: '<p>Buat satu halaman.</p>' })
  })

  test('never is a preview, and needs a task', async () => {
    const create = (body: object) =>
      site.call('POST', '/courses/content/create', { token: instructor.token, body: { courseId: course.id, title: 'T', ...body } })
    expect((await create({ type: 'assignment', text: '<p> </p>' })).body.errors).toEqual({ text: 'Tulis tugasnya dulu' })
    expect((await create({ type: 'assignment', text: '<p>Tugas</p>', isPreview: true })).body.data).toMatchObject({ isPreview: false })
  })

  test.each([
    ['without points', { points: 0 }, 'points'],
    ['with a criterion without a name', { points: 10, criteria: [{ title: '', levels: rubric[0]?.levels }] }, 'criteria.0.title'],
    ['with a single level', { points: 10, criteria: [{ title: 'Isi', levels: [{ title: 'A', points: 1 }] }] }, 'criteria.0.levels'],
    [
      'without a level that earns points',
      {
        points: 10,
        criteria: [
          {
            title: 'Isi',
            levels: [
              { title: 'A', points: 0 },
              { title: 'B', points: 0 },
            ],
          },
        ],
      },
      'criteria.0.levels',
    ],
    [
      'with negative points',
      {
        points: 10,
        criteria: [
          {
            title: 'Isi',
            levels: [
              { title: 'A', points: 1 },
              { title: 'B', points: -1 },
            ],
          },
        ],
      },
      'criteria.0.levels.1.points',
    ],
  ])('is rejected %s, beside the field', async (_, body, field) => {
    const { status, body: answer } = await site.call('PUT', at('/assignment'), { token: instructor.token, body: { version: 1, ...body } })
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
  })

  test('is copied with its course', async () => {
    const copy = (await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })).body.data
    const detail = (await site.call('GET', `/admin/courses/${copy._id}`, { token: instructor.token })).body.data
    const copied = detail.details.find(({ type }: { type: string }) => type === 'assignment')
    const { data } = (await site.call('GET', `/courses/${copy._id}/content/${copied._id}/assignment`, { token: instructor.token })).body
    expect(data).toMatchObject({ points: 50, version: 1, criteria: rubric })
  })
})

describe('handing in', () => {
  test('stores text, link and files, and the assignment waits for a review', async () => {
    expect((await mine()).meta).toMatchObject({ status: 'none', points: 50, criteria: rubric })
    const { status, body } = await handIn({ text: ' Tugasku ', link: 'https://contoh.id/karya', files: [pdfFile(), textFile()] })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      number: 1,
      status: 'waiting',
      text: 'Tugasku',
      link: 'https://contoh.id/karya',
      files: [{ name: 'laporan.pdf' }, { name: 'jawaban.txt', bytes: 9 }],
      review: null,
    })
    const listed = await mine()
    expect([listed.meta.status, listed.data]).toEqual(['waiting', [body.data]])
    expect((await completed()).completedContentIds).toEqual([])
  })

  test.each([
    ['nothing', {}, { text: 'Tulis teks, isi tautan, atau lampirkan berkas dulu' }],
    ['spaces', { text: '  ', link: '' }, { text: 'Tulis teks, isi tautan, atau lampirkan berkas dulu' }],
    ['a script as its link', { link: 'javascript:alert(1)' }, { link: 'Tautan harus diawali http:// atau https://' }],
    ['a link to a file server', { link: 'ftp://contoh.id/a' }, { link: 'Tautan harus diawali http:// atau https://' }],
    ['a text that is too long', { text: 'a'.repeat(20_001) }, { text: 'Maksimal 20.000 karakter' }],
  ])('%s is answered with 422 and its field', async (_, form, errors) => {
    for (const sent of [{ form: { x: '1', ...form } }, { body: form }]) {
      const { status, body } = await site.call('POST', at('/submissions'), { token: student.token, ...sent })
      expect([status, body.errors]).toEqual([422, errors])
    }
  })

  test('accepts every kind of file by its content', async () => {
    const png = new File([Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')], 'A.PNG')
    const jpg = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])], 'foto.jpeg')
    const first = await handIn({ files: [png, jpg, await archive(), await officeFile('docx'), await officeFile('xlsx')] })
    expect([first.status, first.body.errors]).toEqual([201, undefined])
    const second = await handIn({ files: [await officeFile('pptx'), textFile('catatan v1.2.md', '# Bab 3.4\n<b>tebal</b>')] })
    expect([second.status, second.body.errors]).toEqual([201, undefined])
  })

  test.each([
    ['a page renamed to a text', () => textFile('jawaban.txt', '\n <!DOCTYPE html><script>alert(1)</script>'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['a page renamed to a PDF', () => textFile('jawaban.pdf', '<html></html>'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['a PDF renamed to a picture', () => pdfFile('foto.png'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['an archive renamed to a document', () => archive('laporan.docx'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['bytes in a text', () => new File([new Uint8Array([0, 1, 2])], 'data.txt'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['a page', () => textFile('jawaban.html', '<p>'), /Jenis berkas/],
    ['a picture with scripts', () => textFile('gambar.svg', '<svg/>'), /Jenis berkas/],
    ['no extension', () => textFile('jawaban'), /Jenis berkas/],
    ['a program with two extensions', () => pdfFile('tugas.exe.pdf'), /dua ekstensi/],
    ['a program behind a document', () => textFile('tugas.pdf.exe'), /Jenis berkas/],
    ['an extension turned around by a control character', () => pdfFile('tugas\u202Eexe.fdp'), /Jenis berkas/],
    ['an empty file', () => textFile('kosong.txt', ''), 'Berkas ini kosong'],
    ['more than 10 MB', () => new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'besar.pdf'), 'Berkas maksimal 10 MB'],
  ])('rejects %s beside the file, and stores nothing', async (_, make, message) => {
    const { status, body } = await handIn({ text: 'Ini', files: [pdfFile(), await make()] })
    expect(Object.keys(body.errors)).toEqual(['files.1'])
    expect(status).toBe(message === 'Berkas maksimal 10 MB' ? 413 : 422)
    expect(body.errors['files.1']).toMatch(message)
    expect((await mine()).data).toEqual([])
  })

  test('rejects a sixth file, a body of more than 50 MB, and files of callers who are not signed in', async () => {
    expect((await handIn({ files: Array.from({ length: 6 }, () => textFile()) })).body.errors).toEqual({ files: 'Maksimal 5 berkas' })
    const big = Array.from({ length: 6 }, (_, index) => new File([new Uint8Array(10 * 1024 * 1024)], `${index}.pdf`))
    expect((await handIn({ files: big })).status).toBe(413)
    expect((await site.call('POST', at('/submissions'), { form: { files: big } })).status).toBe(401)
  })

  test('again keeps every version, newest first; one that waits is replaced', async () => {
    await handIn({ text: 'Satu' })
    await handIn({ text: 'Dua' })
    expect((await mine()).data.map(({ number, status, text }: { number: number; status: string; text: string }) => [number, status, text])).toEqual([
      [2, 'waiting', 'Dua'],
      [1, 'replaced', 'Satu'],
    ])
    expect((await queue()).data).toHaveLength(1)
  })

  test('from several devices at once leaves one version that waits', async () => {
    const sent = await Promise.all(['A', 'B', 'C', 'D'].map((text) => handIn({ text })))
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const statuses = (await mine()).data.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['waiting', 'replaced', 'replaced', 'replaced'])
  })

  test('needs an enrolment, an open lesson, and an assignment', async () => {
    const other = await site.createStudent()
    expect((await handIn({ text: 'Tugas' }, other)).status).toBe(403)
    expect((await site.call('GET', at('/submissions/mine'), { token: other.token })).status).toBe(403)
    await site.call('PATCH', `/courses/${course.id}`, { token: instructor.token, form: { pace: 'sequence' } })
    const closed = await handIn({ text: 'Tugas' })
    expect([closed.status, closed.body.code]).toEqual([403, 'lesson-closed'])
    const article = `/courses/${course.id}/content/${course.contentIds[0]}/submissions`
    expect((await site.call('POST', article, { token: student.token, body: { text: 'Tugas' } })).status).toBe(404)
  })

  test('is limited to twenty times an hour', async () => {
    for (let count = 0; count < 20; count++) expect((await handIn({ text: `${count}` })).status).toBe(201)
    const { status, headers } = await handIn({ text: 'Lagi' })
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, 180])
  })

  test('ends when the files of a student take 500 MB', async () => {
    const { body } = await handIn({ files: textFile() })
    await site.database.query.execute(sql`update submission_files set bytes = ${500 * 1024 * 1024 - 1} where submission_id = ${body.data._id}`)
    expect((await handIn({ files: textFile() })).body.errors).toEqual({ files: 'Ruang berkas tugasmu (500 MB) sudah penuh. Kirim tautan saja, ya.' })
    expect((await handIn({ text: 'Tanpa berkas' })).status).toBe(201)
  })
})

describe('a file', () => {
  test('is served as a download, never as a page', async () => {
    const { body } = await handIn({ files: textFile('Jawaban “akhir”.txt', 'Isi berkas') })
    const { status, headers, body: text } = await download(body.data.files[0]._id)
    expect([status, text]).toEqual([200, 'Isi berkas'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="Jawaban _akhir_.txt"; filename*=UTF-8''Jawaban%20%E2%80%9Cakhir%E2%80%9D.txt`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain;charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('is served to its owner and the staff of the course only', async () => {
    const { body } = await handIn({ files: textFile() })
    const fileId = body.data.files[0]._id
    const statuses = async (...callers: SignedIn[]) => Promise.all(callers.map(async (who) => (await download(fileId, who)).status))
    const classmate = await site.createStudent()
    await enroll(classmate)
    expect(await statuses(student, instructor, await site.createAdmin())).toEqual([200, 200, 200])
    expect(await statuses(classmate, await site.createInstructor())).toEqual([404, 404])
  })

  test('is deleted with the account, and in the export before', async () => {
    const { body } = await handIn({ text: 'Rahasia', files: textFile() })
    const fileId: string = body.data.files[0]._id
    const exported = (await site.call('GET', '/me/export', { token: student.token })).body
    expect(JSON.stringify(exported)).toContain(`/api/submission-files/${fileId}`)
    expect(JSON.stringify(exported)).toContain('Rahasia')
    const { media } = site.app.modules
    expect((await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } })).status).toBe(200)
    expect((await show(body.data._id)).status).toBe(404)
    expect(await media.deleteUnused(new Date(0), 100)).toBe(1)
    expect(await media.read(fileId, { start: 0, end: 1 })).toBeNull()
  })

  test('is deleted with its lesson after a week, by the job that deletes unused videos', async () => {
    const [kept, gone] = [await handIn({ files: textFile() }), await handIn({ files: textFile() })]
    await site.database.query.execute(sql`delete from submissions where id = ${gone.body.data._id}`)
    const { media } = site.app.modules
    site.clock.advance(1)
    expect(await media.deleteUnused(site.clock.now(), 100)).toBe(1)
    expect(await media.find(gone.body.data.files[0]._id)).toBeNull()
    expect((await download(kept.body.data.files[0]._id)).status).toBe(200)
  })
})

describe('the queue', () => {
  test('lists what waits, oldest first, page by page; instructors see their own courses only', async () => {
    const first = await handIn({ text: 'Pertama' })
    site.clock.advance(60_000)
    const second = await site.createStudent('Budi Kedua')
    await enroll(second)
    const later = await handIn({ text: 'Kedua' }, second)
    const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
    const all = await queue()
    expect(ids(all)).toEqual([first.body.data._id, later.body.data._id])
    expect(all.data[1]).toMatchObject({ student: { name: 'Budi Kedua' }, course: { _id: course.id }, content: { title: 'Tugas akhir' }, status: 'waiting' })
    const page = await queue('?limit=1')
    expect([ids(page), page.meta]).toMatchObject([[first.body.data._id], { total: 2, isCounted: true }])
    const next = await queue(`?limit=1&cursor=${page.meta.next}`)
    expect([ids(next), next.meta.next]).toEqual([[later.body.data._id], null])
    expect(ids(await queue(`?limit=1&cursor=${next.meta.previous}`))).toEqual([first.body.data._id])

    const stranger = await site.createInstructor()
    expect((await queue('', stranger)).data).toEqual([])
    expect((await queue(`?course=${course.id}`, stranger)).data).toEqual([])
    expect((await queue('?course=x')).data).toEqual([])
    const admin = await site.createAdmin()
    expect(ids(await queue(`?course=${course.id}`, admin))).toEqual(ids(all))
    expect(ids(await queue('?limit=100', admin))).toEqual(expect.arrayContaining(ids(all)))
    expect((await site.call('GET', '/admin/waiting-submissions', { token: instructor.token })).body.data).toEqual({ waiting: 2, isCounted: true })
    expect((await site.call('GET', '/admin/waiting-submissions', { token: stranger.token })).body.data).toEqual({ waiting: 0, isCounted: true })
    expect((await site.call('GET', '/admin/submissions?status=x', { token: instructor.token })).body.errors).toEqual({ status: 'Status tidak dikenal' })
  })
})

describe('a review', () => {
  test('that accepts completes the lesson, and everything that follows from that', async () => {
    await site.call('PUT', `/courses/${course.id}/content/${course.contentIds[0]}/completion`, { token: student.token })
    const { body } = await handIn({ text: 'Tugasku' })
    const shown = (await show(body.data._id)).body.data
    expect(shown).toMatchObject({ task: '<p>Buat satu halaman.</p>', terms: { points: 50 }, student: { name: student.name }, versions: [body.data] })
    const accepted = await review(body.data._id, { decision: 'accept', scores: await levels(1, 0), comment: 'Bagus!' })
    expect([accepted.status, accepted.body.message]).toEqual([200, 'Tugas diterima.'])
    expect(accepted.body.data).toMatchObject({
      status: 'accepted',
      nextId: null,
      review: {
        comment: 'Bagus!',
        points: 40,
        maximumPoints: 50,
        scores: [{ criterion: 'Kerapian', level: 'Cukup', points: 2, maximumPoints: 4 }, { level: 'Lengkap' }],
      },
    })
    expect(await completed()).toMatchObject({ percent: 100, completedContentIds: expect.arrayContaining([contentId]) })
    expect((await site.call('POST', `/courses/${course.id}/certificate`, { token: student.token, body: { name: 'Nama Lengkap' } })).status).toBe(200)
    expect((await mine()).meta.status).toBe('accepted')
    const again = await handIn({ text: 'Lagi' })
    expect([again.status, again.body.code]).toEqual([409, 'already-accepted'])
    const { entries } = await site.app.modules.audit.list({ subjectId: body.data._id }, { page: 1, limit: 10 })
    expect(entries).toMatchObject([
      { action: 'submission.reviewed', actorId: instructor.id, details: { title: 'Tugas akhir', status: 'accepted', points: 40 } },
    ])
  })

  test('that asks for a revision opens the way for the next version, and the student is mailed each time', async () => {
    const first = await handIn({ text: 'Satu' })
    const revised = await review(first.body.data._id, { decision: 'revise', comment: 'Tambahkan sumber' })
    expect(revised.body.data).toMatchObject({ status: 'revise', review: { comment: 'Tambahkan sumber', points: null, scores: [] } })
    expect((await mine()).meta.status).toBe('revise')
    const second = await handIn({ text: 'Dua' })
    expect((await review(second.body.data._id, { decision: 'accept', scores: await levels(0, 0) })).status).toBe(200)
    expect((await mine()).data.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'revise'])
    expect((await completed()).completedContentIds).toEqual([contentId])
    await site.app.modules.mail.deliverDue()
    const mails = site.mailTransport.sent.filter(({ to }) => to.email === student.email).map(({ subject }) => subject)
    expect(mails).toEqual(['Tugas Tugas akhir perlu revisi', 'Tugas Tugas akhir diterima'])
    expect((await queue('?status=accepted')).data).toHaveLength(1)
  })

  test('of a version that was reviewed or replaced already is answered with 409', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const admin = await site.createAdmin()
    const scores = await levels(0, 0)
    const both = await Promise.all([instructor, admin].map((who) => review(body.data._id, { decision: 'accept', scores }, who)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale')

    contentId = await createAssignment(site.call, { courseId: course.id, token: instructor.token })
    const replaced = await handIn({ text: 'Satu' })
    await handIn({ text: 'Dua' })
    expect((await review(replaced.body.data._id, { decision: 'revise', comment: 'Kurang' })).status).toBe(409)
  })

  test('during another hand-in leaves either an accepted version or a new one that waits, never both', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const scores = await levels(0, 0)
    const [reviewed, sent] = await Promise.all([review(body.data._id, { decision: 'accept', scores }), handIn({ text: 'Dua' })])
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([reviewed.status, sent.status])
  })

  test.each([
    ['an unknown decision', { decision: 'lulus' }, { decision: 'Pilih terima atau minta revisi' }],
    ['a request for a revision without a comment', { decision: 'revise', comment: ' ' }, { comment: 'Tulis apa yang perlu diperbaiki' }],
    ['a criterion that does not exist', { decision: 'revise', comment: 'Kurang', scores: { x: 'y' } }, { 'scores.x': 'Pilih satu tingkat untuk kriteria ini' }],
    ['a comment that is too long', { decision: 'accept', comment: 'a'.repeat(5_001) }, { comment: 'Maksimal 5.000 karakter' }],
  ])('%s is answered with 422 and its field', async (_, input, errors) => {
    const { body } = await handIn({ text: 'Satu' })
    const { status, body: answer } = await review(body.data._id, input)
    expect([status, answer.errors]).toEqual([422, errors])
  })

  test('that accepts needs a level of every criterion', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const { status, body: answer } = await review(body.data._id, { decision: 'accept', scores: await levels(0) })
    expect([status, Object.values(answer.errors)]).toEqual([422, ['Pilih satu tingkat untuk kriteria ini']])
  })

  test('keeps its levels when the rubric changes later', async () => {
    const { body } = await handIn({ text: 'Satu' })
    await review(body.data._id, { decision: 'accept', scores: await levels(0, 1) })
    await site.call('PUT', at('/assignment'), { token: instructor.token, body: { version: 1, points: 10, criteria: [] } })
    expect((await mine()).data[0].review).toMatchObject({ points: 35, maximumPoints: 50, scores: [{ level: 'Rapi' }, { level: 'Sebagian' }] })
  })

  test('is for the staff of the course', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const other = await site.createInstructor()
    expect((await show(body.data._id, other)).status).toBe(404)
    expect((await review(body.data._id, { decision: 'revise', comment: 'Kurang' }, other)).status).toBe(404)
    expect((await show(body.data._id, student)).status).toBe(403)
  })
})

test('completing an assignment by hand is rejected', async () => {
  const byHand = await site.call('PUT', at('/completion'), { token: student.token })
  const markedAt = site.clock.now().toISOString()
  const queued = await site.call('POST', `/courses/${course.id}/completions`, {
    token: student.token,
    body: { changes: [{ contentId, completed: true, markedAt }] },
  })
  expect([byHand.status, queued.status]).toEqual([409, 409])
})
