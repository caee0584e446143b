import * as z from 'zod/mini'
import { email as emailInput, userInput } from '#contract/identity/identity.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import type { InvitedRow } from '#contract/identity/users.ts'
import { damagedRow, findPeopleColumns, isDamaged, withoutGuard, type CsvRecord } from '#server/platform/csv/index.ts'
import { isUsableHash, type UserAccount } from '#server/identity/index.ts'
import type { NamedCourse } from '#server/catalog/index.ts'

/** A line of a CSV of people from another platform, as it was typed. */
export type PersonLine = Record<
  'name' | 'email' | 'course' | 'enrolledAt' | 'finishedAt' | 'percent' | 'passwordHash',
  string
> & { line: number }

type Column = Exclude<keyof PersonLine, 'line'>
const columns: Record<Exclude<Column, 'name' | 'email'>, RegExp> = {
  course: /^(kelas|course)$/i,
  enrolledAt: /^(enrolled ?at|terdaftar)$/i,
  finishedAt: /^(finished ?at|selesai)$/i,
  percent: /^(percent|persen)$/i,
  passwordHash: /^(password ?hash|hash)$/i,
}
/** Only people from another platform have these. */
const ofHistory = ['enrolledAt', 'finishedAt', 'percent', 'passwordHash'] as const

/** The lines below the header; null when its columns are not those of people from another platform. */
export function readPeople([header, ...records]: readonly CsvRecord[]): PersonLine[] | null {
  const names = Object.entries(columns) as [Column, RegExp][]
  const at = new Map<Column, number>(
    names.map(([key, name]) => [key, header?.cells.findIndex((cell) => name.test(cell)) ?? -1]),
  )
  for (const [key, index] of Object.entries(findPeopleColumns(header?.cells ?? [])))
    at.set(key as 'name' | 'email', index)
  const has = (key: Column) => (at.get(key) ?? -1) !== -1
  if (!has('name') || !has('email') || !ofHistory.some(has)) return null
  return records.map(({ line, cells }) => {
    // Databases write NULL for an empty field.
    const cell = (key: Column) => withoutGuard(cells[at.get(key) ?? -1] ?? '').replace(/^(?:NULL|\\N)$/, '')
    return {
      line,
      name: cell('name'),
      email: cell('email'),
      course: cell('course'),
      enrolledAt: cell('enrolledAt'),
      finishedAt: cell('finishedAt'),
      percent: cell('percent'),
      passwordHash: cell('passwordHash'),
    }
  })
}

type Study = { course: NamedCourse; enrolledAt: Date; finishedAt: Date | null; percent: number }
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
    if (!parsed.success)
      return mistake('invalid', [...new Set(parsed.error.issues.map(({ message }) => message))].join('. '))
    const { name, email } = parsed.data
    const account = known.accounts.get(email) ?? null
    if (account?.disabledAt) return mistake('invalid', 'Akun dengan email ini nonaktif')
    const { passwordHash } = typed
    if (passwordHash !== '' && !isUsableHash(passwordHash))
      return mistake('invalid', 'Hash password ini tidak dikenal. Kosongkan: orangnya membuat password lewat undangan')
    const earlierHash = hashes.get(email)
    if (passwordHash !== '' && earlierHash !== undefined && earlierHash !== passwordHash)
      return mistake('invalid', 'Hash passwordnya lain dari baris sebelumnya dengan email ini')
    if (passwordHash !== '') hashes.set(email, passwordHash)
    const study = typed.course === '' ? null : readStudy(typed, known)
    if (typeof study === 'string') return mistake('invalid', study)
    const key = `${email} ${study?.course.id ?? ''}`
    const earlier = lineOf.get(key)
    if (earlier !== undefined) return mistake('repeated', `Sudah ada di baris ${earlier}`)
    lineOf.set(key, line)
    const isKnown =
      study !== null && account !== null && (known.enrolled.get(account.id)?.has(study.course.id) ?? false)
    const outcome = !account ? 'invited' : study && !isKnown ? 'enrolled' : 'unchanged'
    const row = { line, name, email, outcome, message: describe(outcome, study, passwordHash !== '') } as const
    return { row, person: { row, account, passwordHash: passwordHash || null, study: isKnown ? null : study } }
  })
}

function readStudy({ course: named, ...typed }: PersonLine, { now, findCourse }: Known): Study | string {
  const course = findCourse(named)
  if (typeof course === 'string') return course
  const enrolledAt = typed.enrolledAt === '' ? now : instantOf(typed.enrolledAt)
  const finishedAt = typed.finishedAt === '' ? null : instantOf(typed.finishedAt)
  if (!enrolledAt || enrolledAt > now) return 'enrolledAt: tulis tanggal yang sudah lewat, seperti 2024-07-15'
  if (finishedAt === undefined || (finishedAt && (finishedAt > now || finishedAt < enrolledAt)))
    return 'finishedAt: tulis tanggal setelah enrolledAt yang sudah lewat, seperti 2024-12-20'
  const percent = finishedAt
    ? 100
    : Number((typed.percent === '' ? '0' : typed.percent).replace(/\s*%$/, '').replace(',', '.'))
  if (!(percent >= 0 && percent <= 100)) return 'percent: tulis angka dari 0 sampai 100'
  return { course, enrolledAt, finishedAt, percent }
}

/** A date, a date with time, or seconds since 1970 as databases have them. */
function instantOf(text: string): Date | undefined {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000)
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return undefined
  const time = Date.parse(text.replace(' ', 'T'))
  return Number.isNaN(time) || time < 0 ? undefined : new Date(time)
}

function describe(outcome: 'invited' | 'enrolled' | 'unchanged', study: Study | null, hasPassword: boolean): string {
  if (outcome === 'unchanged') return study ? 'Sudah pernah terdaftar di kelas ini' : 'Sudah punya akun'
  const progress = study
    ? `, ${study.course.title} ${study.finishedAt ? 'selesai' : `${Math.round(study.percent)}%`}`
    : ''
  if (outcome === 'enrolled') return `Sudah punya akun${progress}`
  return `Akun baru${hasPassword ? ' dengan password lamanya' : ''}${progress}`
}
