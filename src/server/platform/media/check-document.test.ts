import { expect, test } from 'vitest'
import { attachmentRules, submissionRules } from '#contract/assessment/assignment-values.ts'
import { checkDocument } from './check-document.ts'

const check = (name: string, content = 'Halo', rules = submissionRules) =>
  checkDocument(new File([content], name), rules)

test.each([
  ['catatan.md', 'catatan.md'],
  ['catatan.markdown', 'catatan.md'],
  ['catatan.mdown', 'catatan.md'],
  ['CATATAN.MKD', 'CATATAN.md'],
  ['catatan.text', 'catatan.txt'],
  ['keluaran.log', 'keluaran.txt'],
  ['README', 'README.txt'],
])('a text is taken whatever its ending: %s', async (name, stored) => {
  for (const rules of [submissionRules, attachmentRules])
    expect(await check(name, '# Judul', rules)).toMatchObject({ name: stored, contentType: 'text/plain;charset=utf-8' })
})

test.each(['main.py', 'App.jsx', 'tugas.ipynb', 'Main.java', 'data.json', 'query.sql', 'gaya.css'])(
  'a file of code says what would do: %s',
  async (name) =>
    expect(await check(name)).toEqual({
      error: `${submissionRules.type}. Ini berkas kode: kemas sebagai ZIP, atau simpan sebagai TXT`,
    }),
)

test('a recording that is handed in says what would do', async () =>
  expect(await check('suara.mp3')).toEqual({
    error: `${submissionRules.type}. Ini rekaman suara: kirim tautannya, misalnya dari Google Drive`,
  }))
