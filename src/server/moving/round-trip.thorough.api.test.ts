import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quizSettings } from '#contract/assessment/quiz.ts'
import { createExercise, exercise } from '#testing/materials/exercises.ts'
import { createQuiz, everyQuestion } from '#testing/materials/quizzes.ts'
import { readZip } from './reading/read-zip.ts'
import { mistakeList } from './reading/mistakes.ts'
import { readDemoContent } from '#server/process/demo/content.ts'
import { cleanOwnQuestions } from '#server/assessment/index.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { createVideoLesson, uploadVideo } from '#testing/materials/upload-video.ts'
import { createVideoFile } from '#testing/materials/video-file.ts'
import { zipOf } from '#testing/materials/zip.ts'

let site: TestSite
let instructor: SignedIn
let other: SignedIn
let admin: SignedIn
let categoryId: string
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, other, admin] = [await site.createInstructor(), await site.createInstructor(), await site.createAdmin()]
  await site.createCourse({ category: 'Web Development' })
  categoryId = (await site.call('GET', '/categories')).body.data.find(
    ({ name }: { name: string }) => name === 'Web Development',
  )._id
})
afterAll(() => site.close())

async function exportCourse(
  courseId: string,
  { token } = instructor,
): Promise<{ response: Response; zip: Buffer<ArrayBuffer> }> {
  const response = await site.app.fetch(
    new Request(`http://cendaki.test/api/courses/${courseId}/export`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )
  return { response, zip: Buffer.from(await response.arrayBuffer()) }
}
const importCourse = (zip: Buffer<ArrayBuffer>, { token } = instructor, fields: Record<string, string> = {}) =>
  site.call('POST', '/admin/courses/import', { token, form: { file: new File([zip], 'kelas.zip'), ...fields } })

async function filesOf(zip: Buffer): Promise<Record<string, string>> {
  const files = await readZip(zip, mistakeList())
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()]))
}

type Lesson = {
  type: string
  title: string
  status: string
  uploadId?: string
  isVideoMissing?: boolean
  durationSeconds?: number
}
const lessonsOf = async (courseId: string, { token } = instructor): Promise<Lesson[]> =>
  (await site.call('GET', `/admin/courses/${courseId}`, { token })).body.data.details

const uploadedIn = (lessons: readonly Lesson[]) => lessons.find(({ uploadId }) => uploadId !== undefined)

const picture = (color: string, width = 900) =>
  sharp({ create: { width, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()

async function uploadPicture(color: string): Promise<string> {
  const file = new File([new Uint8Array(await picture(color))], 'gambar.png', { type: 'image/png' })
  return (await site.call('POST', '/uploads', { token: instructor.token, form: { image: file } })).body.data.url
}

/** A course with everything that a course can have. */
async function createFullCourse(): Promise<string> {
  const { token } = instructor
  const thumbnail = new File([new Uint8Array(await picture('#3547b4', 1280))], 'sampul.png', { type: 'image/png' })
  const form = {
    title: 'Menenun: "dari nol" & #1',
    tagline: 'Kain, benang',
    description: 'Baris satu\n\n- baris: dua\n',
    levels: 'Menengah',
    price: '250000',
    discount: '10',
    pace: 'drip',
  }
  const course = await site.call('POST', '/courses', {
    token,
    form: { ...form, categoryId, learn: 'Memilih benang\n100: meter', thumbnail, status: 'draft' },
  })
  const courseId: string = course.body.data._id
  const add = async (content: object) =>
    (await site.call('POST', '/courses/content/create', { token, body: { courseId, ...content } })).body.data
      ._id as string
  const first = await add({ title: 'Pembuka', type: 'video', youtubeId: 'DHjqpvDnNGE', isPreview: true })
  const vtt = new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nHalo <b>dunia</b> & lain\n'], 'id.vtt')
  await site.call('PUT', `/courses/${courseId}/content/${first}/captions/id`, { token, form: { file: vtt } })
  const chapter = (
    await site.call('POST', `/courses/${courseId}/chapters`, { token, body: { title: 'Bab: satu', dripDays: 7 } })
  ).body.data._id
  await site.call('POST', `/courses/${courseId}/chapters`, { token, body: { title: 'Bab kosong' } })
  const [one, two] = [await uploadPicture('#aa0000'), await uploadPicture('#00aa00')]
  const article = `<h2>Judul</h2><p>Teks <strong>kuat</strong> <img src="${one}" alt="satu" width="900" height="300"></p><ol start="3"><li><p>tiga</p></li></ol><pre><code class="language-js">a &lt; b\n\nc</code></pre><table><tbody><tr><th><p>A</p></th></tr><tr><td><p>b|c</p></td></tr></tbody></table><figure><img src="${two}" width="50" height="20"><figcaption>Dua</figcaption></figure>`
  await add({ title: 'Benang é', type: 'text', chapterId: chapter, text: article })
  const questions = [
    ...everyQuestion,
    {
      type: 'one',
      text: `<p>Gambar: <img src="${one}" alt="a=b"></p>`,
      options: [
        { text: 'a  b', isCorrect: true },
        { text: 'b', isCorrect: false },
      ],
    },
  ]
  await createQuiz((method, path, options) => site.call(method, path, options), {
    courseId,
    token,
    questions,
    settings: { passPercent: 80, draw: 3, timeLimitMinutes: 20 },
  })
  await add({ title: 'Kuis kosong', type: 'quiz' })
  const task = await add({
    title: 'Tenunan pertama',
    type: 'assignment',
    text: `<p>Foto hasilmu seperti <img src="${two}" alt="contoh">.</p>`,
  })
  const levels = [
    { title: 'Rapat: rata', points: 10, description: 'Tanpa celah' },
    { title: 'Renggang', points: 4 },
  ]
  const rubric = { version: 0, points: 80, criteria: [{ title: 'Kerapatan', levels }] }
  await site.call('PUT', `/courses/${courseId}/content/${task}/assignment`, { token, body: rubric })
  await add({ title: 'Tanpa rubrik', type: 'assignment', text: '<p>Ceritakan.</p>' })
  await createExercise(site.call, {
    courseId,
    token,
    fields: {
      files: [
        ...exercise.files,
        { path: 'gaya/utama.css', text: '  # bukan: komentar\n\n"kutip": |\n\ttab \n', role: 'read' },
      ],
      hints: ['- bukan daftar', '100: bukan angka'],
    },
  })
  await add({ title: 'Latihan kosong', type: 'code', text: '<p>Segera.</p>' })
  const upload = await uploadVideo(site, instructor, await createVideoFile({ container: 'mp4' }))
  await createVideoLesson(site, instructor, courseId, upload)
  return courseId
}

describe('a course with everything', () => {
  let courseId: string
  let first: Buffer<ArrayBuffer>
  beforeAll(async () => {
    courseId = await createFullCourse()
    first = (await exportCourse(courseId)).zip
  })

  test('is exported as readable files', async () => {
    const { headers } = (await exportCourse(courseId)).response
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/zip',
      'attachment; filename="menenun-dari-nol-1.zip"',
    ])
    const files = await filesOf(first)
    expect(Object.keys(files)).toEqual([
      'course.yaml',
      'captions/01-pembuka.id.vtt',
      expect.stringMatching(/^02-kuis/),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.stringMatching(/^videos\/0\d-video-sendiri\.mp4$/),
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ])
    expect(files['course.yaml']).toContain(`
    points: 80
    rubric:
      - title: Kerapatan
        levels:
          - title: "Rapat: rata"
            points: 10
            description: Tanpa celah
          - title: Renggang
            points: 4
  - title: Tanpa rubrik
    assignment: 05-tanpa-rubrik.md
`)
    expect(files['course.yaml']).toMatch(/^format: 1\ntitle: "?'?Menenun/)
    expect(files['course.yaml']).toContain(
      'category: Web Development\nprice: 250000\ndiscount: 10\npace: drip\ncover: images/cover-1.webp\n',
    )
    const article = Object.entries(files).find(([path]) => path.endsWith('-benang-e.md'))?.[1]
    expect(article).toMatch(
      /^## Judul\n\nTeks \*\*kuat\*\* !\[satu\]\(images\/\d\d-1\.webp\)\n\n3\. tiga\n\n```js\na < b\n\nc\n```\n\n\| A {3}\|\n/,
    )
  })

  test('comes back byte for byte from an import, which makes a draft of the importer', async () => {
    const checked = await importCourse(first, instructor, { check: 'true' })
    expect([checked.status, checked.body.data]).toEqual([
      200,
      { _id: null, title: 'Menenun: "dari nol" & #1', chapters: 2, lessons: 9, pictures: 3, unused: [] },
    ])
    const imported = await importCourse(first)
    expect(imported.status).toBe(200)
    const copyId: string = imported.body.data._id
    const copy = await site.call('GET', `/admin/courses/${copyId}`, { token: instructor.token })
    expect(copy.body.data).toMatchObject({
      status: 'draft',
      instructor: { _id: instructor.id },
      price: 250_000,
      discount: 10,
      pace: 'drip',
      students: 0,
    })
    const { zip } = await exportCourse(copyId)
    expect(await filesOf(zip)).toEqual(await filesOf(first))
    expect(zip.equals(first)).toBe(true)
    const again = await importCourse(zip)
    expect((await exportCourse(again.body.data._id)).zip.equals(first)).toBe(true)
    const { body } = await site.call('GET', '/admin/audit?action=course.imported', { token: admin.token })
    expect(body.data.length, JSON.stringify(body)).toBe(2)
  })

  test('takes its uploaded video along, which others get as their own file', async () => {
    const imported = await importCourse(first, other)
    expect([imported.status, imported.body.data.missingVideos]).toEqual([200, undefined])
    const lessons = await lessonsOf(imported.body.data._id, other)
    const [copied, original] = [uploadedIn(lessons), uploadedIn(await lessonsOf(courseId))]
    expect(copied).toMatchObject({ type: 'video', source: 'upload', durationSeconds: original?.durationSeconds })
    expect(copied?.uploadId).not.toBe(original?.uploadId)
    expect((await exportCourse(imported.body.data._id, other)).zip.equals(first)).toBe(true)
  })

  test('names an uploaded video by its checksum: without its bytes, others than its owners and admins get a lesson that waits for it', async () => {
    const without = await zipOf(
      Object.fromEntries([...(await readZip(first, mistakeList()))].filter(([path]) => !path.startsWith('videos/'))),
    )
    const stranger = await site.createInstructor()
    for (const [who, missing] of [
      [stranger, ['Video sendiri']],
      [instructor, undefined],
      [admin, undefined],
    ] as const) {
      expect((await importCourse(without, who, { check: 'true' })).body.data.missingVideos).toEqual(missing)
      const imported = await importCourse(without, who)
      expect([imported.status, imported.body.data.missingVideos]).toEqual([200, missing])
      expect(
        (await lessonsOf(imported.body.data._id, who)).find(({ title }) => title === 'Video sendiri')?.isVideoMissing,
      ).toBe(missing ? true : undefined)
    }
  })

  test('is exported for its instructor and admins only', async () => {
    const student = await site.createStudent()
    expect((await exportCourse(courseId, admin)).zip.equals(first)).toBe(true)
    expect([
      (await exportCourse(courseId, other)).response.status,
      (await exportCourse(courseId, student)).response.status,
    ]).toEqual([404, 403])
  })
})

test('drafts and lessons without their video stay so, byte for byte', async () => {
  const { token } = instructor
  const courseId = (await site.call('POST', '/courses', { token, form: { title: 'Masih disusun', status: 'draft' } }))
    .body.data._id
  const add = (lesson: object) =>
    site.call('POST', '/courses/content/create', { token, body: { courseId, status: 'draft', ...lesson } })
  await add({ title: 'Tulisan', type: 'text', text: '' })
  await add({ title: 'Rekaman', type: 'video', source: 'upload' })
  await add({ title: 'Tugas', type: 'assignment' })
  await add({ title: 'Sudah tayang', type: 'text', text: '<p>Halo.</p>', status: 'published' })
  const { zip } = await exportCourse(courseId)
  const imported = await importCourse(zip, other)
  expect([imported.status, imported.body.data.missingVideos]).toEqual([200, ['Rekaman']])
  expect((await lessonsOf(imported.body.data._id, other)).map(({ title, status }) => [title, status])).toEqual([
    ['Tulisan', 'draft'],
    ['Rekaman', 'draft'],
    ['Tugas', 'draft'],
    ['Sudah tayang', 'published'],
  ])
  expect((await exportCourse(imported.body.data._id, other)).zip.equals(zip)).toBe(true)
})

describe('videos in a course file', () => {
  async function exportedVideo(): Promise<Map<string, Buffer>> {
    const { token } = instructor
    const courseId = (await site.call('POST', '/courses', { token, form: { title: 'Video', status: 'draft' } })).body
      .data._id
    await createVideoLesson(
      site,
      instructor,
      courseId,
      await uploadVideo(site, instructor, await createVideoFile({ container: 'mp4', seconds: 3 })),
    )
    return new Map(await readZip((await exportCourse(courseId)).zip, mistakeList()))
  }
  const path = 'videos/01-video-sendiri.mp4'

  test.each([
    [
      'that are not what their checksum says',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]),
      /isinya tidak sama dengan sha256-nya$/,
    ],
    ['that are cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 300), /terpotong atau rusak/],
  ])('are refused with line and reason: those %s', async (_, change, message) => {
    const files = await exportedVideo()
    const bytes = change(files.get(path) as Buffer)
    const yaml = String(files.get('course.yaml'))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    files.set(path, bytes)
    if (/terpotong/.test(message.source)) files.set('course.yaml', Buffer.from(yaml.replace(/[0-9a-f]{64}/, sha256)))
    const rejected = await importCourse(await zipOf(Object.fromEntries(files)), other)
    expect(rejected.body.mistakes).toEqual([{ file: 'course.yaml', line: 6, message: expect.stringMatching(message) }])
  })

  test('are left out of an export beyond 40 MB together, and are found again by the same people', async () => {
    const { token } = instructor
    const courseId = (await site.call('POST', '/courses', { token, form: { title: 'Video besar', status: 'draft' } }))
      .body.data._id
    const megabytes = async (count: number) =>
      uploadVideo(
        site,
        instructor,
        await createVideoFile({ container: 'mp4', seconds: count, bytesPerSecond: 1024 * 1024 }),
      )
    for (const count of [30, 15, 5]) await createVideoLesson(site, instructor, courseId, await megabytes(count))
    const { zip } = await exportCourse(courseId)
    const files = await readZip(zip, mistakeList())
    expect([...files.keys()].filter((name) => name.startsWith('videos/'))).toEqual([
      'videos/01-video-sendiri.mp4',
      'videos/03-video-sendiri.mp4',
    ])
    const [mine, theirs] = [await importCourse(zip), await importCourse(zip, other)]
    expect([mine.body.data.missingVideos, theirs.body.data.missingVideos]).toEqual([undefined, ['Video sendiri']])
    expect((await lessonsOf(theirs.body.data._id, other)).map(({ isVideoMissing = false }) => isVideoMissing)).toEqual([
      false,
      true,
      false,
    ])
  })

  test('that are missing are told to students in a sentence of the answer, and can be uploaded later', async () => {
    const files = await exportedVideo()
    files.delete(path)
    const courseId = (await importCourse(await zipOf(Object.fromEntries(files)), other)).body.data._id
    const student = await site.createStudent()
    await site.enroll(student, { id: courseId })
    const [lesson] = (await site.call('GET', `/courses/${courseId}`, { token: student.token })).body.data.details
    expect(lesson).toMatchObject({ type: 'video', isVideoMissing: true })
    const at = `/courses/${courseId}/content/${lesson._id}`
    expect((await site.call('GET', at, { token: student.token })).body.data).toMatchObject({ isVideoMissing: true })
    const uploadId = await uploadVideo(site, other, await createVideoFile({ container: 'mp4' }))
    const body = { title: lesson.title, type: 'video', source: 'upload', uploadId }
    expect(
      (await site.call('PUT', `/courses/${courseId}/update-content/${lesson._id}`, { token: other.token, body }))
        .status,
    ).toBe(200)
    const { isVideoMissing, videoUrl } = (await site.call('GET', at, { token: student.token })).body.data
    expect([isVideoMissing, videoUrl]).toEqual([undefined, expect.any(String)])
  })
})

test('all courses of the demo come back byte for byte', { timeout: 240_000 }, async () => {
  const { courses } = await readDemoContent()
  const { assessment, catalog } = site.app.modules
  for (const course of courses) {
    const courseId = await site.database.transaction(async (tx) => {
      const { title, tagline, description, learn, level, price, discount } = course
      const fields = {
        title,
        tagline,
        description,
        learn,
        level,
        priceIdr: price,
        discountPercent: discount,
        categoryId,
        instructorId: instructor.id,
      }
      const id = await catalog.createCourse(tx, { ...fields, status: 'published' })
      let chapterId: string | null = null
      for (const { chapter, ...lesson } of course.lessons) {
        if (chapter) chapterId = await catalog.addChapter(tx, { courseId: id, title: chapter })
        const common = { courseId: id, chapterId, title: lesson.title, isPreview: lesson.isPreview }
        if (lesson.type === 'video')
          await catalog.addLesson(tx, { ...common, type: 'video', youtubeId: lesson.youtubeId })
        if (lesson.type === 'text')
          await catalog.addLesson(tx, { ...common, type: 'text', html: markdownToHtml(lesson.markdown) })
        if (lesson.type === 'quiz') {
          const lessonId = await catalog.addLesson(tx, { ...common, type: 'quiz' })
          await assessment.addQuiz(tx, {
            lessonId,
            savedBy: instructor.id,
            settings: quizSettings.parse({}),
            questions: cleanOwnQuestions(lesson.questions),
          })
        }
      }
      return id
    })
    site.clock.advance(120_000)
    const { zip } = await exportCourse(courseId)
    const imported = await importCourse(zip)
    expect(imported.status, JSON.stringify(imported.body)).toBe(200)
    expect((await exportCourse(imported.body.data._id)).zip.equals(zip), course.title).toBe(true)
  }
})
