import { expect, test } from 'vitest'
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
