import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  archive,
  createAssignment,
  officeFile,
  pdfFile,
  rubric,
  submissionCalls,
  textFile,
} from '#testing/materials/assignments.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

const filesInUse = () => site.app.modules.contributions.flatMap(({ mediaInUse }) => mediaInUse)

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let lessonId: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  student = await site.createStudent()
  await site.enroll(student, course)
  lessonId = await createAssignment(site.call, { courseId: course.id, token: instructor.token })
})

const { at, handIn, mine, queue, show, completed } = submissionCalls(() => ({
  site,
  instructor,
  student,
  course,
  lessonId,
}))
const download = (fileId: string, who = student) =>
  site.call('GET', `/submission-files/${fileId}`, { token: who.token })

describe('handing in', () => {
  test('stores text, link and files, and the assignment waits for a review', async () => {
    expect((await mine()).meta).toMatchObject({ status: 'none', points: 50, criteria: rubric })
    const { status, body } = await handIn({
      text: ' Tugasku ',
      link: 'https://contoh.id/karya',
      files: [pdfFile(), textFile()],
    })
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
    [
      'what nobody sees',
      { text: '\u200B\u2800', link: '' },
      { text: 'Tulis teks, isi tautan, atau lampirkan berkas dulu' },
    ],
    ['spaces', { text: '  ', link: '' }, { text: 'Tulis teks, isi tautan, atau lampirkan berkas dulu' }],
    ['a script as its link', { link: 'javascript:alert(1)' }, { link: 'Tautan harus diawali http:// atau https://' }],
    ['a link to a file server', { link: 'ftp://contoh.id/a' }, { link: 'Tautan harus diawali http:// atau https://' }],
    ['a text that is too long', { text: 'a'.repeat(20_001) }, { text: 'Maksimal 20.000 karakter' }],
  ])('%s returns 422 and its field', async (_, form, errors) => {
    for (const sent of [{ form: { x: '1', ...form } }, { body: form }]) {
      const { status, body } = await site.call('POST', at('/submissions'), { token: student.token, ...sent })
      expect([status, body.errors]).toEqual([422, errors])
    }
  })

  test('accepts every kind of file by its content', async () => {
    const png = new File(
      [
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ],
      'A.PNG',
    )
    const jpg = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])], 'foto.jpeg')
    const first = await handIn({
      files: [png, jpg, await archive(), await officeFile('docx'), await officeFile('xlsx')],
    })
    expect([first.status, first.body.errors]).toEqual([201, undefined])
    const second = await handIn({
      files: [await officeFile('pptx'), textFile('catatan v1.2.md', '# Bab 3.4\n<b>tebal</b>')],
    })
    expect([second.status, second.body.errors]).toEqual([201, undefined])
  })

  test.each([
    ['a text without an extension', () => textFile('jawaban'), 'jawaban.txt'],
    ['a new document with the old extension', () => officeFile('docx', 'tugas.doc'), 'tugas.docx'],
    ['a PDF with the extension of a table', () => pdfFile('nilai.xls'), 'nilai.pdf'],
  ])('takes %s under the name of what it is', async (_, make, name) => {
    expect((await handIn({ files: [await make()] })).status).toBe(201)
    expect((await mine()).data[0].files).toMatchObject([{ name }])
  })

  test.each([
    [
      'a page renamed to a PDF',
      () => textFile('jawaban.pdf', '<html></html>'),
      'Isi berkas tidak cocok dengan ekstensinya',
    ],
    ['a PDF renamed to a picture', () => pdfFile('foto.png'), 'Isi berkas tidak cocok dengan ekstensinya'],
    ['a text renamed to a document', () => textFile('tugas.pdf', 'Jawabanku'), 'Ini teks biasa: ganti akhiran namanya'],
    ['an archive renamed to a document', () => archive('laporan.docx'), 'Isi berkas tidak cocok dengan ekstensinya'],
    [
      'bytes in a text',
      () => new File([new Uint8Array([0, 1, 2])], 'data.txt'),
      'Isi berkas tidak cocok dengan ekstensinya',
    ],
    ['an old page with the extension of a table', () => textFile('nilai.xls', '<html><table>'), /halaman web/],
    ['a page', () => textFile('jawaban.html', '<p>'), /Jenis berkas/],
    ['a picture with scripts', () => textFile('gambar.svg', '<svg/>'), /Jenis berkas/],
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
    expect((await handIn({ files: Array.from({ length: 6 }, () => textFile()) })).body.errors).toEqual({
      files: 'Maksimal 5 berkas',
    })
    const big = Array.from({ length: 6 }, (_, index) => new File([new Uint8Array(10 * 1024 * 1024)], `${index}.pdf`))
    expect((await handIn({ files: big })).status).toBe(413)
    expect((await site.call('POST', at('/submissions'), { form: { files: big } })).status).toBe(401)
  })

  test('holds one large upload of a student at a time, and small ones beside it', async () => {
    const big = () => new File(['%PDF-1.7', new Uint8Array(5 * 1024 * 1024)], 'besar.pdf')
    const form = new FormData()
    form.append('files', big())
    const encoded = new Response(form)
    const bytes = new Uint8Array(await encoded.arrayBuffer())
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const headers = {
      'content-type': encoded.headers.get('content-type') ?? '',
      authorization: `Bearer ${student.token}`,
    }
    // The types of Node's fetch lack `duplex`, which a stream needs.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: readable, duplex: 'half' }
    const first = site.app.fetch(new Request(`${publicUrl}/api${at('/submissions')}`, init), { client: 'test' })
    const writer = writable.getWriter()
    // Resolves when the product reads it.
    await writer.write(bytes.subarray(0, 1000))

    const second = await handIn({ files: big() })
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '15'])
    expect((await handIn({ text: 'Kecil' })).status).toBe(201)

    void writer.write(bytes.subarray(1000)).then(() => writer.close())
    expect((await first).status).toBe(201)
    expect((await handIn({ files: big() })).status).toBe(201)
  })

  test('again keeps every version, newest first; one that waits is replaced', async () => {
    await handIn({ text: 'Satu' })
    await handIn({ text: 'Dua' })
    expect(
      (await mine()).data.map(({ number, status, text }: { number: number; status: string; text: string }) => [
        number,
        status,
        text,
      ]),
    ).toEqual([
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
    const article = `/courses/${course.id}/content/${course.lessonIds[0]}/submissions`
    expect((await site.call('POST', article, { token: student.token, body: { text: 'Tugas' } })).status).toBe(404)
  })

  test('is limited to twenty times an hour', async () => {
    for (let count = 0; count < 20; count++) expect((await handIn({ text: `${count}` })).status).toBe(201)
    const { status, headers } = await handIn({ text: 'Lagi' })
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, 180])
  })

  test('ends when the files of a student take 500 MB', async () => {
    const { body } = await handIn({ files: textFile() })
    await site.database.query.execute(
      sql`update submission_files set bytes = ${500 * 1024 * 1024 - 1} where submission_id = ${body.data._id}`,
    )
    expect((await handIn({ files: textFile() })).body.errors).toEqual({
      files: 'Ruang berkas tugasmu (500 MB) sudah penuh. Kirim tautan saja, ya.',
    })
    expect((await handIn({ text: 'Tanpa berkas' })).status).toBe(201)
  })
})

describe('a file', () => {
  test('is served as a download, never as a page', async () => {
    const { body } = await handIn({ files: textFile('Jawaban “akhir”.txt', 'Isi berkas') })
    const { status, headers, body: text } = await download(body.data.files[0]._id)
    expect([status, text]).toEqual([200, 'Isi berkas'])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Jawaban _akhir_.txt"; filename*=UTF-8''Jawaban%20%E2%80%9Cakhir%E2%80%9D.txt`,
    )
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
    const statuses = async (...callers: SignedIn[]) =>
      Promise.all(callers.map(async (who) => (await download(fileId, who)).status))
    const classmate = await site.createStudent()
    await site.enroll(classmate, course)
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
    expect(
      (await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } }))
        .status,
    ).toBe(200)
    expect((await show(body.data._id)).status).toBe(404)
    expect(await media.deleteUnused(filesInUse(), new Date(0), 100)).toBe(1)
    expect(await media.read(fileId, { start: 0, end: 1 })).toBeNull()
  })

  test('is deleted with its lesson after a week, by the job that deletes unused videos', async () => {
    const [kept, gone] = [await handIn({ files: textFile() }), await handIn({ files: textFile() })]
    await site.database.query.execute(sql`delete from submissions where id = ${gone.body.data._id}`)
    const { media } = site.app.modules
    site.clock.advance(1)
    expect(await media.deleteUnused(filesInUse(), site.clock.now(), 100)).toBe(1)
    expect(await media.find(gone.body.data.files[0]._id)).toBeNull()
    expect((await download(kept.body.data.files[0]._id)).status).toBe(200)
  })
})
