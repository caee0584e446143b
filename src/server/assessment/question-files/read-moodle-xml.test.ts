import { expect, test } from 'vitest'
import { escapeXml } from '#testing/materials/foreign-courses.ts'
import { readMoodleXml } from './read-moodle-xml.ts'

const read = (questions: string) => readMoodleXml({ bytes: Buffer.from(`<quiz>${questions}</quiz>`) })

test('what is written about a category is named, and a tag that an option speaks of stays', async () => {
  const found = await read(
    `<question type="category"><category><text>top/A</text></category><info><text>Bab satu</text></info></question>
    <question type="multichoice"><questiontext><text>a&lt;br&gt;b</text></questiontext>
    <answer fraction="100"><text>Tag &lt;br&gt;</text></answer><answer fraction="0"><text>&lt;hr&gt;</text></answer></question>`,
  )
  expect(found).toMatchObject({
    questions: [{ text: 'a<br />b', options: [{ text: 'Tag &lt;br&gt;' }, { text: '&lt;hr&gt;' }] }],
    notes: [{}, { message: 'Keterangan kategori tidak ikut: "Bab satu"' }],
  })
})

test('tags of a question, and the number that its school gives it, are named', async () => {
  const found = await read(
    `<question type="truefalse"><name><text>Bumi</text></name><questiontext><text>Bulat?</text></questiontext><idnumber>GEO-1</idnumber>
    <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer>
    <tags><tag><text>geografi</text></tag><tag><text>mudah</text></tag></tags></question>`,
  )
  expect(found).toMatchObject({
    notes: [
      { message: '"Bumi": nomor ID "GEO-1" tidak ikut' },
      { message: '"Bumi": tag "geografi", "mudah" tidak ikut' },
      { message: 'Judul soal tidak ikut, karena soal di sini tanpa judul: "Bumi" (baris 1)' },
    ],
  })
})

test('what is shown after an essay, and its points, are named', async () => {
  const found = await read(
    `<question type="essay"><name><text>Daun</text></name><questiontext format="html"><text>Jelaskan</text></questiontext>
    <generalfeedback format="html"><text>&lt;p&gt;Kunci: fotosintesis&lt;/p&gt;</text></generalfeedback><defaultgrade>20</defaultgrade></question>`,
  )
  expect(found).toMatchObject({
    essays: [{ title: 'Daun' }],
    notes: [
      { message: '"Daun": poin 20 tidak ikut: atur di tugasnya' },
      { message: '"Daun": umpan balik umumnya tidak ikut: "Kunci: fotosintesis"' },
    ],
  })
})

test('a left side without a right one is named, and so is a right one without a left', async () => {
  const pair = (left: string, right: string) =>
    `<subquestion format="html"><text>${left}</text><answer><text>${right}</text></answer></subquestion>`
  const found = await read(
    `<question type="matching"><name><text>Soal</text></name><questiontext format="html"><text>Soal</text></questiontext>
    ${pair('a', '1')}${pair('b', '2')}${pair('c', '')}${pair('', '3')}</question>`,
  )
  expect(found).toMatchObject({
    notes: [
      { message: '"Soal": "c" tidak ikut: pasangannya tidak ada' },
      { message: '"Soal": jawaban pengecoh tanpa pasangan tidak ikut: "3"' },
    ],
  })
})

const choice = (text: string, ...options: string[]) =>
  read(
    `<question type="multichoice"><name><text>Soal</text></name><questiontext format="html"><text>${escapeXml(text)}</text></questiontext>
    ${options.map((option, index) => `<answer fraction="${index === 0 ? 100 : 0}" format="html"><text>${escapeXml(option)}</text></answer>`).join('')}</question>`,
  )
const math = (inner: string) => `<p><math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math></p>`

test('formulas keep their parts', async () =>
  expect(
    await choice(
      math('<mfrac><mn>1</mn><mn>2</mn></mfrac>'),
      math('<msup><mi>x</mi><mn>2</mn></msup>'),
      math('<mi>x</mi><mn>2</mn>'),
    ),
  ).toMatchObject({
    questions: [
      {
        text: String.raw`<p>\(\frac{1}{2}\)</p>`,
        options: [{ text: String.raw`<p>\(x^2\)</p>` }, { text: String.raw`<p>\(x2\)</p>` }],
      },
    ],
  }))

test('options that only differed in what cannot come are refused, and so is one that is empty without it', async () => {
  const unknown = (number: number) => math(`<apply><cn>${number}</cn></apply>`)
  expect(await choice('Mana?', `<p>A</p>${unknown(1)}`, `<p>A</p>${unknown(2)}`)).toMatchObject({
    mistakes: [
      { message: '"Soal" tidak ikut: pilihan "A" dan "A" menjadi sama' },
      { message: '"Soal": rumus tidak ikut: "1"' },
      { message: '"Soal": rumus tidak ikut: "2"' },
    ],
  })
  expect(await choice('Mana?', 'A', unknown(2).replaceAll(/<\/?p>/g, ''))).toMatchObject({
    mistakes: [{ message: expect.stringContaining('tidak bisa ikut') as string }, {}],
  })
})

test('options that were written alike stay', async () =>
  expect(await choice('Mana?', '<p>A</p>', '<p>A</p>')).toMatchObject({ questions: [{ type: 'one' }] }))

test('a text that is shown to nobody is no part of a question, and typed signs are', async () => {
  const read = await choice('<p>#include <stdio.h></p><p style="display:none">kunci B</p>', 'A', 'B')
  expect(read).toMatchObject({ questions: [{ text: '<p>#include &lt;stdio.h&gt;</p>' }] })
  expect('notes' in read && read.notes.map(({ message }) => message)).toContain(
    '"Soal": teks tersembunyi tidak ikut: "kunci B"',
  )
})
