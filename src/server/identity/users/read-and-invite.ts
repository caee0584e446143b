import type { Viewer } from '#server/platform/http/index.ts'
import { findPeopleTable, readCsv, readCsvText, writeFaultyRows } from '#server/platform/csv/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { InvitedRow } from '#contract/identity/users.ts'
import { importPeople, type ImportDeps } from './import-people.ts'
import { inviteUsers, type InviteOptions } from './invite-users.ts'
import { readPeople } from './read-people.ts'

/** `faulty`: the lines with mistakes as CSV, with what is wrong. */
type Checked = { outcome: 'checked'; rows: InvitedRow[]; faulty: string | null }

/** From a CSV: people to invite, or people of another platform with their history. */
export async function readAndInvite(
  deps: ImportDeps,
  file: File,
  options: InviteOptions,
  admin: Viewer,
): Promise<Checked | InvalidInput> {
  const content = await readCsvText(file)
  if ('mistake' in content) return invalidInput({ file: content.mistake })
  const table = await readCsv({ userId: admin.id, field: 'file' }, content.text)
  if ('mistake' in table) return invalidInput({ file: table.mistake })
  const found = findPeopleTable(table.records, { needsName: true })
  if (!found)
    return invalidInput({ file: 'Berkas tidak terbaca. Baris pertama berisi nama kolom: nama, email, kelas.' })
  const people = readPeople(found)
  const checked = people
    ? await importPeople(deps, people, options, admin)
    : await inviteUsers(deps, found, options, admin)
  if (checked.outcome !== 'checked') return checked
  const mistakes = checked.rows.filter(({ outcome }) => outcome === 'invalid' || outcome === 'repeated')
  return { ...checked, faulty: writeFaultyRows(found.header.cells, found.rows, mistakes) }
}
