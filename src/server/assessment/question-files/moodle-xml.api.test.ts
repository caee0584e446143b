import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { createQuiz, everyQuestion } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let courseId: string
let png: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  courseId = (await site.createCourse({ instructorId: instructor.id })).id
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#3547b4' } })
  png = (await picture.png().toBuffer()).toString('base64')
})
afterAll(() => site.close())

async function makeQuiz(questions: unknown[] = []) {
  const { contentId } = await createQuiz(site.call, { courseId, token: instructor.token, questions })
  const path = `/courses/${courseId}/content/${contentId}`
  const call = (method: string, rest: string, options: object = {}) =>
    site.call(method, path + rest, { token: instructor.token, ...options })
  return {
    path,
    call,
    send: (text: string | Uint8Array<ArrayBuffer>, name = 'soal.xml') =>
      call('POST', '/gift', { form: { file: new File([text], name) } }),
  }
}
const quizOf = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>`
const choice = (inner: string, type = 'multichoice') =>
  `<question type="${type}"><name><text>Soal</text></name><questiontext format="html">${inner}</questiontext><single>true</single>
  <answer fraction="100" format="html"><text>A</text></answer><answer fraction="0" format="html"><text>B</text></answer></question>`

async function uploadPicture(): Promise<string> {
  const file = new File([Buffer.from(png, 'base64')], 'a.png', { type: 'image/png' })
  return (await site.call('POST', '/uploads', { token: instructor.token, form: { image: file } })).body.data.url
}
const bytesOf = async (path: string) =>
  Buffer.from(await (await site.app.fetch(new Request(`http://cendaki.test${path}`))).arrayBuffer())

test('an exported quiz comes back equal: every type, what only HTML can say, and pictures byte for byte', async () => {
  const [inText, inOption] = [await uploadPicture(), await uploadPicture()]
  const size = 'width="40" height="30" loading="lazy"'
  const special = [
    {
      ...everyQuestion[0],
      text: `<p>Apa ini? ]]&gt; &amp; <code>a &lt; b</code></p><img src="${inText}" alt="Peta" ${size} />`,
      options: [
        { text: `<img src="${inOption}" alt="A" ${size} />`, isCorrect: true, feedback: '<strong>Ya</strong>' },
        { text: '5 &lt; 6', isCorrect: false, feedback: '' },
      ],
    },
    { type: 'text', text: 'Bintang?', accepted: ['a*b', 'x < y', '"kutip"'] },
    { type: 'number', text: 'Angka?', answer: -0.5, tolerance: 0, others: [{ answer: 7, tolerance: 2 }] },
    {
      type: 'pairs',
      text: 'Pasang',
      pairs: [
        { left: '<em>kiri</em>', right: '<code>kanan</code>' },
        { left: 'b', right: 'x &lt;y&gt; z' },
      ],
    },
  ]
  const from = await makeQuiz([...everyQuestion, ...special])
  const exported = await site.app.fetch(
    new Request(`http://cendaki.test/api${from.path}/gift?format=xml`, {
      headers: { authorization: `Bearer ${instructor.token}` },
    }),
  )
  expect([exported.status, exported.headers.get('content-type')]).toEqual([200, 'application/xml'])
  const to = await makeQuiz()
  const imported = (await to.send(new Uint8Array(await exported.arrayBuffer()))).body
  expect([imported.message, imported.data.notes, imported.data.essays]).toEqual([
    `${everyQuestion.length + 4} soal ditambahkan.`,
    [],
    [],
  ])
  const original = (await from.call('GET', '/quiz')).body.data.questions
  const withoutIds = (questions: unknown) =>
    JSON.parse(
      JSON.stringify(questions, (key, value) =>
        ['_id', 'leftId', 'rightId'].includes(key) ? undefined : value,
      ).replaceAll(/\/uploads\/[\w-]+\.webp/g, 'x'),
    )
  expect(withoutIds(imported.data.questions)).toEqual(withoutIds(original))
  const pictures: string[] = JSON.stringify(imported.data.questions).match(/\/uploads\/[\w-]+\.webp/g) ?? []
  expect(pictures).toHaveLength(2)
  expect(pictures).not.toContain(inText)
  expect((await bytesOf(pictures[0] ?? '')).equals(await bytesOf(inText))).toBe(true)
})

test('a file of Moodle is read with its pictures, in its encodings; what changes or stays behind is named with its line', async () => {
  const { send } = await makeQuiz()
  const file = quizOf(
    '<question type="category"><category><text>$course$/top/Umum</text></category></question>',
    choice(
      `<text><![CDATA[<p>Lihat <img src="@@PLUGINFILE@@/peta%20kot%C3%A9.png" alt="peta"></p>]]></text><file name="peta\u202fkote\u0301.png" path="/" encoding="base64">${png}</file>`,
    ),
    choice(
      '<text><![CDATA[<!DOCTYPE html><p onclick="x()">Dari halaman<script>alert(1)</script> <img src="@@PLUGINFILE@@/hilang.png"></p>]]></text>',
    ),
    '<question type="multianswer"><name><text>Cloze</text></name><questiontext><text>{1:SA:=a}</text></questiontext></question>',
    '<question type="ddimageortext"><name><text>Seret</text></name><questiontext><text>x</text></questiontext></question>',
    '<question type="numerical"><name><text>Pi</text></name><questiontext><text>Pi?</text></questiontext><answer fraction="100"><text>3,14</text><tolerance>0.01</tolerance></answer><answer fraction="50"><text>3</text><tolerance>0</tolerance></answer><hint><text>Bulat</text></hint></question>',
    '<question type="essay"><name><text>Esai</text></name><questiontext format="html"><text><![CDATA[<p>Ceritakan.</p><script>x</script>]]></text></questiontext><defaultgrade>10</defaultgrade></question>',
  )
  const { status, body } = await send(file)
  expect([status, body.data?.questions.length]).toEqual([200, 3])
  expect(body.data.questions[0].text).toMatch(
    /<img src="\/uploads\/[\w-]+\.webp" alt="peta" loading="lazy" width="40" height="30"/,
  )
  expect(body.data.questions[1].text).toBe('<p>Dari halaman </p>')
  expect(body.data.questions[2]).toMatchObject({ type: 'number', answer: 3.14, tolerance: 0.01 })
  expect(body.data.essays).toEqual([{ line: expect.any(Number), title: 'Esai', html: '<p>Ceritakan.</p>' }])
  const notes = body.data.notes.map(({ line, message }: { line: number; message: string }) => `${line > 2}: ${message}`)
  expect(notes).toEqual([
    expect.stringMatching(/Kategori "\$course\$\/top\/Umum" tidak dipakai/),
    'true: "Soal": isi yang disematkan tidak ikut: script',
    'true: "Soal": gambar "hilang.png" tidak ikut: tambahkan di editor soal',
    'true: "Cloze" tidak ikut: jenis soal "isian di dalam teks (Cloze)" belum ada padanannya',
    'true: "Seret" tidak ikut: jenis soal "menyeret ke atas gambar" belum ada padanannya',
    'true: "Pi": jawaban yang bernilai sebagian atau salah tidak ikut',
    'true: "Pi": petunjuk tidak ikut',
    'true: "Esai": poin 10 tidak ikut: atur di tugasnya',
    'true: "Esai": isi yang disematkan tidak ikut: script',
  ])
  const utf16 = Buffer.from(`\ufeff${quizOf(choice('<text>Apakah é?</text>')).replace('UTF-8', 'UTF-16')}`, 'utf16le')
  expect((await send(new Uint8Array(utf16))).body.data.questions.at(-1).text).toBe('Apakah é?')
})

test('old pictures, comma tolerances and pictures in addresses come along; files, units and 0 points are named', async () => {
  const { send } = await makeQuiz()
  const number =
    '<question type="numerical"><name><text>Laju</text></name><questiontext><text>Berapa?</text></questiontext><defaultgrade>0</defaultgrade><answer fraction="100"><text>3,5</text><tolerance>0,1</tolerance></answer><units><unit><multiplier>1</multiplier><unit_name>m/s2</unit_name></unit></units></question>'
  const { status, body } = await send(
    quizOf(
      choice('<text>Gambar apa ini?</text>').replace(
        '</questiontext>',
        `</questiontext><image>peta.png</image><image_base64>${png}</image_base64>`,
      ),
      choice(
        `<text><![CDATA[<p>Baca <a href="@@PLUGINFILE@@/lampiran.pdf">lampiran</a> <img src="data:image/png;base64,${png}"></p>]]></text><file name="lampiran.pdf" encoding="base64">YQ==</file>`,
      ),
      number,
      choice('<text>Apa beda List&lt;String&gt; dan List?</text>').replace(
        'format="html"',
        'format="moodle_auto_format"',
      ),
    ),
  )
  expect([status, body.errors]).toEqual([200, undefined])
  expect(body.data.questions[0].text).toContain('<img src="/uploads/')
  expect(body.data.questions[1].text).toMatch(/^<p>Baca lampiran <img src="\/uploads\//)
  expect(body.data.questions[2]).toMatchObject({ answer: 3.5, tolerance: 0.1, points: 1 })
  expect(body.data.questions[3].text).toBe('Apa beda List&lt;String&gt; dan List?')
  const notes = body.data.notes.map(({ message }: { message: string }) => message)
  expect(notes).toEqual([
    '"Soal": berkas "lampiran.pdf" tidak ikut',
    '"Laju": poin 0 menjadi 1',
    '"Laju": satuan "m/s2" tidak ikut',
    'Judul soal tidak ikut, karena soal di sini tanpa judul: "Laju" (baris 7)',
  ])
})

test('an offered essay becomes an assignment of the same course with one more call', async () => {
  const { send } = await makeQuiz()
  const { body } = await send(
    quizOf(
      '<question type="essay"><name><text>Cerita</text></name><questiontext><text>Ceritakan.</text></questiontext></question>',
    ),
  )
  const { essays, chapterId } = body.data
  const made = await site.call('POST', '/courses/content/create', {
    token: instructor.token,
    body: { courseId, chapterId, title: essays[0].title, type: 'assignment', text: essays[0].html },
  })
  expect([made.status, made.body.data.type, made.body.data.text]).toEqual([201, 'assignment', 'Ceritakan.'])
})

test('a file of essays alone adds no question and offers them all', async () => {
  const { send } = await makeQuiz()
  const { status, body } = await send(
    quizOf(
      '<question type="essay"><name><text>Esai</text></name><questiontext><text>Ceritakan.</text></questiontext></question>',
    ),
  )
  expect([status, body.data.questions, body.data.essays.length]).toEqual([200, [], 1])
})

test.each([
  ['entities', '<!DOCTYPE quiz [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><quiz>&c;</quiz>', /DOCTYPE/],
  ['external entities', '<?xml version="1.0"?><!DOCTYPE quiz SYSTEM "file:///etc/passwd"><quiz/>', /DOCTYPE/],
  ['deep elements', `<?xml version="1.0"?><quiz>${'<a>'.repeat(500)}`, /terlalu dalam/],
  ['another document', '<?xml version="1.0"?><html/>', /bukan Moodle XML/],
  ['no questions', quizOf(), /Tidak ada soal/],
  ['questions without a right answer', quizOf(choice('<text>x</text>').replace('"100"', '"0"')), /tepat satu pilihan/],
  ['questions without text', quizOf(choice('<text></text>')), /Tulis soalnya/],
  ['broken XML', '<?xml version="1.0"?><quiz><question type="truefalse"><name>', /Baris 1: XML rusak: <name>/],
  [
    'a file that was cut after its first question',
    `${quizOf(choice('<text>x</text>')).replace('</quiz>', '')}\n<question type="truefalse">`,
    /Baris \d+: XML rusak: <question> tidak ditutup/,
  ],
  ['100,000 questions', quizOf('<question type="essay"/>'.repeat(100_000)), /Maksimal 500/],
  ['more questions than a quiz has', quizOf(choice('<text>x</text>').repeat(501)), /Maksimal 500/],
])('%s: the file is refused with a sentence at its field, and nothing is added', async (_, text, message) => {
  const { call, send } = await makeQuiz()
  const { status, body } = await send(text)
  expect([status, body.errors?.file]).toEqual([422, expect.stringMatching(message)])
  expect((await call('GET', '/quiz')).body.data.questions).toEqual([])
})

test('a picture that is none is left out with a note, and the question stays', async () => {
  const { send } = await makeQuiz()
  const bad = Buffer.from('bukan gambar').toString('base64')
  const { body } = await send(
    quizOf(
      choice(
        `<text><![CDATA[Lihat <img src="@@PLUGINFILE@@/a.png">]]></text><file name="a.png" encoding="base64">${bad}</file>`,
      ),
    ),
  )
  expect([body.data.questions[0].text, body.data.notes[0].message]).toEqual([
    'Lihat',
    expect.stringMatching(/Gambar "a\.png" tidak ikut/),
  ])
})

test('another course sees nothing of it, and a wrong format is an error at its field', async () => {
  const { call } = await makeQuiz()
  const other = await site.createInstructor()
  expect((await call('GET', '/gift?format=xml', { token: other.token })).status).toBe(404)
  expect(await call('GET', '/gift?format=pdf')).toMatchObject({
    status: 422,
    body: { errors: { format: 'Pilih gift atau xml' } },
  })
})
