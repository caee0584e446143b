import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { parseXml } from '#server/platform/xml.ts'
import { readGift } from '#server/assessment/question-files/read-gift.ts'
import { readMoodleXml } from '#server/assessment/question-files/read-moodle-xml.ts'
import { parseCaptions } from '#server/catalog/parse-captions.ts'
import { readForeignCourse } from '#server/moving/foreign/read-foreign.ts'
import { readQti } from '#server/moving/foreign/qti.ts'
import { bankStatementReader, readBankStatement } from '#server/commerce/transfers/read-bank-statement.ts'
import { findPeopleTable, nameIn } from '#server/platform/csv/index.ts'
import { parseCsv } from '#server/platform/csv/read-csv.ts'
import { writeCsv } from '#server/platform/csv/write-csv.ts'
import { markdownToHtml, postToHtml } from '#server/platform/rich-text/markdown.ts'
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
import { html, typed } from './visible-parts.ts'

// Every visible word, link, formula, picture and file of a source is in what was read, or is named in its report.
// A module that takes texts apart stands in this table, or in checks/readers-of-text.test.ts with its reason.

/** The text at a place of a source, and something else at all others. */
type Put = (place: number) => string
/** One reader of what people type or bring. `read` puts a text into a source of its kind, at one of the places that people see, and reads it. */
type ReaderOfText = {
  name: string
  /** The modules that read it. */ modules: readonly string[]
  /** The source holds text as it is typed, or HTML of another editor. */ holds: 'text' | 'html'
  /** How many places it has; one without. */ places?: number
  /** Everything that is shown afterwards or named in a report. */ read: (put: Put) => Promise<string> | string
}
const inOnePlace =
  (read: (text: string) => Promise<string> | string): ReaderOfText['read'] =>
  (put) =>
    read(put(0))

const all = (value: unknown): string => JSON.stringify(value)
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const richText = 'src/server/platform/rich-text/markdown.ts'
const now = new Date('2026-11-21T03:00:00Z')

const giftText = (text: string): string => text.replaceAll(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n')
const inMoodleXml = (type: string, inner: string): string =>
  `<quiz><question type="${type}"><name><text>Soal</text></name>${inner}</question></quiz>`
const moodleText = (name: string, format: string, text: string, more = ''): string =>
  `<${name} ${more} format="${format}"><text>${escapeXml(text)}</text></${name}>`
const moodleXml = (format: string) => async (put: Put) => {
  const choice = [
    moodleText('questiontext', format, put(0)),
    moodleText('generalfeedback', format, put(1)),
    `<single>true</single><answer fraction="100" format="${format}"><text>${escapeXml(put(2))}</text>${moodleText('feedback', format, put(3))}</answer>`,
    `<answer fraction="0" format="${format}"><text>Bukan</text></answer>`,
  ]
  const pairs = [
    moodleText('questiontext', format, put(4)),
    `<subquestion format="${format}"><text>${escapeXml(put(5))}</text><answer><text>Satu</text></answer></subquestion>`,
    '<subquestion format="html"><text>dua</text><answer><text>Dua</text></answer></subquestion>',
  ]
  const read = async (source: string) => all(await readMoodleXml({ bytes: Buffer.from(source) }))
  return (
    (await read(inMoodleXml('multichoice', choice.join('')))) + (await read(inMoodleXml('matching', pairs.join(''))))
  )
}

const mattext = (text: string, type: string): string =>
  `<material><mattext${type && ` texttype="${type}"`}>${escapeXml(text)}</mattext></material>`
const qti = (put: Put, type: string): string =>
  `<questestinterop><assessment title="Kuis"><section><item ident="q" title="Soal"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel>
  <fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${mattext(put(0), type)}
  <response_lid ident="r" rcardinality="Single">${mattext(put(1), type)}<render_choice><response_label ident="a">${mattext(put(2), type)}</response_label>
  <response_label ident="b">${mattext('Bukan', type)}</response_label></render_choice></response_lid></presentation><resprocessing><outcomes><decvar/></outcomes>
  <respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing>
  <itemfeedback ident="general_fb">${mattext(put(3), type)}</itemfeedback><hint><hintmaterial>${mattext(put(4), type)}</hintmaterial></hint></item></section></assessment></questestinterop>`

const readArchive = async (files: Files): Promise<string> => {
  const read = await readForeignCourse({ bytes: await zipOf(files), essaysAsAssignments: false })
  if (read.outcome !== 'read') return all(read)
  return all([read.course, read.report, read.files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])])
}
const cartridge = (put: Put) =>
  readArchive({
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem(
        'c',
        'Bab',
        undefined,
        cartridgeItem('i1', 'Halaman', 'r1') +
          cartridgeItem('i2', 'Kuis', 'r2') +
          cartridgeItem('i3', 'Tugas', 'r3') +
          cartridgeItem('i4', 'Diskusi', 'r4'),
      ),
      cartridgeResource('r1', 'webcontent', 'halaman.html') +
        cartridgeResource('r2', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml') +
        cartridgeResource('r3', 'assignment_xmlv1p0', 'tugas.xml') +
        cartridgeResource('r4', 'imsdt_xmlv1p1', 'diskusi.xml'),
    ),
    'halaman.html': `<html><body>${put(5)}</body></html>`,
    'kuis.xml': qti(put, 'text/html'),
    'tugas.xml': `<assignment><title>Tugas</title><text texttype="text/html">${escapeXml(put(6))}</text></assignment>`,
    'diskusi.xml': `<topic><title>Diskusi</title><text texttype="text/html">${escapeXml(put(7))}</text></topic>`,
  })
const backup = (put: Put) =>
  readArchive(
    moodleBackup({
      title: 'Kelas',
      sections: [
        {
          name: 'Bab',
          activities: [
            moodlePage('Halaman', put(0)),
            { kind: 'label', title: 'Label', inner: `<intro>${escapeXml(put(1))}</intro>` },
            { kind: 'assign', title: 'Tugas', inner: `<intro>${escapeXml(put(2))}</intro><grade>100</grade>` },
            {
              kind: 'book',
              title: 'Buku',
              inner: `<chapters><chapter id="1"><pagenum>1</pagenum><title>Satu</title><content>${escapeXml(put(3))}</content></chapter></chapters>`,
            },
            moodleQuiz('Kuis', [5]),
          ],
        },
      ],
      questions: [moodleTrueFalse(5, 'Soal', put(4))],
    }),
  )

const captions = (fileName: string, before: string) => (text: string) =>
  all(parseCaptions({ bytes: Buffer.from(`${before}\n${text.trim().replaceAll(/\n\s*/g, '\n')}\n`), fileName }))
const recordsOf = (header: string[], row: string[]) => {
  const table = parseCsv(writeCsv('comma', header, [row]))
  if (!('records' in table)) throw new Error(table.mistake)
  return table.records
}
const textOf = (question: QuestionInput): string => all(question)

const readersOfText: readonly ReaderOfText[] = [
  { name: 'a post', modules: [richText], holds: 'text', read: inOnePlace(postToHtml) },
  {
    name: 'Markdown of a file',
    modules: [richText],
    holds: 'text',
    read: inOnePlace((text) => markdownToHtml(text, (picture) => picture)),
  },
  {
    name: 'GIFT',
    modules: [
      'src/server/assessment/question-files/read-gift.ts',
      'src/server/assessment/question-files/gift-weights.ts',
    ],
    holds: 'text',
    places: 6,
    read: (put) => {
      const at = (place: number) => giftText(put(place))
      const read = readGift(
        `Tanya ${at(0)}? {=Ya ${at(1)}#Bagus ${at(2)} ~Bukan####Umum ${at(3)}}\n\nPasang {=kiri ${at(4)} -> satu =kanan -> dua = -> ${at(5)}}`,
      )
      return 'questions' in read ? read.questions.map(textOf).join('') + all(read.notes) : all(read)
    },
  },
  ...(['plain_text', 'moodle_auto_format', 'markdown'] as const).map((format): ReaderOfText => ({
    name: `Moodle XML in ${format}`,
    modules: ['src/server/assessment/question-files/read-moodle-xml.ts'],
    holds: 'text',
    places: 6,
    read: moodleXml(format),
  })),
  {
    name: 'HTML of Moodle XML',
    modules: ['src/server/assessment/question-files/read-moodle-xml.ts'],
    holds: 'html',
    places: 6,
    read: moodleXml('html'),
  },
  ...['text/plain', ''].map((type): ReaderOfText => ({
    name: `QTI ${type || 'without a type'}`,
    modules: ['src/server/moving/foreign/cartridge-quizzes.ts'],
    holds: 'text',
    places: 5,
    read: (put) => all(readQti(parseXml(Buffer.from(qti(put, type)), 'kuis.xml'), () => [])),
  })),
  {
    name: 'a cartridge',
    modules: ['src/server/moving/foreign/cartridge.ts', 'src/server/moving/foreign/cartridge-files.ts'],
    holds: 'html',
    places: 8,
    read: cartridge,
  },
  {
    name: 'a backup of Moodle',
    modules: ['src/server/moving/foreign/moodle.ts'],
    holds: 'html',
    places: 5,
    read: backup,
  },
  ...(
    [
      ['SRT', 'a.srt', '1\n00:00:01,000 --> 00:00:02,000'],
      ['WebVTT', 'a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000'],
      ['SBV', 'a.sbv', '0:00:01.000,0:00:02.000'],
    ] as const
  ).map(([name, fileName, before]): ReaderOfText => ({
    name: `captions of ${name}`,
    modules: ['src/server/catalog/parse-captions.ts'],
    holds: 'text',
    read: inOnePlace(captions(fileName, before)),
  })),
  {
    name: 'people in CSV',
    modules: ['src/server/platform/csv/read-csv.ts', 'src/server/platform/csv/read-file.ts'],
    holds: 'text',
    read: inOnePlace((text) => {
      const table = findPeopleTable(recordsOf(['nama', 'email'], [oneLine(text), 'budi@kirim.id']), { needsName: true })
      return table ? table.rows.map(({ cells }) => nameIn(cells, table)).join('') : ''
    }),
  },
  {
    name: 'payments of a bank in CSV',
    modules: ['src/server/platform/csv/read-csv.ts', 'src/server/platform/csv/read-file.ts'],
    holds: 'text',
    read: inOnePlace((text) => {
      const records = recordsOf(
        ['Tanggal', 'Keterangan', 'Kredit'],
        ['20/11/2026', oneLine(text).slice(0, 300), '5.000'],
      )
      const table = bankStatementReader(now).find(records)
      return table ? all(readBankStatement(table, now).credits) : ''
    }),
  },
]

describe.each(readersOfText)('$name', ({ holds, places = 1, read }) => {
  test('shows or names all that people see in its source', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(holds === 'html' ? html : typed, { minLength: 1, maxLength: 8 }),
        fc.nat(places - 1),
        async (parts, place) => {
          fc.pre(parts.some(({ mark }) => mark !== ''))
          const text = parts.map(({ source }) => source).join(' ')
          const found = await read((at) => (at === place ? text : `Isi ${at}`))
          expect(parts.flatMap(({ mark }) => (found.includes(mark) ? [] : [mark]))).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)
})
