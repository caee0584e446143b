import { peopleRoles, studentRoles, type PeopleRole } from '#contract/kit/csv-columns.ts'
import { matchColumns, type ColumnWords } from './match-columns.ts'
import type { CsvRecord } from './read-csv.ts'
import { columnsOf, type FoundTable, type Roles, type Table, type TableReader } from './read-table.ts'
import { withoutGuard } from './write-csv.ts'

// The lists of schools and the exports of Moodle, Google Forms, WordPress and LearnPress, in Indonesian and English.

const person =
  /(?:siswa|siswi|peserta|peserta didik|murid|mahasiswa|pelajar|santri|karyawan|anggota|pembeli|akun|student|participant|learner|user|member|customer|billing|kamu|anda|saya)/
/** A pattern with a word for the people of a list in place of `@`. */
const ofPeople = ({ source }: RegExp): RegExp => new RegExp(source.replaceAll('@', person.source))

/** Names of what is no person of the list, and names with which one signs in. */
const ofOthers =
  /\b(?:sekolah|kampus|universitas|fakultas|jurusan|prodi|kelas|kursus|course|kelompok|grup|group|instansi|institusi|lembaga|organisasi|perusahaan|company|school|yayasan|orang ?tua|ortu|ayah|bapak|ibu|wali|guru|dosen|mentor|instruktur|instructor|teacher|parent|father|mother|pengguna|username|user name|login|panggilan|nick ?name|bank|rekening|file|berkas|produk|product|kota|desa|jalan|provinsi|kabupaten|kecamatan|event|acara|status|verified|newsletter|subscri\w+|notifi\w+)(?:mu|ku|nya)?\b/

const fullName: ColumnWords = { best: [/^(?:nama|name|nama lengkap|full ?name|nama lengkap dan gelar)$/] }
const firstName: ColumnWords = {
  best: [/^(?:nama depan|nama pertama|first ?name|given ?names?)$/, /\bfirst ?name$|^nama depan\b/],
}
const middleName: ColumnWords = { best: [/^(?:nama tengah|middle ?names?|middle initial)$/] }
const lastName: ColumnWords = {
  best: [
    /^(?:nama belakang|nama akhir|nama keluarga|last ?name|sur ?name|family ?name)$/,
    /\blast ?name$|^nama belakang\b/,
  ],
}
const otherName: ColumnWords = {
  best: [
    ofPeople(
      /^nama (?:lengkap )?@(?: lengkap)?$|^@ (?:full )?name$|^(?:user )?display ?name$|^(?:siswa|peserta|student|participant)$/,
    ),
    /\bnama lengkap(?:mu|ku|nya)?\b|\bfull ?name\b/,
    /^(?:nama|name)(?:mu|ku|nya)?\b/,
  ],
  never: ofOthers,
}
const mail: ColumnWords = {
  best: [
    /^(?:e ?mail|surel|(?:alamat )?(?:e ?mail|surel)(?: address)?|user ?e ?mail)$/,
    ofPeople(/^(?:alamat )?(?:e ?mail|surel)(?: address)? (?:@|aktif|pribadi)$|^@ e ?mail(?: address)?$/),
    /\b(?:e ?mail|surel)\b/,
  ],
  never: ofOthers,
}

const details: Record<'course' | 'enrolledAt' | 'finishedAt' | 'percent' | 'passwordHash', ColumnWords> = {
  course: { best: [/^(?:kelas|kursus|courses?|nama kelas|nama kursus|course (?:name|title|full ?name))$/] },
  enrolledAt: {
    best: [
      /^(?:enrolled ?at|enrolled|terdaftar|tanggal (?:daftar|terdaftar|mendaftar|mulai)|tgl daftar|enrolled on|enrol(?:l?ment)? date|start (?:date|time))$/,
    ],
  },
  finishedAt: {
    best: [
      /^(?:finished ?at|finished|selesai|tanggal selesai|tgl selesai|completed(?: at| on)?|completion date|end (?:date|time))$/,
    ],
  },
  percent: {
    best: [
      /^(?:percent|persen|persentase|percentage|progress|progres|kemajuan)(?: (?:complete|completed|selesai|belajar|kemajuan))?$/,
      /^(?:course progress|completion(?: (?:rate|percentage))?|completed percent|tingkat penyelesaian|penyelesaian)$/,
    ],
  },
  passwordHash: { best: [/^(?:password ?hash|hash|user pass)$/] },
}

/** Patterns of this rank and above say too little about whom a column names. */
const vague = 2
/** Also of other widths, as cleaning an address makes it. */
const hasSign = (cell: string | undefined): boolean => /[@\uff20\ufe6b]/.test(cell ?? '')

/** Where a header has the names and the addresses of people; `rows` decide between columns that fit equally. */
export function findPeopleColumns(
  header: readonly string[],
  rows: readonly CsvRecord[] = [],
): { roles: Roles<PeopleRole>; isSureOfEmail: boolean; isSureOfName: boolean } {
  const withAddresses = header.flatMap((_, at) => (rows.some(({ cells }) => hasSign(cells[at])) ? [at] : []))
  const mails = matchColumns(header, mail)
  const named = mails?.at.filter((at) => withAddresses.includes(at)) ?? []
  const emails = named.length > 0 ? named : (mails?.at ?? [])
  const isSureOfEmail = emails.length === 1 && (mails?.rank !== vague || withAddresses.length < 2)
  const full = matchColumns(header, fullName)
  const [own, first, last] = [full?.at[0] ?? -1, firstOf(header, firstName), firstOf(header, lastName)]
  const other = matchColumns(header, otherName)
  const otherAt = other?.at[0] ?? -1
  // `Nama` beside `Nama belakang` is the first name.
  const isSplit = own === -1 ? first !== -1 : first === -1
  const name = own !== -1 ? own : first !== -1 ? first : otherAt
  const roles: (PeopleRole | null)[] = header.map(() => null)
  const set = (at: number, role: PeopleRole) => {
    if (at !== -1) roles[at] = role
  }
  for (const [role, words] of Object.entries(details)) set(firstOf(header, words), role as keyof typeof details)
  set(otherAt, 'otherName')
  if (isSplit) set(last, 'lastName')
  // The columns of a role are joined in the order of the file.
  const middle = firstOf(header, middleName)
  if (first !== -1 && isSplit) set(middle, middle > first ? 'name' : 'lastName')
  set(name, 'name')
  set(emails[0] ?? -1, 'email')
  const isSureOfName =
    full?.at.length === 1 || (!full && first !== -1) || (!full && other?.at.length === 1 && other.rank < vague)
  return { roles, isSureOfEmail, isSureOfName }
}

const firstOf = (header: readonly string[], words: ColumnWords): number => matchColumns(header, words)?.at[0] ?? -1

export type PeopleTable = Table<PeopleRole>

/** The name in a line: of the columns together, else of the other one. */
export function nameIn(cells: readonly string[], table: Pick<PeopleTable, 'roles'>): string {
  const joined = (...roles: PeopleRole[]) =>
    roles
      .flatMap((role) => columnsOf(table, role))
      .map((at) => withoutGuard(cells[at] ?? '').trim())
      .filter((part) => part !== '')
      .join(' ')
  return joined('name', 'lastName') || joined('otherName')
}

/** How many rows above the header a title may take. */
const longestTitle = 10

type Needs = { needsName: boolean }

/** The table of a file, which may begin with a title: where a row names the addresses, and the names if `needsName`. Null without one. */
export function findPeopleTable(records: readonly CsvRecord[], { needsName }: Needs): FoundTable<PeopleRole> | null {
  const isList = records.every(({ cells }) => cells.length === 1)
  let withoutName: FoundTable<PeopleRole> | null = null
  for (const [at, header] of records.slice(0, longestTitle).entries()) {
    // A row with an address is of a person.
    if (header.cells.some(hasSign)) break
    const rows = records.slice(at + 1)
    const { roles, isSureOfEmail, isSureOfName } = findPeopleColumns(header.cells, rows.slice(0, 50))
    const isTitle = !isList && header.cells.filter((cell) => cell !== '').length < 2
    if (!roles.includes('email') || isTitle) continue
    if (!needsName) return { header, rows, roles, isSure: isSureOfEmail }
    if (roles.includes('name')) return { header, rows, roles, isSure: isSureOfEmail && isSureOfName }
    withoutName ??= { header, rows, roles, isSure: false }
  }
  return withoutName
}

const guess = (cell: string) => (hasSign(cell) ? ('email' as const) : null)

function lacks(roles: Roles<PeopleRole>, { needsName }: Needs): string | null {
  const count = (...of: PeopleRole[]) => roles.filter((role) => role !== null && of.includes(role)).length
  if (count('email') !== 1) return 'Pilih satu kolom untuk email.'
  if (needsName && count('name', 'lastName', 'otherName') === 0) return 'Pilih kolom untuk nama.'
  const isRepeated = peopleRoles.some((role) => role !== 'name' && role !== 'lastName' && count(role) > 1)
  return isRepeated ? 'Yang boleh lebih dari satu kolom hanya nama.' : null
}

/** People with their courses and history. */
export const peopleReader: TableReader<PeopleRole> = {
  name: 'people',
  roles: peopleRoles,
  find: (records) => findPeopleTable(records, { needsName: true }),
  guess,
  evidence: ['email'],
  lacks: (roles) => lacks(roles, { needsName: true }),
  unreadable: 'Berkas tidak terbaca. Baris pertama berisi nama kolom: nama, email, kelas.',
}

export type StudentRole = (typeof studentRoles)[number]
const isStudentRole = (role: PeopleRole | null): role is StudentRole =>
  (studentRoles as readonly (string | null)[]).includes(role)

/** Students of one course: their addresses, also as the only column without a name. */
export const studentReader: TableReader<StudentRole> = {
  name: 'students',
  roles: studentRoles,
  find: (records) => {
    const table = findPeopleTable(records, { needsName: false })
    if (table) return { ...table, roles: table.roles.map((role) => (isStudentRole(role) ? role : null)) }
    const isList = records.length > 0 && records.every(({ cells }) => cells.length === 1)
    return isList ? { header: null, rows: [...records], roles: ['email'], isSure: true } : null
  },
  guess,
  evidence: ['email'],
  lacks: (roles) => lacks(roles, { needsName: false }),
  unreadable: 'Berkas tidak terbaca. Perlu CSV dengan kolom email.',
}
