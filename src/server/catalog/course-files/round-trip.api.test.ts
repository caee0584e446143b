import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quizSettings } from '#contract/assessment/quiz.ts'
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

let site: TestSite
let instructor: SignedIn
let other: SignedIn
let admin: SignedIn
let categoryId: string
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, other, admin] = [await site.createInstructor(), await site.createInstructor(), await site.createAdmin()]
  await site.createCourse({ category: 'Web Development' })
  categoryId = (await site.call('GET', '/categories')).body.data.find(({ name }: { name: string }) => name === 'Web Development')._id
})
afterAll(() => site.close())

async function exportCourse(courseId: string, { token } = instructor): Promise<{ response: Response; zip: Buffer<ArrayBuffer> }> {
  const response = await site.app.fetch(new Request(`http://cendaki.test/api/courses/${courseId}/export`, { headers: { authorization: `Bearer ${token}` } }))
  return { response, zip: Buffer.from(await response.arrayBuffer()) }
}
const importCourse = (zip: Buffer<ArrayBuffer>, { token } = instructor, fields: Record<string, string> = {}) =>
  site.call('POST', '/admin/courses/import', { token, form: { file: new File([zip], 'kelas.zip'), ...fields } })

async function filesOf(zip: Buffer): Promise<Record<string, string>> {
  const files = await readZip(zip, mistakeList())
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString()]))
}

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
  const course = await site.call('POST', '/courses', { token, form: { ...form, categoryId, learn: 'Memilih benang\n100: meter', thumbnail, status: 'draft' } })
  const courseId: string = course.body.data._id
  const add = async (content: object) => (await site.call('POST', '/courses/content/create', { token, body: { courseId, ...content } })).body.data._id as string
  const first = await add({ title: 'Pembuka', type: 'video', youtubeId: 'DHjqpvDnNGE', isPreview: true })
  const vtt = new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nHalo <b>dunia</b> & lain\n'], 'id.vtt')
  await site.call('PUT', `/courses/${courseId}/content/${first}/captions/id`, { token, form: { file: vtt } })
  const chapter = (await site.call('POST', `/courses/${courseId}/chapters`, { token, body: { title: 'Bab: satu', dripDays: 7 } })).body.data._id
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
  const task = await add({ title: 'Tenunan pertama', type: 'assignment', text: `<p>Foto hasilmu seperti <img src="${two}" alt="contoh">.</p>` })
  const levels = [
    { title: 'Rapat: rata', points: 10, description: 'Tanpa celah' },
    { title: 'Renggang', points: 4 },
  ]
  const rubric = { version: 0, points: 80, criteria: [{ title: 'Kerapatan', levels }] }
  await site.call('PUT', `/courses/${courseId}/content/${task}/assignment`, { token, body: rubric })
  await add({ title: 'Tanpa rubrik', type: 'assignment', text: '<p>Ceritakan.</p>' })
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
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['application/zip', 'attachment; filename="menenun-dari-nol-1.zip"'])
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
    expect(files['course.yaml']).toContain('category: Web Development\nprice: 250000\ndiscount: 10\npace: drip\ncover: images/cover-1.webp\n')
    const article = Object.entries(files).find(([path]) => path.endsWith('-benang-e.md'))?.[1]
    expect(article).toMatch(/^## Judul\n\nTeks \*\*kuat\*\* !\[satu\]\(images\/\d\d-1\.webp\)\n\n3\. tiga\n\n```js\na < b\n\nc\n```\n\n\| A {3}\|\n/)
  })

  test('comes back byte for byte from an import, which makes a draft of the importer', async () => {
    const checked = await importCourse(first, instructor, { check: 'true' })
    expect([checked.status, checked.body.data]).toEqual([
      200,
      { _id: null, title: 'Menenun: "dari nol" & #1', chapters: 2, lessons: 7, pictures: 3, unused: [] },
    ])
    const imported = await importCourse(first)
    expect(imported.status).toBe(200)
    const copyId: string = imported.body.data._id
    const copy = await site.call('GET', `/admin/courses/${copyId}`, { token: instructor.token })
    expect(copy.body.data).toMatchObject({ status: 'draft', instructor: { _id: instructor.id }, price: 250_000, discount: 10, pace: 'drip', students: 0 })
    const { zip } = await exportCourse(copyId)
    expect(await filesOf(zip)).toEqual(await filesOf(first))
    expect(zip.equals(first)).toBe(true)
    const again = await importCourse(zip)
    expect((await exportCourse(again.body.data._id)).zip.equals(first)).toBe(true)
    const { body } = await site.call('GET', '/admin/audit?action=course.imported', { token: admin.token })
    expect(body.data.length, JSON.stringify(body)).toBe(2)
  })

  test('names an uploaded video by its checksum: others than its owners and admins cannot import it', async () => {
    const rejected = await importCourse(first, other)
    expect([rejected.status, rejected.body.code]).toEqual([422, 'course-mistakes'])
    expect(rejected.body.mistakes).toEqual([
      { file: 'course.yaml', line: expect.any(Number), message: expect.stringMatching(/^Video "0\d-.*\.mp4" belum ada di situs ini/) },
    ])
    expect((await importCourse(first, admin)).status).toBe(200)
  })

  test('is exported for its instructor and admins only', async () => {
    const student = await site.createStudent()
    expect((await exportCourse(courseId, admin)).zip.equals(first)).toBe(true)
    expect([(await exportCourse(courseId, other)).response.status, (await exportCourse(courseId, student)).response.status]).toEqual([404, 403])
  })
})

test('all courses of the demo come back byte for byte', { timeout: 240_000 }, async () => {
  const { courses } = await readDemoContent()
  const { assessment, catalog } = site.app.modules
  for (const course of courses) {
    const courseId = await site.database.transaction(async (tx) => {
      const { title, tagline, description, learn, level, price, discount } = course
      const fields = { title, tagline, description, learn, level, priceIdr: price, discountPercent: discount, categoryId, instructorId: instructor.id }
      const id = await catalog.createCourse(tx, { ...fields, status: 'published' })
      let chapterId: string | null = null
      for (const { chapter, ...lesson } of course.lessons) {
        if (chapter) chapterId = await catalog.addChapter(tx, { courseId: id, title: chapter })
        const common = { courseId: id, chapterId, title: lesson.title, isPreview: lesson.isPreview }
        if (lesson.type === 'video') await catalog.addLesson(tx, { ...common, type: 'video', youtubeId: lesson.youtubeId })
        if (lesson.type === 'text') await catalog.addLesson(tx, { ...common, type: 'text', html: markdownToHtml(lesson.markdown) })
        if (lesson.type === 'quiz') {
          const lessonId = await catalog.addLesson(tx, { ...common, type: 'quiz' })
          await assessment.addQuiz(tx, { lessonId, savedBy: instructor.id, settings: quizSettings.parse({}), questions: cleanOwnQuestions(lesson.questions) })
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
