import { describe, expect, test } from 'vitest'
import { escapeXml, type Files } from '#testing/materials/foreign-courses.ts'
import { zipOf } from '#testing/materials/zip.ts'
import type { ImportedItem } from '#contract/moving/course-format.ts'
import { readForeignCourse, shortReport } from './foreign/read-foreign.ts'

// Packages are read by what is in their files, whatever type the platform gave them.

async function read(files: Files) {
  const course = await readForeignCourse({ bytes: await zipOf(files), essaysAsAssignments: false })
  if (course.outcome !== 'read') throw new Error(JSON.stringify(course))
  const texts = course.files.map(([, bytes]) => Buffer.from(bytes).toString()).join('\n')
  return {
    ...course,
    texts,
    told: course.report.map(({ name, outcome, note }) => `${name}: ${outcome} ${note}`.trim()),
  }
}
const manifest = (resources: string, items = '') =>
  `<manifest xmlns:d2l_2p0="d" xmlns:bb="b"><metadata><schema>IMS Content</schema></metadata><organizations><organization>${items}</organization></organizations>
  <resources>${resources}</resources></manifest>`
const mattext = (text: string) =>
  `<material><mattext texttype="text/html">${escapeXml(`<p>${text}</p>`)}</mattext></material>`
const item = (title: string, more = '', before = '') =>
  `<item title="${title}"><presentation>${mattext(`${title}?`)}<response_lid ident="r" rcardinality="Single">${before}<render_choice>
  <response_label ident="a">${mattext('Ya')}</response_label><response_label ident="b">${mattext('Tidak')}</response_label></render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing>${more}</item>`
const quiz = (title: string, inner: string) =>
  `<?xml version="1.0"?><questestinterop><assessment title="${title}"><section>${inner}</section></assessment></questestinterop>`

describe('quizzes are found by their content', () => {
  test('those of Brightspace, which are web content by their type', async () => {
    const { course, texts, told } = await read({
      'imsmanifest.xml': manifest(
        `<resource identifier="b" type="webcontent" d2l_2p0:material_type="d2lquestionlibrary" href="questiondb.xml"/>
        <resource identifier="q" type="webcontent" d2l_2p0:material_type="d2lquiz" href="quiz_d2l_1.xml"/>
        <resource identifier="r" type="webcontent" d2l_2p0:material_type="d2lquiz" href="quiz_d2l_2.xml"/>`,
        '<item identifier="i" identifierref="r"><title>Ulangan</title></item>',
      ),
      'quiz_d2l_1.xml': quiz('Latihan', item('Satu')),
      'quiz_d2l_2.xml': quiz('Kuis', item('Dua')),
      'questiondb.xml': `<questestinterop><objectbank><section>${item('Satu')}${item('Tiga')}</section></objectbank></questestinterop>`,
    })
    expect(course).toMatchObject({ lessons: [{ title: 'Ulangan', quiz: expect.any(String) }] })
    for (const title of ['Satu', 'Dua', 'Tiga']) expect(texts.split(`${title}?`)).toHaveLength(2)
    expect(told.filter((line) => line.includes('refused'))).toEqual([])
  })

  test('and pages of Blackboard, whose files are named beside the standard', async () => {
    const { texts, told } = await read({
      'imsmanifest.xml': manifest(
        `<resource bb:file="res00001.dat" identifier="res00001" type="assessment/x-bb-qti-pool" xml:base="res00001"/>
        <resource bb:file="res00002.dat" identifier="res00002" type="resource/x-bb-document" xml:base="res00002"/>
        <resource bb:file="res00003.dat" identifier="res00003" type="course/x-bb-coursesetting" xml:base="res00003"/>`,
        '<item identifier="i" identifierref="res00002"><title>Pembuka</title></item>',
      ),
      'res00001.dat': quiz('Bank', item('Apa')),
      'res00002.dat': `<CONTENT id="1"><TITLE value="Pembuka"/><BODY><TEXT>${escapeXml('<p>Selamat <b>datang</b></p>')}</TEXT></BODY></CONTENT>`,
      'res00003.dat': '<COURSE id="1"><TITLE value="Kelas"/></COURSE>',
    })
    expect(texts).toContain('Selamat **datang**')
    expect(texts).toContain('Apa?')
    expect(told).toContain('res00003.dat: refused pengaturan platform asal, tidak ada padanannya')
  })

  test('an item of QTI 2 or 3 is called what it is', async () => {
    const { told } = await read({
      'imsmanifest.xml': manifest(
        `<resource identifier="two" type="webcontent" href="dua.xml"/><resource identifier="three" type="imsqti_item_xmlv3p0" href="tiga.xml"/>`,
      ),
      'dua.xml':
        '<?xml version="1.0"?>\n<!-- soal --><assessmentItem title="Dua"><itemBody><p>Apa?</p></itemBody></assessmentItem>',
      'tiga.xml': '<qti-assessment-item title="Tiga"><qti-item-body><p>Apa?</p></qti-item-body></qti-assessment-item>',
    })
    const reason = 'refused soal QTI 2 atau 3 tidak terbaca: ekspor sebagai QTI 1.2'
    expect(told).toEqual(expect.arrayContaining([`Dua: ${reason}`, `Tiga: ${reason}`]))
  })
})

test('a text of an item that has no place is named beside it, and a text before its options is kept', async () => {
  const { texts, told } = await read({
    'imsmanifest.xml': manifest('<resource identifier="q" type="imsqti_xmlv1p2" href="kuis.xml"/>'),
    'kuis.xml': quiz(
      'Kuis',
      item('Kota', `<hint><hintmaterial><flow_mat>${mattext('Kota pahlawan')}</flow_mat></hintmaterial></hint>`) +
        item('Sungai', `<rubric>${mattext('Pedoman nilai')}</rubric>`) +
        item('Gunung', '', mattext('Pilih yang tertinggi')),
    ).replace('<section>', `<rubric>${mattext('Baca dulu')}</rubric><section>`),
  })
  expect(texts).toContain('Pilih yang tertinggi')
  expect(told).toEqual(
    expect.arrayContaining([
      'Kota: changed teks "Kota pahlawan" tidak ikut',
      'Sungai: changed teks "Pedoman nilai" tidak ikut',
      'Gunung: imported',
      expect.stringContaining('Kuis: changed pengantarnya tidak ikut'),
    ]),
  )
})

test('a link that the manifest holds itself comes', async () => {
  const { texts } = await read({
    'imsmanifest.xml': manifest(
      '<resource identifier="l" type="imswl_xmlv1p3"><webLink><title>Peta</title><url href="https://contoh.id/peta"/></webLink></resource>',
      '<item identifier="i" identifierref="l"><title>Peta</title></item>',
    ),
  })
  expect(texts).toContain('https://contoh.id/peta')
})

test('a long report leaves out what came whole before what was lost', () => {
  const items = (count: number, outcome: ImportedItem['outcome']): ImportedItem[] =>
    Array.from({ length: count }, (_, index) => ({ name: `${outcome} ${index}`, kind: 'page', outcome, note: '' }))
  const report = [...items(4, 'imported'), ...items(2, 'refused'), ...items(1, 'changed')]
  expect(shortReport(report, 7)).toEqual(report)
  expect(shortReport(report, 5).map(({ name, note }) => `${name} ${note}`.trim())).toEqual([
    'imported 0',
    'refused 0',
    'refused 1',
    'changed 0',
    '3 butir lain ikut seluruhnya, tidak ditulis satu per satu',
  ])
  expect(shortReport(items(9, 'refused'), 5).at(-1)).toMatchObject({
    name: '5 butir lain',
    note: 'tidak ditulis satu per satu',
  })
})
