import sharp from 'sharp'
import { expect, test } from 'vitest'
import { submissionRules } from '#contract/assessment/assignment-values.ts'
import { attachmentRules } from '#contract/catalog/attachment-rules.ts'
import { acceptDocuments, documentKinds } from '#contract/kit/media/document-kinds.ts'
import type { FileRules } from '#contract/kit/media/file-rules.ts'
import { checkDocument } from './check-document.ts'

const check = (name: string, content: BlobPart = 'Halo', rules = submissionRules) =>
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

/** A zip with one file. */
function zipWith(path: string, content = ''): Buffer<ArrayBuffer> {
  const local = Buffer.alloc(30)
  local.write('PK\u0003\u0004', 'latin1')
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(path.length, 26)
  const central = Buffer.alloc(46)
  central.write('PK\u0001\u0002', 'latin1')
  central.writeUInt32LE(content.length, 20)
  central.writeUInt32LE(content.length, 24)
  central.writeUInt16LE(path.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + path.length, 12)
  end.writeUInt32LE(30 + path.length + content.length, 16)
  return Buffer.concat([local, Buffer.from(path + content), central, Buffer.from(path), end])
}

test.each([
  ['an Android project', 'app/build/intermediates/dex/classes.dex'],
  ['a Java project', 'META-INF/MANIFEST.MF'],
  ['an extension of a browser', 'META-INF/mozilla.rsa'],
  ['a page', 'index.html'],
])('the zip of %s is taken with what was built of it', async (_, path) =>
  expect(await check('Tugas Akhir.zip', zipWith(path))).toMatchObject({
    name: 'Tugas Akhir.zip',
    contentType: 'application/zip',
  }),
)

test.each([
  ['app-debug.apk', 'classes.dex'],
  ['app-debug.apk', 'index.html'],
  ['program.jar', 'META-INF/MANIFEST.MF'],
  ['program.jar', 'Main.class'],
  ['program', 'META-INF/MANIFEST.MF'],
])('a program is refused whatever it is made of: %s with %s', async (name, path) =>
  expect(await check(name, zipWith(path))).toEqual({
    error: `${submissionRules.type}. Ini program: kirim kode sumbernya sebagai ZIP`,
  }),
)

test.each([
  ['Skripsi Budi S.Pd', 'Skripsi Budi S.Pd.pdf'],
  ['Laporan Bab 1.2', 'Laporan Bab 1.2.pdf'],
  ['Tugas Rina, A.Md', 'Tugas Rina, A.Md.pdf'],
  ['Tugas Rina S.H', 'Tugas Rina S.H.pdf'],
  ['Tugas Rina S.Gz', 'Tugas Rina S.Gz.pdf'],
  ['Tugas Rina, M.Cs', 'Tugas Rina, M.Cs.pdf'],
  ['Tugas 14.30.', 'Tugas 14.30.pdf'],
  ['tugas.vbs', 'tugas_vbs.pdf'],
  ['nilai.xls', 'nilai.pdf'],
])('the content gives a name without an ending its own: %s', async (name, stored) =>
  expect(await check(name, '%PDF-1.7')).toMatchObject({ name: stored, contentType: 'application/pdf' }),
)

test('what is a part of a name stays in that of a text and of a zip', async () => {
  expect(await check('Catatan Bab 1.2')).toMatchObject({ name: 'Catatan Bab 1.2.txt' })
  expect(await check('Proyek v1.2', zipWith('index.html'))).toMatchObject({ name: 'Proyek v1.2.zip' })
})

test('content that nobody knows is refused under a name without an ending', async () =>
  expect(await check('Laporan Bab 1.2', '\0\u0001\u0002')).toEqual({ error: submissionRules.type }))

test('a name that is read in the other direction needs an ending', async () =>
  expect(await check('tugas\u202Eexe.fdp', '%PDF-1.7')).toEqual({ error: submissionRules.type }))

test('a recording that is handed in says what would do', async () =>
  expect(await check('suara.mp3')).toEqual({
    error: `${submissionRules.type}. Ini rekaman suara: kirim tautannya, misalnya dari Google Drive`,
  }))

const latin = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1')
const drawn = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
const office = (kind: string) =>
  zipWith(
    '[Content_Types].xml',
    `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  )
/** The smallest file of each kind. */
const samples: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>>> = {
  pdf: () => latin('%PDF-1.7'),
  png: async () => new Uint8Array(await drawn.clone().png().toBuffer()),
  jpg: async () => new Uint8Array(await drawn.clone().jpeg().toBuffer()),
  zip: () => zipWith('a.txt'),
  txt: () => latin('Halo'),
  md: () => latin('# Halo'),
  docx: () => office('wordprocessingml.document'),
  xlsx: () => office('spreadsheetml.sheet'),
  pptx: () => office('presentationml.presentation'),
  mp3: () => Buffer.concat([latin('\u00ff\u00fb\u0090\0'), Buffer.alloc(500)]),
  m4a: () => latin('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42'),
  ogg: () => Buffer.concat([latin('OggS'), Buffer.alloc(24), latin('OpusHead'), Buffer.alloc(40)]),
  wav: () => latin('RIFF$\0\0\0WAVEfmt '),
}
const named = (rules: FileRules) =>
  acceptDocuments(rules.extensions)
    .split(',')
    .flatMap((offered) => (offered.startsWith('.') ? offered.slice(1) : []))

test.each([
  ['that is handed in', submissionRules],
  ['of a lesson', attachmentRules],
])('each ending that the picker of a file %s offers is taken', async (_, rules) => {
  for (const ending of named(rules)) {
    const [kind = ''] =
      Object.entries(documentKinds).find(([own, { also = [] }]) => own === ending || also.includes(ending)) ?? []
    const content = await samples[kind]?.()
    const checked = await check(`berkas.${ending}`, content, rules)
    expect([ending, 'contentType' in checked && checked.contentType.split(';')[0]]).toEqual([
      ending,
      kind === 'md' ? 'text/plain' : documentKinds[kind]?.types[0],
    ])
  }
})
