import { peopleRoles, studentRoles, type PeopleRole } from '#contract/kit/csv-columns.ts'
import { matchColumns, type ColumnMatch, type ColumnWords } from './match-columns.ts'
import type { CsvRecord } from './read-csv.ts'
import { columnsOf, type FoundTable, type Roles, type Table, type TableReader } from './read-table.ts'
import { withoutGuard } from './write-csv.ts'

// The lists of schools and the exports of Moodle, Google Forms, WordPress and LearnPress, in Indonesian and English.

const learner =
  /(?:siswa|siswi|peserta|peserta didik|murid|mahasiswa|pelajar|santri|anak didik|student|participant|learner|pupil)/
const account = /(?:karyawan|anggota|pembeli|penagihan|akun|user|member|customer|billing|buyer|kamu|anda|saya|your)/
/** A pattern with a word for the people of a list in place of `@`, and one for those who learn in place of `#`. */
const ofPeople = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source.replaceAll('@', `(?:${learner.source}|${account.source})`).replaceAll('#', learner.source), flags)

/** People beside those of the list. */
const others =
  /(?:orang ?tua|ortu|ayah|bapak|ibu|suami|istri|pasangan|wali|guru|dosen|mentor|instruktur|pengajar|pelatih|atasan|penerima|pengiriman|darurat|instructor|teacher|trainer|tutor|coach|manager|supervisor|parent|father|mother|spouse|guardian|emergency|shipping|delivery|recipient|referral|referrer|affiliate|afiliasi)/
/** Things that are no person, and names with which one signs in. */
const things =
  /(?:sekolah|kampus|universitas|fakultas|jurusan|prodi|kelas|kursus|course|kelompok|grup|group|instansi|institusi|lembaga|organisasi|perusahaan|company|school|yayasan|pengguna|username|user name|login|panggilan|nick ?name|phonetic|fonetik|bank|rekening|file|berkas|produk|product|mata pelajaran|mapel|mata kuliah|matkul|subject|kota|desa|jalan|provinsi|kabupaten|kecamatan|event|acara|status|verified|newsletter|subscri\w+|notifi\w+)/
const ofOthers = new RegExp(String.raw`\b(?:${others.source}|${things.source})(?:mu|ku|nya)?\b`)

/** Brackets around whose name it is, or around the sign of percents, in contrast to a remark. */
const telling = ofPeople(new RegExp(String.raw`[([] ?(@|${others.source}) ?[)\]]`, 'gi'))
const readable = (cell: string): string =>
  cell.replaceAll(telling, ' $1 ').replaceAll(/\( ?% ?\)|\[ ?% ?\]|%/g, ' persen ')

// Best first: who learns, an exact name, an account, and last what says too little about whom a column names.
const fullName: ColumnWords = { best: [/^(?:nama|name|nama lengkap|full ?name|nama lengkap dan gelar)$/] }
const firstName: ColumnWords = {
  best: [
    ofPeople(/^# (?:first ?name|given ?names?)$|^(?:nama depan|first ?name) #$/),
    /^(?:nama depan|nama pertama|first ?name|given ?names?|forename)$/,
    ofPeople(/^@ (?:first ?name|given ?names?)$|^(?:nama depan|first ?name) @$/),
    /\bfirst ?name$|^nama depan\b/,
  ],
  never: ofOthers,
}
const middleName: ColumnWords = {
  best: [
    ofPeople(/^# middle ?names?$|^nama tengah #$/),
    /^(?:nama tengah|middle ?names?|middle initial)$/,
    ofPeople(/^@ middle ?names?$|^(?:nama tengah|middle ?name) @$/),
    /\bmiddle ?name$|^nama tengah\b/,
  ],
  never: ofOthers,
}
const lastName: ColumnWords = {
  best: [
    ofPeople(/^# (?:last|sur|family) ?name$|^(?:nama (?:belakang|akhir|keluarga)|last ?name) #$/),
    /^(?:nama belakang|nama akhir|nama keluarga|last ?name|sur ?name|family ?name)$/,
    ofPeople(/^@ (?:last|sur|family) ?name$|^(?:nama (?:belakang|akhir|keluarga)|last ?name) @$/),
    /\blast ?name$|^nama belakang\b/,
  ],
  never: ofOthers,
}
const otherName: ColumnWords = {
  best: [
    ofPeople(/^nama (?:lengkap )?#(?: lengkap)?$|^# (?:full )?name$|^(?:full )?name #$/),
    ofPeople(
      /^nama (?:lengkap )?@(?: lengkap)?$|^@ (?:full )?name$|^(?:full )?name @$|^(?:user )?display ?name$|^(?:siswa|peserta|student|participant)$/,
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
/** Beside the name or the address of who learns, an exact one may be of who filled in the form. */
const plainName: ColumnWords = {
  best: [/^(?:nama|name|nama lengkap|full ?name|nama lengkap dan gelar|nama depan|nama pertama|first ?name)$/],
}
const learnersMail: ColumnWords = {
  best: [ofPeople(/^(?:alamat )?(?:e ?mail|surel)(?: address)? #$|^# e ?mail(?: address)?$/)],
  never: ofOthers,
}

const details: Record<'course' | 'enrolledAt' | 'finishedAt' | 'percent' | 'passwordHash', ColumnWords> = {
  course: { best: [/^(?:kelas|kursus|courses?|nama kelas|nama kursus|course (?:name|title|full ?name))$/] },
  enrolledAt: {
    best: [
      /^(?:enrolled ?at|enrolled|terdaftar|(?:tanggal|tgl) (?:daftar|pendaftaran|terdaftar|mendaftar|mulai)|enrolled on|enrol(?:l?ment)? date|start (?:date|time))$/,
    ],
  },
  finishedAt: {
    best: [
      /^(?:finished ?at|finished|selesai|tanggal selesai|tgl selesai|completed(?: at| on)?|completion date|end (?:date|time))$/,
    ],
  },
  percent: {
    best: [
      /^(?:percent|persen|persentase|percentage|progress|progres|kemajuan)(?: (?:complete|completed|completion|finished|done|progress|progres|selesai|tuntas|penyelesaian|belajar|kemajuan))?(?: persen)?$/,
      /^(?:course progress|completion(?: (?:rate|percentage))?|completed percent|(?:tingkat )?penyelesaian)(?: persen)?$/,
      /^(?:complete|completed|finished|done|selesai|tuntas) (?:persen|persentase|percent|percentage)$/,
    ],
  },
  passwordHash: { best: [/^(?:password ?hash|hash|user pass)$/] },
}

/** The last patterns say too little about whom a column names. */
const isVague = ({ rank }: ColumnMatch, { best }: ColumnWords): boolean => rank === best.length - 1
/** Also of other widths, as cleaning an address makes it. */
const hasSign = (cell: string | undefined): boolean => /[@\uff20\ufe6b]/.test(cell ?? '')

/** As much of a header as is looked at. */
const longestHeader = 200

/** Where a header has the names and the addresses of people; `rows` decide between columns that fit equally. */
export function findPeopleColumns(
  typed: readonly string[],
  rows: readonly CsvRecord[] = [],
): { roles: Roles<PeopleRole>; isSureOfEmail: boolean; isSureOfName: boolean } {
  const header = typed.map((cell) => readable(cell.slice(0, longestHeader)))
  const withAddresses = header.flatMap((_, at) => (rows.some(({ cells }) => hasSign(cells[at])) ? [at] : []))
  const mails = matchColumns(header, mail)
  const named = mails?.at.filter((at) => withAddresses.includes(at)) ?? []
  const emails = named.length > 0 ? named : (mails?.at ?? [])
  const rivals = matchColumns(header, learnersMail)?.at.filter((at) => withAddresses.includes(at)) ?? []
  const isSureOfEmail =
    emails.length === 1 &&
    (!mails || !isVague(mails, mail) || withAddresses.length < 2) &&
    rivals.every((at) => emails.includes(at))
  const names = findNames(header)
  const roles: (PeopleRole | null)[] = header.map(() => null)
  const set = (at: number, role: PeopleRole) => {
    if (at !== -1) roles[at] = role
  }
  for (const [role, words] of Object.entries(details)) set(firstOf(header, words), role as keyof typeof details)
  for (const [at, role] of names.roles) set(at, role)
  set(emails[0] ?? -1, 'email')
  return { roles, isSureOfEmail, isSureOfName: names.isSure }
}

type FoundNames = { roles: (readonly [at: number, role: PeopleRole])[]; isSure: boolean }

/** The names of the people of a list; later roles replace those before them. */
function findNames(header: readonly string[]): FoundNames {
  const full = matchColumns(header, fullName)
  const first = matchColumns(header, firstName)
  const last = matchColumns(header, lastName)
  const other = matchColumns(header, otherName)
  const set = (match: ColumnMatch | null, role: PeopleRole): FoundNames['roles'] =>
    (match?.at ?? []).slice(0, 1).map((at) => [at, role] as const)
  // A vague name, such as that of a subject, is no name of somebody whose own is empty.
  const shown = other && !isVague(other, otherName) ? set(other, 'otherName') : []
  const isRivalled = matchColumns(header, plainName) !== null
  if (first && (first.rank === 0 || (!full && other?.rank !== 0))) {
    const middle = matchColumns(header, middleName)
    const parts = [first, middle, last].filter((part) => part !== null)
    // The columns of a role are joined in the order of the file.
    const isBehind = middle !== null && (middle.at[0] ?? 0) > (first.at[0] ?? 0)
    return {
      roles: [
        ...shown,
        ...set(last, 'lastName'),
        ...set(middle, isBehind ? 'name' : 'lastName'),
        ...set(first, 'name'),
      ],
      isSure:
        parts.every(({ at, rank }) => at.length === 1 && rank === first.rank) &&
        !isVague(first, firstName) &&
        !(first.rank === 0 && isRivalled),
    }
  }
  if (full && other?.rank !== 0) {
    // `Nama` beside `Nama belakang` is the first name.
    const family = first ? null : last
    const roles = [...shown, ...set(family, 'lastName'), ...set(full, 'name')]
    return { roles, isSure: full.at.length === 1 && (family?.at.length ?? 1) === 1 }
  }
  const isOnly = other !== null && other.at.length === 1 && !isVague(other, otherName)
  return { roles: set(other, 'name'), isSure: isOnly && !(other.rank === 0 && isRivalled) }
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

/** An address without its label, and without a remark behind it: `email: budi@x.id`, `budi@x.id (pribadi)`. */
const tidy = (role: PeopleRole, cell: string): string =>
  role === 'email' && hasSign(cell)
    ? cell.replace(/^(?:alamat )?(?:e-?mail|surel) ?[:=] ?/i, '').replace(/ ?\([^()]{0,100}\)$/, '')
    : cell

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
  tidy,
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
  tidy,
  evidence: ['email'],
  lacks: (roles) => lacks(roles, { needsName: false }),
  unreadable: 'Berkas tidak terbaca. Perlu CSV dengan kolom email.',
}
