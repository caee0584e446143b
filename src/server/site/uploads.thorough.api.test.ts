import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, createAssignment, officeFile, pdfFile, textFile } from '#testing/materials/assignments.ts'
import { offerTransfers, openTransfer } from '#testing/materials/transfers.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import type { ApiResponse } from '#testing/api-call.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Every upload of the site: files are what they are, not what they are called.

let site: TestSite
let admin: SignedIn
let student: SignedIn
let course: MadeCourse
let assignmentId: string
let transactionId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  student = await site.createStudent()
  course = await site.createCourse({ lessons: 1, price: 90_000 })
  await site.enroll(student, course)
  assignmentId = await createAssignment(site.call, { courseId: course.id, token: admin.token })
  await offerTransfers(site)
  const paid = await site.createCourse({ price: 91_000 })
  transactionId = (await openTransfer(site, student, { courseId: paid.id })).transactionId
})
afterAll(() => site.close())

type Upload = { field: string; send: (file: File) => Promise<ApiResponse> }
const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part))),
  )
const file = (name: string, ...parts: (string | number[])[]) => new File([bytesOf(...parts)], name)
const jpeg = async (name: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    name,
  )
const png = async (name: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    ],
    name,
  )
const heic = (name: string) =>
  file(
    name,
    [0, 0, 0, 24],
    'ftypheic',
    [0, 0, 0, 0],
    'mif1heic',
    Array.from({ length: 64 }, () => 0),
  )
const rar = (name: string) =>
  file(
    name,
    'Rar!',
    [0x1a, 7, 1, 0],
    Array.from({ length: 64 }, () => 0),
  )
const oldOffice = (name: string) =>
  file(
    name,
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    Array.from({ length: 512 }, () => 0),
  )
const mp4 = (name: string, brand: string) =>
  file(
    name,
    [0, 0, 0, 24],
    `ftyp${brand}`,
    [0, 0, 0, 0],
    `${brand}isom`,
    Array.from({ length: 64 }, () => 0),
  )

/** A student of a course with a lesson: a person and a lesson take a number of files only. */
async function newScene() {
  const [who, own] = [await site.createStudent(), await site.createCourse({ lessons: 1 })]
  await site.enroll(who, own)
  return { who, own }
}

type Sent = { response: ApiResponse; name: string; download: () => Promise<ApiResponse> }
const downloaded = async (url: string, { token }: SignedIn) => site.call('GET', url.replace(/^\/api/, ''), { token })
const sendAttachment = async (sent: File): Promise<Sent> => {
  const { who, own } = await newScene()
  const path = `/courses/${own.id}/content/${own.lessonIds[0]}/files`
  const response = await site.call('POST', path, { token: admin.token, form: { file: sent } })
  const { data } = response.body
  return { response, name: data?.name, download: () => downloaded(data.url, who) }
}
const documents: { name: string; field: string; send: (file: File) => Promise<Sent> }[] = [
  {
    name: 'a file of a submission',
    field: 'files.0',
    send: async (sent) => {
      const who = await site.createStudent()
      await site.enroll(who, course)
      const path = `/courses/${course.id}/content/${assignmentId}/submissions`
      const response = await site.call('POST', path, { token: who.token, form: { files: [sent] } })
      const [stored] = response.body.data?.files ?? []
      return { response, name: stored?.name, download: () => downloaded(`/submission-files/${stored._id}`, who) }
    },
  },
  { name: 'a file of a lesson', field: 'file', send: sendAttachment },
]

const taken: [string, () => File | Promise<File>, string, string][] = [
  ['a word with a dot in its name', () => pdfFile('Belajar Node.js.pdf'), 'Belajar Node_js.pdf', 'application/pdf'],
  ['a document saved as PDF', () => pdfFile('Tugas Akhir.docx.pdf'), 'Tugas Akhir.docx.pdf', 'application/pdf'],
  ['an extension of a program inside', () => pdfFile('tugas.exe.pdf'), 'tugas_exe.pdf', 'application/pdf'],
  [
    'an extension of a program and a space inside',
    () => pdfFile('tugas.exe .pdf'),
    'tugas_exe .pdf',
    'application/pdf',
  ],
  ['versions and degrees', () => pdfFile('Siti, S.Pd. v1.2.pdf'), 'Siti, S.Pd. v1.2.pdf', 'application/pdf'],
  [
    'a PDF with a line break before it',
    () => file('laporan.pdf', '\n\n%PDF-1.7\n%%EOF\n'),
    'laporan.pdf',
    'application/pdf',
  ],
  [
    'a PDF behind headers',
    () => file('pindai.pdf', 'X-Scanner: 1\r\n\r\n%PDF-1.4\n%%EOF'),
    'pindai.pdf',
    'application/pdf',
  ],
  ['a PDF without an extension', () => pdfFile('laporan'), 'laporan.pdf', 'application/pdf'],
  ['a JPEG called PNG', () => jpeg('foto.png'), 'foto.jpg', 'image/jpeg'],
  ['a PNG called JPG', () => png('shot.jpg'), 'shot.png', 'image/png'],
  ['a JPEG of a phone', () => jpeg('IMG_1.HEIC'), 'IMG_1.jpg', 'image/jpeg'],
  ['a JPEG', () => jpeg('FOTO.JPEG'), 'FOTO.JPEG', 'image/jpeg'],
  [
    'a page as text',
    () => textFile('tugas.txt', '<!DOCTYPE html><h1>Halo</h1>'),
    'tugas.txt',
    'text/plain;charset=utf-8',
  ],
  ['XML as text', () => textFile('data.txt', '<?xml version="1.0"?><a/>'), 'data.txt', 'text/plain;charset=utf-8'],
  ['UTF-16', () => new File([Buffer.from('\uFEFFKafé', 'utf16le')], 'a.txt'), 'a.txt', 'text/plain;charset=utf-8'],
  ['Latin-1', () => file('b.md', 'Kaf', [0xe9]), 'b.md', 'text/plain;charset=utf-8'],
  [
    'a Word document',
    () => officeFile('docx'),
    'berkas.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
]
const refused: [string, () => File | Promise<File>, RegExp][] = [
  ['a photo of an iPhone', () => heic('IMG_1.heic'), /HEIC.*JPG/],
  ['a photo of an iPhone called JPG', () => heic('IMG_1.jpg'), /HEIC.*JPG/],
  ['RAR', () => rar('tugas.rar'), /RAR.*ZIP/],
  ['RAR called ZIP', () => rar('tugas.zip'), /RAR.*ZIP/],
  ['an old Word document', () => oldOffice('tugas.doc'), /Word lama.*DOCX/],
  ['an old Word document called DOCX', () => oldOffice('tugas.docx'), /Office lama.*DOCX/],
  ['a PDF called PNG', () => pdfFile('foto.png'), /Ini PDF/],
  ['an archive called a document', () => archive('laporan.docx'), /arsip ZIP/],
  ['a video', () => mp4('klip.mp4', 'isom'), /video.*tautan/],
  ['a page', () => textFile('jawaban.html', '<p>'), /HTML.*ZIP/],
  ['a program', () => file('a.exe', 'MZ', [0x90, 0]), /program/],
  ['a program called a document', () => file('a.pdf', 'MZ', [0x90, 0]), /tidak cocok/],
]

describe.each(documents)('$name', ({ send, field }) => {
  test.each(taken)('may be %s', async (_, make, name, type) => {
    const sent = await send(await make())
    expect([sent.response.status, sent.response.body.errors, sent.name]).toEqual([201, undefined, name])
    const { headers } = await sent.download()
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/)
  })

  test.each(refused)('cannot be %s, and what would do is said', async (_, make, message) => {
    const { status, body } = (await send(await make())).response
    expect([status, body.errors]).toEqual([422, { [field]: expect.stringMatching(message) as string }])
  })
})

test.each([
  ['M4A', 'M4A '],
  ['a recording of an Android phone', '3gp4'],
  ['a recording of an iPhone', 'qt  '],
  ['a plain MP4', 'mp42'],
])('a recording of a lesson may be %s', async (_, brand) => {
  const { response, name: stored } = await sendAttachment(mp4('rekaman.m4a', brand))
  expect([response.status, stored]).toEqual([201, 'rekaman.m4a'])
})

test.each([
  ['with ID3', file('a.mp3', 'ID3', [4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0, 0, 0]), 'a.mp3'],
  [
    'without ID3',
    file(
      'b.mp3',
      [0xff, 0xfb, 0x90, 0x64],
      Array.from({ length: 500 }, () => 0),
    ),
    'b.mp3',
  ],
  ['that is M4A', mp4('c.mp3', 'M4A '), 'c.m4a'],
])('a recording of a lesson may be MP3 %s', async (_, sent, name) => {
  const { response, name: stored } = await sendAttachment(sent)
  expect([response.status, stored]).toEqual([201, name])
})

const pictures: (Upload & { name: string })[] = [
  {
    name: 'a photo',
    field: 'photo',
    send: (photo) => site.call('PATCH', '/me', { token: student.token, form: { photo } }),
  },
  {
    name: 'a thumbnail',
    field: 'thumbnail',
    send: (thumbnail) =>
      site.call('POST', '/courses', {
        token: admin.token,
        form: { status: 'draft', title: 'Kelas Bergambar', thumbnail },
      }),
  },
  {
    name: 'a proof of a transfer',
    field: 'proof',
    send: (proof) =>
      site.call('POST', `/my-transaction/${transactionId}/proof`, { token: student.token, form: { proof } }),
  },
]
describe.each(pictures)('$name', ({ send, field }) => {
  test('is a picture whatever it is called', async () => {
    for (const sent of [await jpeg('foto.png'), await png('foto.jpg'), await jpeg('IMG_1.HEIC'), await png('foto')])
      expect((await send(sent)).body.errors).toBeUndefined()
  })

  test('that is none is told what it is', async () => {
    for (const [sent, message] of [
      [heic('IMG.jpg'), /^\w+ harus berupa gambar \(JPEG, PNG.*\)\. Ini foto HEIC dari iPhone: simpan sebagai JPG/],
      [pdfFile('foto.png'), /^\w+ harus berupa gambar \(JPEG, PNG.*\)\. Ini PDF/],
      [textFile('foto.png', 'bukan'), /^\w+ harus berupa gambar \(JPEG, PNG.*\)$/],
    ] as const) {
      const { status, body } = await send(sent)
      expect([status, body.errors]).toEqual([422, { [field]: expect.stringMatching(message) as string }])
    }
  })
})

const tables: (Upload & { name: string })[] = [
  {
    name: 'people',
    field: 'file',
    send: (sent) =>
      site.call('POST', '/admin/students/import', { token: admin.token, form: { file: sent, dryRun: 'true' } }),
  },
  {
    name: 'students of a course',
    field: 'file',
    send: (sent) =>
      site.call('POST', `/courses/${course.id}/students/import`, {
        token: admin.token,
        form: { file: sent, dryRun: 'true' },
      }),
  },
  {
    name: 'a statement',
    field: 'statement',
    send: (statement) => site.call('POST', '/admin/transfers/statement', { token: admin.token, form: { statement } }),
  },
]
test.each(tables)('a CSV of $name that is a spreadsheet says how it becomes one', async ({ send, field }) => {
  for (const sent of [await officeFile('xlsx', 'data.csv'), await officeFile('xlsx'), oldOffice('data.xls')])
    expect((await send(sent)).body.errors[field]).toMatch(/simpan sebagai CSV/)
  expect((await send(pdfFile('data.csv'))).body.errors[field]).toMatch(/Ini PDF, bukan CSV/)
})
