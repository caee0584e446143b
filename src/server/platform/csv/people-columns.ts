import { cleanIdentifier } from '#contract/kit/text/identifier.ts'
import { headerWords, matchColumns, type ColumnWords } from './match-columns.ts'
import type { CsvRecord } from './read-csv.ts'
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

/** `name`: one column, or those of the first and the last name. Empty or -1 where none is. */
export type PeopleColumns = { name: readonly number[]; email: number }
export type FoundPeople = PeopleColumns & {
  /** Another column with names, for lines that have none in the first. */ otherName: number
  /** False where another column fits as well. */ isSure: boolean
}

/** Where a header has the names and the addresses of people; `rows` decide between columns that fit equally. */
export function findPeopleColumns(header: readonly string[], rows: readonly CsvRecord[] = []): FoundPeople {
  const hasAddress = (index: number) => rows.some(({ cells }) => (cells[index] ?? '').includes('@'))
  const mails = matchColumns(header, mail)
  const withAddress = mails?.at.filter(hasAddress) ?? []
  const emails = withAddress.length > 0 ? withAddress : (mails?.at ?? [])
  const [first, last] = [firstOf(header, firstName), firstOf(header, lastName)]
  const other = matchColumns(header, otherName)
  const otherAt = other?.at[0] ?? -1
  const own = firstOf(header, fullName)
  const found = { email: emails[0] ?? -1, otherName: otherAt }
  // `Nama` beside `Nama belakang` is the first name.
  if (own !== -1)
    return { ...found, name: first === -1 && last !== -1 ? [own, last] : [own], isSure: emails.length < 2 }
  if (first !== -1) return { ...found, name: last === -1 ? [first] : [first, last], isSure: emails.length < 2 }
  const isOne = other !== null && other.at.length === 1
  return { ...found, name: otherAt === -1 ? [] : [otherAt], isSure: isOne && emails.length < 2 }
}

const firstOf = (header: readonly string[], words: ColumnWords): number => matchColumns(header, words)?.at[0] ?? -1

/** The name in a line: of the columns together, else of the other one. */
export function nameIn(cells: readonly string[], { name, otherName }: Pick<FoundPeople, 'name' | 'otherName'>): string {
  const cell = (index: number) => withoutGuard(cells[index] ?? '').trim()
  const joined = name
    .map(cell)
    .filter((part) => part !== '')
    .join(' ')
  return joined || cell(otherName)
}

/** How many rows above the header a title may take. */
const longestTitle = 10

export type PeopleTable = { header: CsvRecord; rows: CsvRecord[]; columns: FoundPeople }

/** The table of a file, which may begin with a title: where a row names the addresses, and the names if `needsName`. Null without one. */
export function findPeopleTable(
  records: readonly CsvRecord[],
  { needsName }: { needsName: boolean },
): PeopleTable | null {
  for (const [at, header] of records.slice(0, longestTitle).entries()) {
    // A row with an address is of a person.
    if (header.cells.some((cell) => cleanIdentifier(cell).includes('@'))) return null
    const rows = records.slice(at + 1)
    const columns = findPeopleColumns(header.cells, rows.slice(0, 50))
    if (columns.email !== -1 && (!needsName || columns.name.length > 0)) return { header, rows, columns }
  }
  return null
}

/** True when one of these names stands in a header, without its case and signs. */
export const columnAt = (header: readonly string[], names: RegExp): number =>
  header.findIndex((cell) => names.test(headerWords(cell)))
