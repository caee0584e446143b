import * as z from 'zod/mini'
import { email as emailInput, userInput } from '#contract/identity/identity.ts'
import type { PeopleRole } from '#contract/kit/csv-columns.ts'
import { formatShortDate, formatShortDateTime, jakartaDay } from '#contract/kit/days.ts'
import { readNumber, readPercent, showNumber } from '#contract/kit/format/numbers.ts'
import { dayOrderOf, readInstant, type DayOrder, type ReadInstant } from '#contract/kit/format/read-date.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import type { InvitedRow } from '#contract/moving/people.ts'
import {
  columnsOf,
  damagedRow,
  isDamaged,
  matchColumns,
  nameIn,
  withoutGuard,
  type ColumnWords,
  type PeopleTable,
} from '#server/platform/csv/index.ts'
import { isUsableHash, type UserAccount } from '#server/identity/index.ts'
import type { NamedCourse } from '#server/catalog/index.ts'

/** A line of a CSV of people from another platform, as it was typed. */
export type PersonLine = Record<
  'name' | 'email' | 'course' | 'enrolledAt' | 'finishedAt' | 'percent' | 'status' | 'passwordHash',
  string
> & { line: number }

/** Only people from another platform have these. */
const ofHistory = ['enrolledAt', 'finishedAt', 'percent', 'passwordHash'] as const

/** Read only to find out whether a finish date is one. */
const ofStatus: ColumnWords = {
  best: [
    /^(?:completion status|course status|enrol(?:l?ment)? status|progress status|status (?:kelas|kursus|belajar|kelulusan|penyelesaian|progres))$/,
    /^status$/,
  ],
}
const unfinished =
  /\b(?:belum|gagal|fail|failed|incomplete|unfinished|in[ _-]progress|ongoing|sedang|dalam proses|berjalan|berlangsung|(?:tidak|not)[ _-](?:lulus|selesai|tuntas|completed?|finished|started|passed))\b/i

/** The lines below the header; null when its columns are not those of people from another platform. */
export function readPeople(table: PeopleTable): PersonLine[] | null {
  if (!ofHistory.some((role) => table.roles.includes(role))) return null
  const status = table.header && matchColumns(table.header.cells, ofStatus)?.at[0]
  return table.rows.map(({ line, cells }) => {
    const cell = (role: PeopleRole) => cellOf(cells, table, role)
    return {
      line,
      name: nameIn(cells, table),
      email: cell('email'),
      course: cell('course'),
      enrolledAt: cell('enrolledAt'),
      finishedAt: cell('finishedAt'),
      percent: cell('percent'),
      status: cells[status ?? -1] ?? '',
      passwordHash: cell('passwordHash'),
    }
  })
}

/** Databases write NULL for an empty field, or a day that never was, and people a dash. */
export const cellOf = (cells: readonly string[], table: PeopleTable, role: PeopleRole): string =>
  withoutGuard(cells[columnsOf(table, role)[0] ?? -1] ?? '').replace(
    /^(?:NULL|\\N|[-–—]|0000-00-00(?: 00:00:00)?)$/,
    '',
  )

type Study = {
  course: NamedCourse
  enrolledAt: Date
  finishedAt: Date | null
  percent: number
  /** As they stand in the file. */ read: { enrolled: ReadInstant; finished: ReadInstant | null }
}
export type Person = { row: InvitedRow; account: UserAccount | null; passwordHash: string | null; study: Study | null }
export type CheckedPerson = { row: InvitedRow; person: Person | null }

type Known = {
  now: Date
  accounts: ReadonlyMap<string, UserAccount>
  /** Courses of an account, also those that were closed for it again. */
  enrolled: ReadonlyMap<string, ReadonlySet<string>>
  findCourse: (text: string) => NamedCourse | string
}

const ofAccount = z.object({ name: z.string(), email: emailInput })

/** Checks all lines; a line with a mistake has no person. */
export function checkPeople(lines: readonly PersonLine[], known: Known): CheckedPerson[] {
  const lineOf = new Map<string, number>()
  const hashes = new Map<string, string>()
  const scales: Scales = {
    order: dayOrderOf(lines.flatMap(({ enrolledAt, finishedAt }) => [enrolledAt, finishedAt])),
    whole: wholeOf(lines.map(({ percent }) => percent)),
  }
  return lines.map((typed) => {
    const { line } = typed
    const mistake = (outcome: 'invalid' | 'repeated', message: string): CheckedPerson => ({
      row: { line, name: typed.name.slice(0, 200), email: typed.email.slice(0, 254), outcome, message },
      person: null,
    })
    if (isDamaged([typed.name, typed.email, typed.course])) return mistake('invalid', damagedRow)
    // The name of an account that exists stays as it is, whatever the line says.
    const exists = known.accounts.has(cleanEmail(typed.email))
    const parsed = z.safeParse(exists ? ofAccount : userInput, { name: typed.name, email: typed.email })
    const { passwordHash } = typed
    const study = typed.course === '' ? null : readStudy(typed, known, scales)
    const faults = parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))]
    const account = known.accounts.get(parsed.data?.email ?? '') ?? null
    if (account?.disabledAt) faults.push('Akun dengan email ini nonaktif')
    const earlierHash = hashes.get(parsed.data?.email ?? '')
    if (passwordHash !== '' && !isUsableHash(passwordHash))
      faults.push('Hash password ini tidak dikenal. Kosongkan: orangnya membuat password lewat undangan')
    else if (passwordHash !== '' && earlierHash !== undefined && earlierHash !== passwordHash)
      faults.push('Hash passwordnya lain dari baris sebelumnya dengan email ini')
    if (Array.isArray(study)) faults.push(...study)
    if (!parsed.success || Array.isArray(study) || faults.length > 0) return mistake('invalid', faults.join('. '))
    const { name, email } = parsed.data
    if (passwordHash !== '') hashes.set(email, passwordHash)
    const key = `${email} ${study?.course.id ?? ''}`
    const earlier = lineOf.get(key)
    if (earlier !== undefined) return mistake('repeated', `Sudah ada di baris ${earlier}`)
    lineOf.set(key, line)
    const isKnown =
      study !== null && account !== null && (known.enrolled.get(account.id)?.has(study.course.id) ?? false)
    const outcome = !account ? 'invited' : study && !isKnown ? 'enrolled' : 'unchanged'
    const message = describe(outcome, study, passwordHash !== '')
    const row = { line, name, email, outcome, message, ...(study && { read: describeDates(study.read) }) } as const
    return { row, person: { row, account, passwordHash: passwordHash || null, study: isKnown ? null : study } }
  })
}

/** How a list writes days and progress, which a line alone may leave open. `whole`: what stands for all of a course. */
type Scales = { order: DayOrder; whole: 1 | 100 }

/** Spreadsheets write `0.85` for 85 %, and databases 1 for what is done: where nothing is above one. */
const wholeOf = (percents: readonly string[]): 1 | 100 =>
  percents.every((typed) => {
    const value = typed === '' ? 0 : readNumber(withComma(typed))
    return value !== null && value >= 0 && value <= 1
  })
    ? 1
    : 100

/** Nothing has thousands of percent: `66.667` are two thirds. */
const withComma = (typed: string): string => typed.replace('.', ',')

const parts = /^(\d{1,6}(?:[.,]\d{1,3})?) ?(?:\/|dari|of) ?(\d{1,6})$/i
function readProgress(typed: string, whole: 1 | 100): ReturnType<typeof readPercent> {
  const [, part, all] = parts.exec(typed) ?? []
  if (part !== undefined) return ((readNumber(part) ?? Number.NaN) / Number(all)) * 100
  const percent = readPercent(withComma(typed))
  return typeof percent === 'number' ? Number(((percent * 100) / whole).toPrecision(12)) : percent
}

/** Reads a person's study of a course, or all that is wrong with the line. */
function readStudy(
  { course: named, ...typed }: PersonLine,
  { now, findCourse }: Known,
  { order, whole }: Scales,
): Study | string[] {
  const course = findCourse(named)
  const enrolled = typed.enrolledAt === '' ? { at: now, hasTime: true } : readInstant(typed.enrolledAt, now, order)
  const finished = typed.finishedAt === '' ? null : readInstant(typed.finishedAt, now, order)
  const percent = typed.percent === '' ? 0 : readProgress(typed.percent, whole)
  const isRated = typeof percent === 'number' && percent >= 0 && percent <= 100
  const faults = [
    ...(typeof course === 'string' ? [course] : []),
    ...(typed.enrolledAt === '' ? [] : faultOf('enrolledAt', enrolled, now)),
    ...(typed.finishedAt === '' ? [] : faultOf('finishedAt', finished, now)),
    ...(isRated ? [] : ['percent: tulis angka dari 0 sampai 100']),
  ]
  if (typeof course === 'string' || !enrolled || !isRated || faults.length > 0) return faults
  const finishedAt = finished && laterOnItsDay(finished, enrolled)
  if (finishedAt && finishedAt < enrolled.at)
    return ['finishedAt: tanggal selesai ada sebelum tanggal terdaftar (enrolledAt)']
  // Also a day that is only planned stands in such a column.
  const open = typed.percent !== '' && percent < 100 ? `percent ${showNumber(percent)}` : openStatus(typed.status)
  if (finishedAt && open !== null)
    return [`finishedAt: ada tanggal selesai, padahal ${open}. Kosongkan tanggalnya kalau kelasnya belum selesai`]
  return {
    course,
    enrolledAt: enrolled.at,
    finishedAt,
    percent: finishedAt ? 100 : percent,
    read: { enrolled, finished },
  }
}

/** A status that is none of what is finished; null for another. */
const openStatus = (status: string): string | null =>
  unfinished.test(status) ? `statusnya "${status.slice(0, 50)}"` : null

const faultOf = (column: string, read: ReadInstant | null, now: Date): string[] =>
  !read
    ? [`${column}: tanggal tidak terbaca. Tulis seperti 2024-07-15 atau 15/07/2024`]
    : read.at > now
      ? [`${column}: tanggal ini belum lewat (dibaca ${formatShortDateTime(read.at.toISOString())} WIB)`]
      : []

/** A finish without its time is not before an enrolment of the same day. */
const laterOnItsDay = (finished: ReadInstant, enrolled: ReadInstant): Date =>
  !finished.hasTime && jakartaDay(finished.at) === jakartaDay(enrolled.at) && finished.at < enrolled.at
    ? enrolled.at
    : finished.at

function describe(outcome: 'invited' | 'enrolled' | 'unchanged', study: Study | null, hasPassword: boolean): string {
  if (outcome === 'unchanged') return study ? 'Sudah pernah terdaftar di kelas ini' : 'Sudah punya akun'
  const progress = study
    ? `, ${study.course.title} ${study.finishedAt ? 'selesai' : `${Math.round(study.percent)}%`}`
    : ''
  if (outcome === 'enrolled') return `Sudah punya akun${progress}`
  return `Akun baru${hasPassword ? ' dengan password lamanya' : ''}${progress}`
}

/** "Terdaftar 15 Jul 2024, 20.30, selesai 16 Jul 2024 WIB". */
const describeDates = ({ enrolled, finished }: Study['read']): string =>
  `Terdaftar ${show(enrolled)}${finished ? `, selesai ${show(finished)}` : ''} WIB`
const show = ({ at, hasTime }: ReadInstant): string =>
  (hasTime ? formatShortDateTime : formatShortDate)(at.toISOString())
