import type { Viewer } from '#server/platform/http/index.ts'
import { readCsv } from '#server/platform/csv/index.ts'
import { invalidInput } from '#server/platform/outcomes.ts'
import { readTextFile } from '#server/platform/read-text.ts'
import { importPeople, type ImportDeps } from './import-people.ts'
import { inviteUsers, type InviteOutcome } from './invite-users.ts'
import { readPeople } from './read-people.ts'

/** From a CSV: people to invite, or people of another platform with their history. */
export async function readAndInvite(deps: ImportDeps, file: File, options: { dryRun: boolean }, admin: Viewer): Promise<InviteOutcome> {
  const table = await readCsv({ userId: admin.id, field: 'file' }, (await readTextFile(file)) ?? '')
  if ('mistake' in table) return invalidInput({ file: table.mistake })
  const people = readPeople(table.records)
  return people ? importPeople(deps, people, options, admin) : inviteUsers(deps, table.records, options, admin)
}
