import type { Viewer } from '#server/platform/http/index.ts'
import type { CsvColumns, PeopleRole } from '#contract/kit/csv-columns.ts'
import { peopleReader, readTable, writeFaultyRows, type ColumnsUnsure } from '#server/platform/csv/index.ts'
import type { InvalidInput } from '#server/platform/outcomes.ts'
import type { InvitedRow } from '#contract/moving/people.ts'
import { importPeople, type PeopleDeps } from './import-people.ts'
import { inviteUsers, type InviteOptions } from './invite-users.ts'
import { readPeople } from './read-people.ts'

/** `faulty`: the lines with mistakes as CSV, with what is wrong. */
type Checked = { outcome: 'checked'; rows: InvitedRow[]; faulty: string | null; table: CsvColumns<PeopleRole> }
type Options = InviteOptions & { file: File; columns: readonly (PeopleRole | 'none')[] | undefined }

/** From a CSV: people to invite, or people of another platform with their history. */
export async function readAndInvite(
  deps: PeopleDeps,
  admin: Viewer,
  { file, columns, ...options }: Options,
): Promise<Checked | ColumnsUnsure<PeopleRole> | InvalidInput> {
  const read = await readTable(deps, peopleReader, file, { userId: admin.id, field: 'file', columns })
  if (read.outcome !== 'read') return read
  const { table, shown } = read
  const people = readPeople(table)
  const checked = people
    ? await importPeople(deps, admin, { ...options, lines: people })
    : await inviteUsers(deps, admin, { ...options, table })
  if (checked.outcome !== 'checked') return checked
  const mistakes = checked.rows.filter(({ outcome }) => outcome === 'invalid' || outcome === 'repeated')
  return {
    ...checked,
    faulty: writeFaultyRows(await deps.csv.readFormat(), {
      header: table.header?.cells ?? null,
      records: table.rows,
      faulty: mistakes,
    }),
    table: shown,
  }
}
