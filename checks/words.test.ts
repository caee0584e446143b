import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

// The words of docs/glossary.md, "Visible words", over everything that a person may read: pages, mails, notifications, errors.

type Rule = {
  word: RegExp
  instead: string
  /** Texts of the specification, and the only uses that mean another thing. */
  fixed?: readonly (string | RegExp)[]
  /** Where the word means this thing. */
  where?: RegExp
}

const rules: readonly Rule[] = [
  {
    word: /(?<!\/)\bkursus/i,
    instead: 'kelas',
    fixed: [
      /^(Buat|Perbarui) Kursus$/,
      /^Kursus berhasil (dibuat|diperbarui)!$/,
      /^Gagal (membuat|memperbarui) kursus$/,
    ],
  },
  {
    word: /\bkonten/i,
    instead: 'materi',
    fixed: [
      /^(Buat|Perbarui) Konten( Baru)?$/,
      /^Konten berhasil (dibuat!|diperbarui!|dihapus)$/,
      /^Gagal (membuat|menghapus|update) konten\.?$/,
      /^(Judul|Tipe|Teks) konten (wajib|maksimal)/,
      'Tipe Konten',
      '-- Pilih Tipe Konten --',
      'Tidak ada konten',
      // The content of a page.
      'Lewati ke konten',
    ],
  },
  { word: /\bpelajaran\b/i, instead: 'materi' },
  { word: /\bpertanyaan/i, instead: 'soal', where: /\/assessment\// },
  // The address of their pages.
  { word: /\bpengajar\b/i, instead: 'instruktur', fixed: [/\/pengajar\//] },
  // Only in marketing text.
  { word: /\bmentor\b/i, instead: 'instruktur', fixed: [/mentor (praktisi|expert|kami)/i, /para mentor/] },
  { word: /\b(peserta|murid)\b/i, instead: 'siswa' },
  { word: /\bdrafts?\b/i, instead: 'draf', fixed: ['Save as Draft'] },
  {
    word: /\b(terbitkan|menerbitkan|diterbitkan)\b/i,
    instead: 'tayangkan',
    // Certificates and legal texts.
    fixed: [/sertifikat/i, 'Terbitkan versi baru'],
  },
  { word: /\b(edit|mengedit|sunting|menyunting)\b/i, instead: 'ubah', fixed: ['Edit Course', 'Kembali menyunting'] },
  { word: /\b[Dd]elete\b/, instead: 'hapus', fixed: ['Delete'] },
  // A local draft.
  { word: /\b(buang|dibuang|membuang)\b/i, instead: 'hapus', fixed: ['Buang'] },
  { word: /\bupdate\b/i, instead: 'perbarui', fixed: ['Gagal update konten.', 'Update failed without error message'] },
  { word: /\bsukses\b/i, instead: 'berhasil' },
  { word: /\brefund\b/i, instead: 'pengembalian dana' },
  {
    word: /\bprice\b/i,
    instead: 'harga',
    fixed: ['Price harus berupa angka 0 atau lebih'],
    where: /^(?!.*course-input)/,
  },
  {
    word: /\bcourses?\b/i,
    instead: 'kelas',
    fixed: [
      /^(New|Edit|Total) Course$/,
      /^(All|My) Courses$/,
      /^(Course( data)? not found|Course ID wajib diisi|Failed to load courses|Pilih level course)$/,
      'You have not enrolled in any courses yet.',
      'Tidak ada course yang sesuai dengan filter Anda.',
      // Names in files, and the documentation of the API.
      /^(course|Course)$|course\.yaml|^Create student accounts/,
    ],
  },
  {
    word: /\b(contents?|lessons?)\b/i,
    instead: 'materi',
    fixed: ['Add Content', 'Total Content', 'No content available'],
  },
  { word: /\bpreview\b/i, instead: 'pratinjau', fixed: ['Preview'] },
  { word: /\b(silahkan|silakahkan)\b/i, instead: 'silakan', fixed: ['Berhasil Daftar Silahkan Login'] },
  { word: /\b(kata sandi|sandi)\b/i, instead: 'password' },
  { word: /\bbrowser\b/i, instead: 'peramban' },
  { word: /\b(surel|e-mail)\b/i, instead: 'email' },
  {
    word: /\banda\b/i,
    instead: 'kamu',
    fixed: [
      'Anda sudah terdaftar di kelas ini.',
      'Tidak ada course yang sesuai dengan filter Anda.',
      'Selamat! Anda telah menyelesaikan ebook ini.',
    ],
  },
]

const root = join(import.meta.dirname, '..')
// External parties have their own words, and the demo's courses are written by people.
const isOurs = (file: string) =>
  !/\.test\.tsx?$|-for-tests\.|^src\/(testing|sandbox|server\/process\/demo)\//.test(file)
const files = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter(isOurs)

type Text = { at: string; text: string }

const indonesian =
  /\b(yang|dan|di|ke|dari|ini|itu|untuk|dengan|atau|belum|sudah|tidak|bisa|wajib|maksimal|minimal|gagal|berhasil|kamu|kami|hapus|ubah|harus|kelas|semua|ada|saat|jika|kalau|lagi)\b/i

/** Texts that a person may read: between tags, labels, and sentences. Class names, queries and names of the code are none. */
function visibleTexts(file: string): Text[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Text[] = []
  const add = (raw: string, start: number) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text) found.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, text })
  }
  const isSentence = (text: string) =>
    (file.startsWith('src/web/') && /^\s*\p{Lu}\p{Ll}/u.test(text)) || indonesian.test(text)
  const visitor = new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && isSentence(value) && add(value, start)),
    TemplateElement: ({ value, start }) => void (isSentence(value.cooked ?? '') && add(value.cooked ?? '', start)),
    JSXText: ({ value, start }) => add(value, start),
  })
  visitor.visit(parseSync(file, source).program)
  return found
}

describe('visible text', () => {
  const texts = files.flatMap(visibleTexts)

  test('is found in pages, mails, notifications and errors', () => {
    const known = [
      'Daftar materi',
      'Selamat datang! Tekan tombol ini',
      'Materi baru di kelasku',
      'Judul minimal 3 karakter',
    ]
    expect(known.filter((text) => !texts.some((found) => found.text.includes(text)))).toEqual([])
  })

  test.each(rules)('says $instead, not $word', ({ word, instead, fixed = [], where }) => {
    const isFixed = (text: string) =>
      fixed.some((known) => (typeof known === 'string' ? known === text : known.test(text)))
    const wrong = texts.filter(({ at, text }) => word.test(text) && (!where || where.test(at)) && !isFixed(text))
    expect(wrong.map(({ at, text }) => `${at}: ${text} (${instead})`)).toEqual([])
  })

  test('names the time zone of a moment once', () => {
    const twice = /\bformatDateTime\((?:[^()]|\([^()]*\))*\)\}\s*WIB/
    expect(files.filter((file) => twice.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  test('has no exception that nothing needs', () => {
    const fixed = rules.flatMap((rule) => rule.fixed ?? [])
    expect(
      fixed.filter(
        (known) => !texts.some(({ text }) => (typeof known === 'string' ? known === text : known.test(text))),
      ),
    ).toEqual([])
  })
})
