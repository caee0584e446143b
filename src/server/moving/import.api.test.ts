import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { renameInZip, withoutUtf8Flag, zipOf, type ZipEntry } from '#testing/materials/zip.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  await site.createCourse({ category: 'JavaScript' })
})
afterAll(() => site.close())

const send = async (file: Buffer<ArrayBuffer>, fields: Record<string, string> = {}) => {
  // The rate limit is not what these tests are about.
  site.clock.advance(minuteMs)
  return site.call('POST', '/admin/courses/import', {
    token: instructor.token,
    form: { file: new File([file], 'kelas.zip'), ...fields },
  })
}
const sendFiles = async (files: Record<string, ZipEntry>) => send(await zipOf(files))
const mistakesOf = async (files: Record<string, ZipEntry>): Promise<string[]> => {
  const { status, body } = await sendFiles(files)
  expect(status, JSON.stringify(body)).toBe(422)
  return body.mistakes.map(
    ({ file, line, message }: { file: string; line: number; message: string }) => `${file}:${line}: ${message}`,
  )
}
const yaml = 'title: Belajar Menenun\nlessons:\n  - title: Benang\n    article: 01.md\n'
const good = { 'course.yaml': yaml, '01.md': '# Benang\n\nKatun **kuat**.\n' }
const countCourses = async () =>
  (await site.call('GET', '/admin/courses', { token: instructor.token })).body.meta.total as number

test('a small course becomes a draft with its lessons', async () => {
  const { status, body } = await sendFiles(good)
  expect([status, body.data]).toEqual([
    200,
    { _id: expect.any(String), title: 'Belajar Menenun', chapters: 0, lessons: 1, pictures: 0, unused: [] },
  ])
  const { data } = (await site.call('GET', `/admin/courses/${body.data._id}?preview=true`, { token: instructor.token }))
    .body
  expect([data.status, data.price, data.details.map(({ text }: { text: string }) => text)]).toEqual([
    'draft',
    null,
    [expect.stringContaining('<p>Katun <strong>kuat</strong>.</p>')],
  ])
})

test('names with accents or spaces match however an operating system writes them, also without the flag for UTF-8', async () => {
  const named = 'title: Belajar Menenun\nlessons:\n  - title: Benang\n    article: "caf\u00e9 10.00 AM.md"\n'
  const zip = await zipOf({ 'course.yaml': named, 'cafe\u0301 10.00\u202fAM.md': '# Benang\n\nKatun.\n' })
  for (const bytes of [zip, withoutUtf8Flag(zip)]) {
    const { status, body } = await send(bytes)
    expect([status, body.data?.lessons, body.data?.unused], JSON.stringify(body)).toEqual([200, 1, []])
  }
})

test('what a folder of macOS or Windows adds is ignored, files that nothing names are listed', async () => {
  const files = Object.fromEntries(Object.entries(good).map(([path, content]) => [`kelas/${path}`, content]))
  const { status, body } = await sendFiles({
    ...files,
    '__MACOSX/kelas/._01.md': 'x',
    'kelas/.DS_Store': 'x',
    'kelas/README.md': 'x',
    'kelas/02.md': 'x',
  })
  expect([status, body.data.unused]).toEqual([200, ['02.md']])
})

test('all mistakes are listed at once with file and line, and nothing is imported', async () => {
  const before = await countCourses()
  const files = {
    'course.yaml': `title: Ab
price: -5
category: Memasak
harga: 1
cover: images/sampul.png
chapters:
  - title: Satu
    opensAfterDays: 400
    lessons:
      - title: Tanpa isi
      - title: Dua isi
        article: 01.md
        quiz: 02.gift
      - title: Artikel
        article: 01.md
        warna: biru
      - title: Kuis
        quiz: 02.gift
        preview: true
        settings: { passPercent: 200 }
      - title: Video
        youtube: https://contoh.id
        captions: { id: captions/x.vtt, xx-y: captions/x.vtt }
      - title: Hilang
        article: 09.md
      - title: Proyek
        assignment: 03.md
        points: 0
        rubric:
          - nilai: 1
            title: Isi
            levels: [{ title: Baik, points: 2 }, { title: Cukup,
              points: -1,
              ket: x }]
`,
    '03.md': 'Kirim hasilmu.\n',
    '01.md': '# Benang\n\n![peta](images/peta.png) ![luar](https://contoh.id/x.png)\n\n![lain](../rahasia.png)\n',
    '02.gift': 'Benar {T}\n\nRusak {\n=a\n~b\n',
    'captions/x.vtt': 'WEBVTT\n\n00:05.000 --> 00:01.000\nHalo\n',
  }
  expect(await mistakesOf(files)).toEqual([
    'course.yaml:1: Judul minimal 3 karakter',
    'course.yaml:2: Harga tidak boleh negatif',
    'course.yaml:3: Kategori "Memasak" tidak ada di situs ini. Yang ada: JavaScript',
    'course.yaml:4: "harga" tidak dikenal. Yang ada: format, title, tagline, description, level, category, price, discount, pace, enrolment, certificate, cover, learn, lessons, chapters',
    'course.yaml:5: Gambar "images/sampul.png" tidak ada',
    'course.yaml:8: Isi 0 sampai 365 hari',
    'course.yaml:10: Materi ini perlu tepat satu dari: article, youtube, video, quiz, assignment, exercise',
    'course.yaml:11: Materi ini perlu tepat satu dari: article, youtube, video, quiz, assignment, exercise',
    'course.yaml:16: "warna" tidak dikenal. Yang ada: title, preview, draft, files, article',
    'course.yaml:19: Materi ini tidak bisa menjadi pratinjau',
    'course.yaml:20: Isi 1 sampai 100 persen',
    'course.yaml:22: YouTube ID harus 11 karakter',
    'course.yaml:23: Bahasa "xx-y" tidak dikenal. Contoh: id atau en',
    'course.yaml:25: Berkas "09.md" tidak ada',
    'course.yaml:28: Isi 1 sampai 1.000 poin',
    'course.yaml:30: "nilai" tidak dikenal. Yang ada: title, levels',
    'course.yaml:33: Isi 0 sampai 1.000 poin',
    'course.yaml:34: "ket" tidak dikenal. Yang ada: title, points, description',
    '01.md:3: Gambar "images/peta.png" tidak ada',
    '01.md:3: Gambar "https://contoh.id/x.png" harus berkas di dalam kelas, misalnya images/peta.png',
    '01.md:5: Gambar "../rahasia.png" harus berkas di dalam kelas, misalnya images/peta.png',
    '02.gift:5: Soal ini belum selesai. Periksa apakah ada { yang belum ditutup dengan }',
    'captions/x.vtt:3: waktu selesai harus sesudah waktu mulai',
  ])
  expect(await countCourses()).toBe(before)
})

describe('course.yaml is rejected with a line', () => {
  test.each<[string, string, string]>([
    ['without a title', 'tagline: x\n', 'course.yaml:1: Judul minimal 3 karakter'],
    ['with letters that no font has in its title', 'tagline: x\ntitle: Belajar ภาษาไทย\n', 'course.yaml:2: Huruf '],
    ['as a list', '- satu\n', 'course.yaml:1: Tulis sebagai baris'],
    ['as broken YAML', 'title: "Buka\nprice: 1\n', 'course.yaml:'],
    [
      'with a name twice',
      'title: Buka mata\ntitle: Buka lagi\n',
      'course.yaml:2: Bukan YAML yang benar: nama ini sudah ditulis sebelumnya',
    ],
    ['with a reference', 'title: &a Buka mata\ntagline: *a\n', 'course.yaml:2: Rujukan YAML'],
    ['nested too deep', `title: ${'['.repeat(200_000)}\n`, 'course.yaml:1: '],
    [
      'with a category that is not there',
      'title: Buka mata\n\ncategory: Memasak\n',
      'course.yaml:3: Kategori "Memasak" tidak ada di situs ini. Yang ada: JavaScript',
    ],
    ['of another format', 'format: 2\ntitle: Buka mata\n', 'course.yaml:1: Format ini belum dikenal. Yang ada: 1'],
    ['with a price that cannot be charged', 'title: Buka mata\nprice: 500\n', 'course.yaml:2: Harga setelah diskon'],
  ])('%s', async (_, text, expected) => {
    const found = await mistakesOf({ ...good, 'course.yaml': text })
    expect(
      found.some((mistake) => mistake.startsWith(expected)),
      found.join('\n'),
    ).toBe(true)
  })
})

test.each([
  [1, 'title: "Buka'],
  [2, "title: Buka mata\ntagline: 'x"],
  [4, 'title: Buka mata\nlearn:\n  [satu,\ndua]\n'],
  [3, 'title: Buka mata\nlearn:\n\t- satu\n'],
  [2, 'title: Buka mata\ntagline: satu: dua\n'],
  [2, 'title: Buka mata\ntagline: @satu\n'],
  [2, 'title: Buka mata\ntagline: "\\q"\n'],
  [2, 'title: Buka mata\ntagline\nprice: 1\n'],
  [4, 'title: Buka mata\nlearn:\n  - satu\n - dua\n'],
  [3, 'title: Buka mata\nlearn: [satu, dua\n'],
  [2, 'title: Buka mata\nlearn: [satu,, dua]\n'],
  [2, 'title: Buka mata\n---\ntitle: Buka lagi\n'],
  [2, 'title: Buka mata\ntagline: &a &b satu\n'],
  [2, 'title: Buka mata\ntagline: | satu\n'],
  [2, 'title: Buka mata\n} x\n'],
])('broken YAML is explained in Indonesian, in line %i of %j', async (line, text) => {
  const found = (await mistakesOf({ ...good, 'course.yaml': text })).filter((mistake) => mistake.includes('YAML'))
  expect(found, 'the line').toContainEqual(
    expect.stringMatching(new RegExp(`^course\\.yaml:${line}: Bukan YAML yang benar: `)),
  )
  expect(found.join('\n'), 'no English').not.toMatch(
    /\b(the|must|not|and|with|at|is|in|of|can|missing|unexpected|invalid|unresolved|expected|need|source|please)\b/i,
  )
})

test('a choice without a value is one that is left out', async () => {
  const { status } = await send(await zipOf({ ...good, 'course.yaml': 'title: Buka mata\nlevel:\npace:\n' }))
  expect(status).toBe(200)
})

describe('an archive is rejected with a sentence', () => {
  const firstMistake = async (zip: Buffer<ArrayBuffer>): Promise<string> => {
    const { status, body } = await send(zip)
    expect(status, JSON.stringify(body)).toBe(422)
    return body.mistakes[0].message
  }

  test('that is no zip, is cut, or has wrong bytes', async () => {
    const zip = await zipOf({ ...good, 'images/x.webp': Buffer.alloc(2_000, 7) })
    for (const bytes of [Buffer.from('bukan zip'), Buffer.alloc(0), zip.subarray(0, zip.length / 2)])
      expect(await firstMistake(Buffer.from(bytes))).toMatch(/^Berkas zip ini rusak|^Pilih berkas zip/)
    expect(await firstMistake(Buffer.from('Rar!\u001a\u0007\u0001\0\0\0\0\0'))).toBe(
      'Ini arsip RAR: kemas lagi sebagai ZIP',
    )
    expect(await firstMistake(Buffer.from('%PDF-1.7 laporan'))).toBe('Ini PDF, bukan zip kelas. Pilih berkas zip')
    const changed = Buffer.from(zip)
    changed[45] = (changed[45] ?? 0) ^ 0xff
    expect(await firstMistake(changed)).toMatch(/^Berkas zip ini rusak/)
  })

  test('with a path that leads out, a link, an encrypted file, or a name that is not UTF-8', async () => {
    const zip = await zipOf({ ...good, 'xx/rahasia': 'x' })
    expect(await firstMistake(renameInZip(zip, 'xx/rahasia', '../rahasia'))).toMatch(/^Path tidak boleh keluar/)
    expect(await firstMistake(renameInZip(zip, 'xx/rahasia', '/x/rahasia'))).toMatch(/^Path harus relatif/)
    expect(await firstMistake(renameInZip(zip, 'xx/rahasia', 'C:/rahasia'))).toMatch(/^Path harus relatif/)
    expect(await firstMistake(renameInZip(zip, 'xx/rahasia', 'xx/rahasi\u0001'))).toMatch(
      /^Nama berkas tidak bisa dipakai/,
    )
    const broken = Buffer.from(zip.toString('latin1').replaceAll('xx/rahasia', 'xx/rahasi\xe9'), 'latin1')
    expect(await firstMistake(broken)).toMatch(/^Nama berkas ini bukan UTF-8/)
    expect(await firstMistake(await zipOf({ ...good, tautan: { content: '/etc/passwd', mode: 0o120777 } }))).toMatch(
      /^Tautan/,
    )
    expect(await firstMistake(encrypted(await zipOf(good)))).toMatch(/^Berkas ini terkunci/)
  })

  test('with names that are equal, or equal but for letter case', async () => {
    expect(await firstMistake(await zipOf({ ...good, '01.MD': 'x' }))).toMatch(
      /^Nama ini hanya berbeda huruf besar-kecil/,
    )
    expect(await firstMistake(renameInZip(await zipOf({ ...good, '0x.md': 'x' }), '0x.md', '01.md'))).toBe(
      'Nama berkas ini ada dua kali',
    )
  })

  test('with texts in which a letter is damaged or that are none, at the line of it', async () => {
    expect(await mistakesOf({ ...good, '01.md': '# A\n\nk\uFFFD' })).toEqual([
      '01.md:3: Ada huruf rusak. Simpan ulang berkas aslinya sebagai UTF-8',
    ])
    expect(await mistakesOf({ ...good, '01.md': 'a\nb\0' })).toEqual([
      '01.md:2: Memuat karakter yang tidak bisa dipakai',
    ])
  })

  test('that unpacks to more than it may, also when it claims less', async () => {
    const bomb = await zipOf({ ...good, besar: Buffer.alloc(97 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await firstMistake(bomb)).toMatch(/^Isi zip maksimal 96 MB/)
    expect(await firstMistake(claimLess(bomb))).toMatch(/^Berkas zip ini rusak|^Isi zip maksimal/)
  })

  test('with too many files, or a text or picture that is too large or none', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}`, '']))
    expect(await firstMistake(await zipOf(many))).toBe('Isi zip maksimal 5.000 berkas')
    expect(await mistakesOf({ ...good, '01.md': 'a\n'.repeat(600_000) })).toEqual([
      '01.md:1: Berkas teks maksimal 1 MB',
    ])
    expect(await mistakesOf({ ...good, '01.md': 'a\n\n![x](x.png)', 'x.png': 'bukan gambar' })).toEqual([
      '01.md:3: Gambar "x.png": File harus berupa gambar (JPEG, PNG)',
    ])
  })
})

test.each([
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('texts in %s are read as they were written', async (_, encode) => {
  const named = 'title: Kafé Menenun\nlessons:\n  - title: Benang dé\n    article: 01.md\n'
  const { status, body } = await sendFiles({
    'course.yaml': encode(named),
    '01.md': encode('# Benang\n\nKafé\n'),
  })
  expect([status, body.data?.title], JSON.stringify(body)).toEqual([200, 'Kafé Menenun'])
  const { data } = (await site.call('GET', `/admin/courses/${body.data._id}?preview=true`, { token: instructor.token }))
    .body
  expect([data.details[0].title, data.details[0].text]).toEqual(['Benang dé', expect.stringContaining('<p>Kafé</p>')])
})

test('articles that would take long to render are rejected', async () => {
  for (const unit of ['> ', '>', '- ', '1. ', '![](x)'])
    expect((await mistakesOf({ ...good, '01.md': unit.repeat(90_000 / unit.length) }))[0], unit).toMatch(
      /^01\.md:1: (Susunannya terlalu dalam|Satu artikel memuat)/,
    )
})

test('a file belongs to one lesson, and there are at most 1,000 of them', async () => {
  const twice = `${yaml}  - title: Lagi\n    article: 01.md\n`
  expect(await mistakesOf({ ...good, 'course.yaml': twice })).toEqual([
    'course.yaml:6: Berkas "01.md" sudah dipakai materi lain',
  ])
  const many = `title: Buka mata\nlessons:\n${'  - title: A\n    article: 01.md\n'.repeat(1_001)}`
  expect(await mistakesOf({ ...good, 'course.yaml': many })).toEqual([
    'course.yaml:1: Satu kelas memuat paling banyak 1.000 materi',
  ])
})

test('a picture with metadata or with bytes behind it is encoded again, without them', async () => {
  const plain = () => sharp({ create: { width: 64, height: 36, channels: 3, background: '#3547b4' } }).webp()
  const withMetadata = await plain()
    .withExif({ IFD0: { Copyright: 'RAHASIA' } })
    .toBuffer()
  const withTail = Buffer.concat([await plain().toBuffer(), Buffer.from('RAHASIA')])
  const files = { ...good, '01.md': '![a](a.webp)\n\n![b](b.webp)\n', 'a.webp': withMetadata, 'b.webp': withTail }
  const { body } = await sendFiles(files)
  const { data } = (await site.call('GET', `/admin/courses/${body.data._id}?preview=true`, { token: instructor.token }))
    .body
  const names: string[] = data.details[0].text.match(/\/uploads\/[\w-]+\.webp/g)
  expect(names).toHaveLength(2)
  for (const name of names) {
    const stored = Buffer.from(await (await site.app.fetch(new Request(`http://cendaki.test${name}`))).arrayBuffer())
    expect([stored.length > 0, stored.includes('RAHASIA')]).toEqual([true, false])
  }
  expect([withMetadata.includes('RAHASIA'), withTail.includes('RAHASIA')]).toEqual([true, true])
})

test('only staff import, a missing file is an error at its field, and too many imports wait', async () => {
  const { token } = await site.createStudent()
  const file = new File([await zipOf(good)], 'kelas.zip')
  expect((await site.call('POST', '/admin/courses/import', { token, form: { file } })).status).toBe(403)
  expect((await site.call('POST', '/admin/courses/import', { form: { file } })).status).toBe(401)
  const missing = await site.call('POST', '/admin/courses/import', { token: instructor.token, form: { check: 'true' } })
  expect([missing.status, missing.body.errors]).toEqual([422, { file: 'Pilih berkas zip, maksimal 64 MB' }])
  const busy = await site.createInstructor()
  const statuses: number[] = []
  for (let times = 0; times < 61; times++) {
    const form = { file: new File(['x'], 'kelas.zip') }
    statuses.push((await site.call('POST', '/admin/courses/import', { token: busy.token, form })).status)
  }
  expect([statuses[0], statuses[59], statuses[60]]).toEqual([422, 422, 429])
})

/** Sets the flag of encrypted files in the central directory. */
function encrypted(zip: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const copy = Buffer.from(zip)
  const at = copy.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  copy[at + 8] = (copy[at + 8] ?? 0) | 1
  return copy
}

/** Declares a small size for every file. */
function claimLess(zip: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const copy = Buffer.from(zip)
  for (let at = copy.indexOf('PK\u0001\u0002'); at !== -1; at = copy.indexOf('PK\u0001\u0002', at + 4))
    copy.writeUInt32LE(10, at + 24)
  return copy
}
