import * as z from 'zod/mini'
import { userInput } from '#contract/identity/identity.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import { maximumInvitedRows, type InvitedRow } from '#contract/moving/people.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog, NamedCourse } from '#server/catalog/index.ts'
import { damagedRow, isDamaged, nameIn, type CsvOutput, type PeopleTable } from '#server/platform/csv/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { Identity, UserAccount } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import { cellOf } from './read-people.ts'

export type InviteDeps = {
  database: Database
  identity: Identity
  catalog: Catalog
  learning: Learning
  audit: Audit
  csv: CsvOutput
}

/** Each line with what happened to it, or would happen. */
export type InviteOutcome = { outcome: 'checked'; rows: InvitedRow[] } | InvalidInput
export const emptyFile = invalidInput({ file: 'Berkas ini belum berisi siapa pun.' })
export const withMistakes = invalidInput({ file: 'Masih ada baris yang salah. Belum ada yang diundang.' })

type Line = { line: number; name: string; email: string; courses: string[] }
/** A line without mistakes; `account` is null when the address has none yet. */
type Invitation = {
  row: InvitedRow
  account: UserAccount | null
  courses: NamedCourse[]
  /** Not open for the account yet. */ opened: NamedCourse[]
}
type Read = { row: InvitedRow; invitation: Invitation | null }

export type InviteOptions = {
  /** Only reports what would happen. */ dryRun: boolean
  /** Leaves lines with mistakes out; else nothing happens with one. */ skipMistakes: boolean
}

/** Creates accounts and enrolments from a CSV. */
export async function inviteUsers(
  deps: InviteDeps,
  admin: Viewer,
  { table, dryRun, skipMistakes }: InviteOptions & { table: PeopleTable },
): Promise<InviteOutcome> {
  const lines = readLines(table)
  if (lines.length === 0) return emptyFile
  if (lines.length > maximumInvitedRows)
    return invalidInput({ file: `Paling banyak ${maximumInvitedRows} baris sekali unggah.` })
  const read = await checkLines(deps, lines)
  const rows = read.map(({ row }) => row)
  if (dryRun) return { outcome: 'checked', rows }
  const invitations = read.flatMap(({ invitation }) => invitation ?? [])
  if (invitations.length === 0 || (invitations.length < lines.length && !skipMistakes)) return withMistakes
  // Passwords are chosen by mail, so nothing slow happens inside the transaction.
  const prepared = await Promise.all(
    invitations.map(async (invitation) => ({
      ...invitation,
      user: await deps.identity.prepareUser({
        name: invitation.row.name,
        email: invitation.row.email,
        password: null,
        role: 'student',
      }),
      mailed: await mailable(deps, invitation),
    })),
  )
  await deps.database.transaction(async (tx) => {
    const users = await inviteAll(tx, deps, prepared)
    const courses = [...new Set(invitations.flatMap((invitation) => invitation.courses.map(({ id }) => id)))]
    await deps.audit.record(tx, {
      actorId: admin.id,
      action: 'users.invited',
      subjectId: 'import',
      details: { users, courses },
    })
  })
  return { outcome: 'checked', rows }
}

/** The courses about which the user of an account gets a mail. */
async function mailable({ learning }: InviteDeps, { account, opened }: Invitation): Promise<Set<string>> {
  const mailed = new Set<string>()
  for (const { id } of account ? opened : [])
    if (account && (await learning.mayMailAccess({ userId: account.id, courseId: id }))) mailed.add(id)
  return mailed
}

type Prepared = {
  account: UserAccount | null
  user: Awaited<ReturnType<Identity['prepareUser']>>
  courses: readonly NamedCourse[]
  mailed: Set<string>
}

/** Returns the ids of the users. Accounts are created in the order of their addresses, so that two imports cannot wait for each other. */
async function inviteAll(tx: Tx, { identity, learning }: InviteDeps, prepared: readonly Prepared[]): Promise<string[]> {
  const invited: {
    isNew: boolean
    recipient: { id: string; name: string; email: string }
    courses: readonly NamedCourse[]
    mailed: Set<string>
  }[] = []
  for (const { account, user, courses, mailed } of prepared.toSorted((a, b) =>
    a.user.email < b.user.email ? -1 : 1,
  )) {
    const made = account ? null : await identity.insertUser(tx, user)
    // Another import or a sign-up may have created it meanwhile.
    const known = account ?? (made ? null : (await identity.findAccountsByEmail([user.email], tx)).get(user.email))
    const id = made?.id ?? known?.id
    if (id === undefined) throw new Error('The account of a taken address was deleted during the import')
    invited.push({
      isNew: made !== null,
      recipient: { id, name: known?.name ?? user.name, email: user.email },
      courses,
      mailed,
    })
  }
  // The mail to a new user names the courses, so that one mail is enough.
  const gifts = invited.flatMap(({ recipient, courses, mailed }) =>
    courses.map((course) => ({ user: recipient, course, notify: mailed.has(course.id), byAdmin: true })),
  )
  await learning.giveAccess(tx, gifts)
  for (const { isNew, recipient, courses } of invited) {
    const courseTitles = courses.map(({ title }) => title)
    if (isNew) await identity.queueWelcome(tx, { ...recipient, courseTitles })
  }
  return invited.map(({ recipient }) => recipient.id)
}

const readLines = (table: PeopleTable): Line[] =>
  table.rows.map(({ line, cells }) => ({
    line,
    name: nameIn(cells, table),
    email: cellOf(cells, table, 'email'),
    courses: cellOf(cells, table, 'course')
      .split('|')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  }))

async function checkLines({ identity, catalog, learning }: InviteDeps, lines: readonly Line[]): Promise<Read[]> {
  const accounts = await identity.findAccountsByEmail(lines.map(({ email }) => cleanEmail(email)))
  const findCourse = await catalog.courseFinder(lines.flatMap(({ courses }) => courses))
  const enrolled = await learning.findCourseIdsOf([...accounts.values()].map(({ id }) => id))
  const lineOf = new Map<string, number>()
  return lines.map(({ line, courses: named, ...typed }) => {
    const mistake = (outcome: 'invalid' | 'repeated', message: string): Read => {
      const row = { line, name: typed.name.slice(0, 200), email: typed.email.slice(0, 254), outcome, message }
      return { row, invitation: null }
    }
    if (isDamaged([typed.name, typed.email, ...named])) return mistake('invalid', damagedRow)
    const parsed = z.safeParse(userInput, typed)
    const found = named.map((text) => findCourse(text))
    const faults = [
      ...new Set(parsed.success ? [] : parsed.error.issues.map(({ message }) => message)),
      ...found.filter((course) => typeof course === 'string'),
    ]
    if (!parsed.success) return mistake('invalid', faults.join('. '))
    const { name, email } = parsed.data
    const earlier = lineOf.get(email)
    if (earlier !== undefined) return mistake('repeated', `Sudah ada di baris ${earlier}`)
    lineOf.set(email, line)
    const account = accounts.get(email) ?? null
    if (account?.disabledAt) faults.unshift('Akun dengan email ini nonaktif')
    if (faults.length > 0) return mistake('invalid', faults.join('. '))
    const courses = [
      ...new Map(
        found.flatMap((course) => (typeof course === 'string' ? [] : [[course.id, course] as const])),
      ).values(),
    ]
    const opened = courses.filter(({ id }) => !(account && enrolled.get(account.id)?.has(id)))
    const outcome = !account ? 'invited' : opened.length > 0 ? 'enrolled' : 'unchanged'
    const row = { line, name, email, outcome, message: describe(outcome, opened.length) } as const
    return { row, invitation: { row, account, courses, opened } }
  })
}

function describe(outcome: 'invited' | 'enrolled' | 'unchanged', opened: number): string {
  if (outcome === 'unchanged') return 'Sudah punya akun dan kelasnya'
  if (outcome === 'enrolled') return `Sudah punya akun, ${opened} kelas dibuka`
  return opened > 0 ? `Akun baru, ${opened} kelas dibuka` : 'Akun baru'
}
