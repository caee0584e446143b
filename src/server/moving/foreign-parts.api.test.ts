import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCourseImports, type CourseImports } from '#testing/materials/course-imports.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  escapeXml,
  moodleBackup,
  moodlePage,
  moodleQuiz,
  moodleTrueFalse,
  type Files,
} from '#testing/materials/foreign-courses.ts'
import { zipOf } from '#testing/materials/zip.ts'

// Parts of items: nothing of them is lost without a word, and what was hidden stays hidden.

let imports: CourseImports
beforeAll(async () => void (imports = await startCourseImports()))
afterAll(() => imports.site.close())

type Item = { name: string; kind: string; outcome: string; note: string }
async function importFiles(files: Files) {
  const { status, body } = await imports.importArchive(await zipOf(files))
  expect([status, body.errors]).toEqual([200, undefined])
  const course = await imports.show(body.data._id)
  return { course, report: body.data.report as Item[] }
}
const titlesOf = (course: { details: { title: string; status: string }[] }) =>
  course.details.map(({ title, status }) => `${title} (${status})`)

test('hidden chapters of a book are drafts, and subchapters stand below theirs', async () => {
  const chapter = (page: number, title: string, more = '') =>
    `<chapter id="${page}"><pagenum>${page}</pagenum><title>${title}</title><content>&lt;p&gt;Isi ${title}&lt;/p&gt;</content>${more}</chapter>`
  const book = {
    kind: 'book',
    title: 'Buku',
    inner: `<chapters>${chapter(2, 'Kunci', '<hidden>1</hidden>')}${chapter(1, 'Awal')}${chapter(3, 'Lanjut', '<subchapter>1</subchapter><hidden>0</hidden>')}</chapters>`,
  }
  const { course, report } = await importFiles(
    moodleBackup({ title: 'Kelas', sections: [{ name: 'Bab', activities: [book] }] }),
  )
  expect(titlesOf(course)).toEqual(['Buku: Awal (published)', 'Buku: Kunci (draft)', 'Buku: Kunci: Lanjut (published)'])
  expect(report).toContainEqual({
    name: 'Buku: Kunci',
    kind: 'book',
    outcome: 'changed',
    note: 'tersembunyi di sumbernya, menjadi draf',
  })
})

test('a subsection comes in its place, with its title', async () => {
  const files = moodleBackup({
    title: 'Kelas',
    sections: [
      {
        name: 'Bab satu',
        activities: [
          moodlePage('Depan', '<p>a</p>'),
          { kind: 'subsection', title: 'Sub' },
          moodlePage('Belakang', '<p>c</p>'),
        ],
      },
      { name: 'Bab dua', activities: [moodlePage('Dua', '<p>d</p>')] },
      { name: 'Sub', activities: [moodlePage('Dalam', '<p>b</p>')] },
    ],
  })
  files['activities/subsection_1/subsection.xml'] =
    '<activity id="7" moduleid="1" modulename="subsection"><subsection id="7"><name>Sub</name></subsection></activity>'
  files['sections/section_3/section.xml'] = String(files['sections/section_3/section.xml']).replace(
    '<summary>',
    '<component>mod_subsection</component><itemid>7</itemid><summary>',
  )
  const { course, report } = await importFiles(files)
  expect(course.chapters.map(({ title }: { title: string }) => title)).toEqual(['Bab satu', 'Bab dua'])
  expect(titlesOf(course)).toEqual(['Depan', 'Sub: Dalam', 'Belakang', 'Dua'].map((title) => `${title} (published)`))
  expect(report.filter(({ outcome }) => outcome === 'refused')).toEqual([])
})

test('what a page embeds comes as a lesson, a link or its formula; what cannot come is named beside the page', async () => {
  const youtube = '<iframe src="https://www.youtube.com/embed/DHjqpvDnNGE?rel=0"></iframe>'
  const url = { kind: 'url', title: 'Grup', inner: '<externalurl>chat.whatsapp.com/abc</externalurl>' }
  const { course, report } = await importFiles(
    moodleBackup({
      title: 'Kelas',
      sections: [
        {
          name: 'Bab',
          activities: [
            moodlePage('Video', youtube),
            moodlePage('Rumus', '<img class="equation_image" alt="LaTeX: \\frac{1}{2}" src="/equation_images/x">'),
            moodlePage(
              'Campur',
              '<p>Salindia <iframe src="https://docs.google.com/presentation/d/1/embed"></iframe> <a href="$@PAGEVIEWBYID*8@$">lain</a> <video><source src="@@PLUGINFILE@@/klip.mp4">@@PLUGINFILE@@/klip.mp4</video></p>',
            ),
            url,
          ],
        },
      ],
    }),
  )
  expect(course.details.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
    ['Video', 'video'],
    ['Rumus', 'text'],
    ['Campur', 'text'],
    ['Grup', 'text'],
  ])
  const [, formula, mixed, group] = course.details.map(({ text }: { text: string }) => text)
  expect(formula).toContain('\\(\\frac{1}{2}\\)')
  expect(mixed).toContain('href="https://docs.google.com/presentation/d/1/embed"')
  expect(mixed).not.toMatch(/PLUGINFILE|<a rel/)
  expect(group).toContain('https://chat.whatsapp.com/abc')
  expect(report.find(({ name }) => name === 'Campur')?.note).toMatch(/klip\.mp4.*PAGEVIEWBYID/)
})

test('an archive that was packed again in one folder is read, and a missing file is called missing', async () => {
  const files: Files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('i1', 'Halaman', 'r1'),
      cartridgeResource('r1', 'webcontent', 'a.html') + cartridgeResource('r2', 'webcontent', 'hilang.pdf'),
    ),
    'a.html': '<body><p>Isi</p></body>',
  }
  const { course, report } = await importFiles(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`kelas/${name}`, content])),
  )
  expect(titlesOf(course)).toEqual(['Halaman (published)'])
  expect(report).toContainEqual(expect.objectContaining({ name: 'hilang.pdf', note: 'berkas ini tidak ada di arsip' }))
})

test('of a text in several languages the Indonesian one comes, and the others are named', async () => {
  const { course, report } = await importFiles(
    moodleBackup({
      title: 'Kelas',
      sections: [
        {
          name: 'Bab',
          activities: [
            moodlePage(
              'Sapa',
              '<p><span lang="en" class="multilang">Hello</span><span lang="id" class="multilang">Halo</span> {mlang en}What{mlang}{mlang id}Apa{mlang}</p>',
            ),
          ],
        },
      ],
    }),
  )
  expect(course.details[0].text).toBe('<p>Halo Apa</p>')
  expect(report).toContainEqual(expect.objectContaining({ name: 'Sapa', note: 'teks dalam bahasa lain tidak ikut' }))
})

test('a rubric of Canvas becomes the rubric of its assignment', async () => {
  const rubric = (id: string, title: string) =>
    `<rubric identifier="${id}"><title>${title}</title><criteria><criterion><description>Isi</description><ratings><rating><description>Lengkap</description><points>5.0</points></rating><rating><description>Kosong</description><points>0.0</points></rating></ratings></criterion></criteria></rubric>`
  const { course, report } = await importFiles({
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('i1', 'Tugas', 'r1'),
      `<resource identifier="r1" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="t/tugas.html"><file href="t/tugas.html"/><file href="t/assignment_settings.xml"/></resource>
      <resource identifier="r2" type="associatedcontent/imscc_xmlv1p1/learning-application-resource" href="course_settings/canvas_export.txt"><file href="course_settings/canvas_export.txt"/><file href="course_settings/rubrics.xml"/></resource>`,
    ),
    't/tugas.html': '<body><p>Buat peta</p></body>',
    't/assignment_settings.xml':
      '<assignment><title>Tugas</title><points_possible>5</points_possible><rubric_identifierref>a</rubric_identifierref></assignment>',
    'course_settings/canvas_export.txt': 'x',
    'course_settings/rubrics.xml': `<rubrics>${rubric('a', 'Peta')}${rubric('b', 'Lain')}</rubrics>`,
  })
  const { body } = await imports.site.call(
    'GET',
    `/courses/${course._id}/content/${course.details[0]._id}/assignment`,
    { token: imports.instructor.token },
  )
  expect(body.data).toMatchObject({
    points: 5,
    criteria: [
      {
        title: 'Isi',
        levels: [
          { title: 'Lengkap', points: 5 },
          { title: 'Kosong', points: 0 },
        ],
      },
    ],
  })
  expect(report).toContainEqual(
    expect.objectContaining({ name: 'Lain', note: 'rubrik ini tidak dipakai tugas mana pun' }),
  )
})

test('a link to another activity is named by the title of that activity', async () => {
  const { report } = await importFiles(
    moodleBackup({
      title: 'Kelas',
      sections: [
        {
          name: 'Bab',
          activities: [
            moodlePage(
              'Satu',
              '<p>Lihat <a href="$@PAGEVIEWBYID*1@$">lanjutan</a> dan <a href="$@URLVIEWBYID*9@$">ini</a></p>',
            ),
            moodlePage('Dua & tiga', '<p>b</p>'),
          ],
        },
      ],
    }),
  )
  const note = report.find(({ name }) => name === 'Satu')?.note
  expect(note).toContain('tautan ke “Dua & tiga” dilepas')
  expect(note).toContain('tautan ke bagian lain ($@URLVIEWBYID*9@$) dilepas')
})

const colour = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
type Listed = [area: string, itemId: number, name: string, content: Buffer | string]
/** Files of the activity or the question bank in the context 100. */
function withFiles(files: Files, listed: Listed[]): Files {
  const rows = listed.map(
    ([area, itemId, name], index) =>
      `<file><contenthash>aa0${index}</contenthash><contextid>100</contextid><component>${area.startsWith('question') ? 'question' : 'mod'}</component><filearea>${area}</filearea><itemid>${itemId}</itemid><filepath>/</filepath><filename>${name}</filename></file>`,
  )
  const contents = listed.map(([, , , content], index) => [`files/aa/aa0${index}`, content] as const)
  return { ...files, 'files.xml': `<files>${rows.join('')}</files>`, ...Object.fromEntries(contents) }
}
const picture = '<p>Lihat <img src="@@PLUGINFILE@@/image.png"></p>'
const oneActivity = (activity: Parameters<typeof moodleBackup>[0]['sections'][number]['activities'][number]) =>
  moodleBackup({ title: 'Kelas', sections: [{ name: 'Bab', activities: [activity] }] })
const page = (html: string, more: Files = {}): Files => ({
  'imsmanifest.xml': cartridgeManifest(
    cartridgeItem('c', 'Bab', undefined, cartridgeItem('i', 'Halaman', 'r')),
    cartridgeResource('r', 'webcontent', 'Halaman\\Satu.html'),
  ),
  'halaman/satu.html': html,
  ...more,
})

test('chapters and questions that were written alike keep their own pictures', async () => {
  const [red, blue] = [await colour('#f00'), await colour('#00f')]
  const chapter = (id: number) =>
    `<chapter id="${id}"><pagenum>${id}</pagenum><title>${id}</title><content>${escapeXml(picture)}</content></chapter>`
  const book = oneActivity({ kind: 'book', title: 'Buku', inner: `<chapters>${chapter(1)}${chapter(2)}</chapters>` })
  const quiz = moodleBackup({
    title: 'Kelas',
    sections: [{ name: 'Bab', activities: [moodleQuiz('Kuis', [1, 2])] }],
    questions: [1, 2].map((id) => moodleTrueFalse(id, `Soal ${id}`, picture)),
  })
  for (const [files, area] of [
    [book, 'chapter'],
    [quiz, 'questiontext'],
  ] as const) {
    const { summary } = await imports.importWhole(
      await zipOf(
        withFiles(files, [
          [area, 1, 'image.png', red],
          [area, 2, 'image.png', blue],
        ]),
      ),
    )
    expect([area, summary.pictures]).toEqual([area, 2])
  }
})

test('files and instructions of an assignment come along, and what no text uses is named', async () => {
  const task = oneActivity({
    kind: 'assign',
    title: 'Tugas',
    inner:
      '<intro>&lt;p&gt;Kerjakan&lt;/p&gt;</intro><activity>&lt;p&gt;Petunjuk&lt;/p&gt;</activity><grade>100</grade>',
  })
  const { course, report } = await importFiles(
    withFiles(task, [
      ['introattachment', 0, 'contoh.txt', 'isi'],
      ['intro', 0, 'lama.txt', 'isi'],
      ['submission_files', 0, 'siswa.txt', 'isi'],
    ]),
  )
  expect(course.details).toHaveLength(1)
  expect(report.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Tugas', 'imported'],
    ['contoh.txt', 'imported'],
    ['Tugas: lama.txt', 'refused'],
  ])
})

test('old pages keep their pictures, links, formulas and code, whatever the case of names', async () => {
  const html = `<html><body><p>a <img src=peta.png> <a href=lembar.txt>unduh</a></p><script type="math/tex">a^2</script>
    <pre>&lt;a href="x.html"&gt;klik&lt;/a&gt;</pre><map><area href="https://contoh.id/area" alt="Area"></map></body><p>akhir</p></body>`
  const { course, report } = await importFiles(
    page(html, { 'halaman/peta.png': await colour('#f00'), 'halaman/lembar.txt': 'Lembar' }),
  )
  const text = course.details[0].text as string
  for (const part of ['/uploads/', '\\(a^2\\)', 'href="x.html"', 'https://contoh.id/area', 'akhir'])
    expect(text.replaceAll('&quot;', '"')).toContain(part)
  expect(report.map(({ name }) => name)).toContain('lembar.txt')
})

test('a page without anything that can come says what it had', async () => {
  const { report } = await importFiles({
    ...page('<img src="hilang.png" alt="Peta">', {}),
    'b.html': '',
  })
  expect(report[0]?.note).toContain('"hilang.png" (Peta)')
})

test('an export that was packed once more is read, and a SCORM package is named as such', async () => {
  const inner = await zipOf(oneActivity(moodlePage('Dalam', '<p>Isi</p>')))
  const { course } = await importFiles({ 'cadangan.mbz': inner, '__MACOSX/._cadangan.mbz': 'x' })
  expect(course.details.map(({ title }: { title: string }) => title)).toEqual(['Dalam'])
  const scorm = '<manifest><metadata><schema>ADL SCORM</schema></metadata><organizations/><resources/></manifest>'
  const { status, body } = await imports.importArchive(await zipOf({ 'imsmanifest.xml': scorm }))
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('SCORM')])
})

test('headings within a chapter stand before their items, and titles keep what looks like a tag', async () => {
  const inner = cartridgeItem('s', 'Sub', undefined, cartridgeItem('i', 'Apa itu List&lt;String&gt;?', 'r'))
  const { course, report } = await importFiles({
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c', '&lt;b&gt;Bab&lt;/b&gt; &lt;div&gt;', undefined, inner),
      cartridgeResource('r', 'webcontent', 'a.html'),
    ),
    'a.html': '<p>Isi</p>',
  })
  expect(course.details[0].title).toBe('Sub: Apa itu List<String>?')
  expect(course.chapters[0].title).toBe('Bab <div>')
  expect(report[0]).toMatchObject({ name: 'Sub', kind: 'section', outcome: 'changed' })
})
