import * as z from 'zod/mini'
import { chosenColumns, csvColumnsOf, peopleRoles, unsureColumns } from '#contract/kit/csv-columns.ts'
import { csvFileFieldOf, csvUploadOf, faulty } from '#contract/kit/csv-upload.ts'
import { at, freshAdminEndpoint, response } from '#contract/kit/endpoint.ts'

export const maximumInvitedRows = 500
/** Lines of a CSV of people with their history; nobody gets a mail, so it may be longer. */
export const maximumImportedRows = 5_000

const peopleUpload = csvUploadOf(2)
/** One line of an imported file and its outcome. */
const invitedRow = z.object({
  line: z.number(),
  name: z.string(),
  email: z.string(),
  /** `invited` has a new account, `enrolled` had one; `unchanged` has one and all courses of the line. The others are mistakes. */
  outcome: z.enum(['invited', 'enrolled', 'unchanged', 'invalid', 'repeated']),
  message: z.string(),
  /** How the dates of a line with history were read. */
  read: z.optional(z.string()),
})
export type InvitedRow = z.infer<typeof invitedRow>

/** Part of `users` on the wire. */
export const peopleContract = {
  inviteUsers: freshAdminEndpoint
    .meta({ access: 'admin', freshProof: 'always', upload: peopleUpload })
    .route(
      at(
        'POST /admin/students/import',
        'Create student accounts from a CSV with the columns nama, email and kelas (titles or URLs of courses, separated by |), and mail each a link to choose a password. With one of the columns enrolledAt, finishedAt, percent and passwordHash, each line is an enrolment from another platform (email, name, course), and nobody gets a mail. All lines or, with skipMistakes, those without a mistake; dryRun only reports the outcome. `faulty` has the lines with mistakes as CSV. `columns` says what each column holds, where its name does not; it is kept for the next file with the same columns',
      ),
    )
    .input(
      z.object({
        file: csvFileFieldOf(peopleUpload),
        dryRun: z.optional(z.enum(['true', 'false'])),
        skipMistakes: z.optional(z.enum(['true', 'false'])),
        columns: chosenColumns(peopleRoles),
      }),
    )
    .output(
      response(
        z.object({
          added: z.number(),
          dryRun: z.boolean(),
          rows: z.array(invitedRow),
          faulty,
          table: csvColumnsOf(peopleRoles),
        }),
      ),
    )
    .errors(unsureColumns(peopleRoles)),
}
