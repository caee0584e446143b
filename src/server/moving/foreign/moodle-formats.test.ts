import { expect, test } from 'vitest'
import {
  escapeXml,
  moodleBackup,
  moodleQuiz,
  moodleTrueFalse,
  type MoodleActivity,
} from '#testing/materials/foreign-courses.ts'
import { readMoodle } from './moodle.ts'

type Files = Readonly<Record<string, string | Buffer>>
const archiveOf = (files: Files) =>
  new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))
/** The texts of all lessons, and what is told. */
async function readTexts(files: Files) {
  const read = await readMoodle(archiveOf(files), { essaysAsAssignments: true })
  const texts = [...read.files].flatMap(([name, bytes]) => (name.endsWith('.md') ? bytes.toString().trim() : []))
  return { ...read, texts }
}
const field = (name: string, text: string, format: string): string =>
  `<${name}>${escapeXml(text)}</${name}><${name}format>${format}</${name}format>`
const backupOf = (...activities: MoodleActivity[]) =>
  moodleBackup({ title: 'Kelas', sections: [{ name: 'Topik', activities }] })

/** Where a backup has a text that becomes a lesson or a part of one. */
const places: Readonly<Record<string, (text: string, format: string) => Files>> = {
  'a page': (text, format) => backupOf({ kind: 'page', title: 'A', inner: field('content', text, format) }),
  'a page without content': (text, format) =>
    backupOf({ kind: 'page', title: 'A', inner: field('intro', text, format) }),
  'a label': (text, format) => backupOf({ kind: 'label', title: 'A', inner: field('intro', text, format) }),
  'a forum': (text, format) => backupOf({ kind: 'forum', title: 'A', inner: field('intro', text, format) }),
  'a resource': (text, format) => backupOf({ kind: 'resource', title: 'A', inner: field('intro', text, format) }),
  'a folder': (text, format) => backupOf({ kind: 'folder', title: 'A', inner: field('intro', text, format) }),
  'a link': (text, format) =>
    backupOf({
      kind: 'url',
      title: 'A',
      inner: `${field('intro', text, format)}<externalurl>https://contoh.id/</externalurl>`,
    }),
  'a task': (text, format) => backupOf({ kind: 'assign', title: 'A', inner: field('intro', text, format) }),
  'the steps of a task': (text, format) =>
    backupOf({ kind: 'assign', title: 'A', inner: field('activity', text, format) }),
  'a chapter of a book': (text, format) =>
    backupOf({
      kind: 'book',
      title: 'A',
      inner: `<chapters><chapter id="1"><pagenum>1</pagenum><title>B</title>${field('content', text, format)}</chapter></chapters>`,
    }),
  'a section': (text, format) => {
    const files = backupOf()
    const name = 'sections/section_1/section.xml'
    return {
      ...files,
      [name]: String(files[name]).replace('<summary></summary>', () => field('summary', text, format)),
    }
  },
}

test.each(Object.entries(places))('the text of %s is read in its format', async (_, files) => {
  const shown = async (text: string, format: string) => (await readTexts(files(text, format))).texts.join('\n')
  expect(await shown('List<String> x', '2')).toContain('List\\<String> x')
  expect(await shown('baris satu\nbaris dua', '2')).toMatch(/baris satu.*\n.*baris dua/)
  expect(await shown('**tebal** dan *miring*', '4')).toContain('**tebal** dan *miring*')
  expect(await shown('**tebal**', '1')).toContain('\\*\\*tebal\\*\\*')
  expect(await shown('baris satu\nbaris <b>dua</b>', '0')).toMatch(/baris satu.*\n.*baris \*\*dua\*\*/)
  expect(await shown('<p>baris satu\nbaris dua</p>', '1')).toContain('baris satu baris dua')
})

test('the description of a course is read in its format', async () => {
  const course = (text: string, format: string): Files => ({
    ...backupOf(),
    'course/course.xml': `<course>${field('summary', text, format)}</course>`,
  })
  const shown = async (text: string, format: string) => (await readTexts(course(text, format))).course.description
  expect(await shown('Belajar <b> dan List<String>', '2')).toBe('Belajar <b> dan List<String>')
  expect(await shown('Belajar **menenun** kain', '4')).toBe('Belajar menenun kain')
  expect(await shown('<p>Belajar <b>menenun</b></p>', '1')).toBe('Belajar menenun')
})

test('the two texts of a task have lines of their own', async () => {
  const { texts } = await readTexts(
    backupOf({
      kind: 'assign',
      title: 'A',
      inner: field('intro', 'Baca dulu', '2') + field('activity', 'Lalu kerjakan', '2'),
    }),
  )
  expect(texts).toEqual(['Baca dulu\n\nLalu kerjakan'])
})

test('what has no place here is named: parts of a quiz, words about a category, numbers and hidden questions', async () => {
  const files = moodleBackup({
    title: 'Kelas',
    sections: [
      {
        name: 'Topik',
        activities: [
          moodleQuiz(
            'Kuis',
            [5],
            '<sections><section id="1"><firstslot>1</firstslot><heading>Bagian A</heading></section><section id="2"><heading>$@NULL@$</heading></section></sections>',
          ),
        ],
      },
    ],
    questions: [moodleTrueFalse(5, 'Bumi', '<p>Bumi bulat</p>')],
  })
  const { report } = await readTexts({
    ...files,
    'questions.xml': String(files['questions.xml'])
      .replace(
        '<name>Umum</name>',
        '<name>Umum</name><info>&lt;p&gt;Soal semester 1&lt;/p&gt;</info><infoformat>1</infoformat>',
      )
      .replace('<parent>0</parent>', '<parent>0</parent><idnumber>GEO-1</idnumber><hidden>1</hidden>'),
  })
  expect(report).toMatchObject([
    { name: 'Bumi', outcome: 'changed', note: 'tersembunyi di sumbernya; nomor ID "GEO-1" tidak ikut' },
    { name: 'Kuis', outcome: 'changed', note: 'judul bagiannya tidak ikut: "Bagian A"' },
    { name: 'Umum', outcome: 'refused', note: 'keterangan kategori tidak ikut: "Soal semester 1"' },
  ])
})
