import * as z from 'zod/mini'
import { transactionStates, transactionStatuses } from '#contract/commerce/transactions.ts'
import { at, adminEndpoint, download, response, freshAdminEndpoint, id, stepUpErrors } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { email, newPassword, userInput, roles } from './identity.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'

/** Any user in the admin area. Staff can be students, too. */
const userRow = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  avatar: z.string(),
  /** A disabled user cannot sign in. */
  disabled: z.boolean(),
  createdAt: z.string(),
  /** Courses in which the user is enrolled. */
  courseCount: z.number(),
})
export type UserRow = z.infer<typeof userRow>

const userSorts = ['name', '-name', 'createdAt', '-createdAt'] as const
export type UserSort = (typeof userSorts)[number]

const filterMessage = 'Nilai filter tidak dikenal'

const listed = staffListInput(userSorts)

const userFilters = {
  /** Part of a name or an address. */
  q: listed.q,
  role: z.optional(z.enum(roles, filterMessage)),
  state: z.optional(z.enum(['active', 'disabled'], filterMessage)),
}
export const exportUsersInput = z.object(userFilters)
export const listUsersInput = z.object({
  ...userFilters,
  sort: listed.sort,
  page: listed.page,
  limit: listed.limit,
  cursor,
})
export type ListUsersInput = z.infer<typeof listUsersInput>

/** Without a password the user gets a mail with a link to set one. */
export const createUserInput = z.extend(userInput, {
  password: z.optional(newPassword),
  role: z._default(z.enum(roles, 'Pilih peran'), 'student'),
})
export type CreateUserInput = z.infer<typeof createUserInput>

const userDetail = z.extend(userRow, {
  courses: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      thumbnail: z.string(),
      progress: z.number(),
      lessonsCompleted: z.number(),
      lessonCount: z.number(),
      enrolledAt: z.string(),
      lastAccessed: z.nullable(z.string()),
      finishedAt: z.nullable(z.string()),
    }),
  ),
  transactions: z.array(
    z.object({
      _id: z.string(),
      invoiceId: z.nullable(z.string()),
      title: z.string(),
      amount: z.number(),
      status: z.enum(transactionStatuses),
      state: z.enum(transactionStates),
      createdAt: z.string(),
    }),
  ),
  /** How many courses of any status the user teaches, and some of them. */
  taughtCourses: z.number(),
  taught: z.array(z.object({ _id: z.string(), title: z.string() })),
  /** With how many courses of others the user earns. The shares end once the user is no enabled instructor or admin any more. */
  sharedCourses: z.number(),
  /** Set for instructors and admins. `isPublic`: while they teach a published course; `isChecked`: an admin looked at it. */
  instructorPage: z.nullable(z.object({ slug: z.string(), isPublic: z.boolean(), isChecked: z.boolean() })),
  /** Earned by teaching and not paid yet, in rupiah; negative after refunds. */
  unpaidIdr: z.number(),
  /** API keys that the user created as an admin. They end once the user is none any more. */
  apiKeys: z.number(),
  twoStep: z.object({ totp: z.boolean(), /** Number of passkeys. */ passkeys: z.number() }),
  /** The sum of all payments, in rupiah. */
  totalPaid: z.number(),
})
export type UserDetail = z.infer<typeof userDetail>

export const correctEmailInput = z.object({ email })
/** The address of the account, typed as a confirmation, and who teaches the courses of a deleted instructor from then on. */
export const deleteUserInput = z.object({ email, coursesTo: z.optional(z.string('Pilih instruktur')) })

/** Invitations of one call. */
export const invitedAtOnce = 500
const byId = z.object({ id })
/** Who teaches the courses of somebody who is demoted or disabled from then on. Without one they stay as they are. */
const coursesTo = z.optional(z.string('Pilih instruktur'))
export const demotionInput = z.object({ coursesTo })
const ownAccount = {
  OWN_ACCOUNT: { status: 409, message: 'Akunmu sendiri hanya bisa diubah oleh admin lain.' },
} as const
const emailTaken = {
  status: 409,
  message: 'Email sudah terdaftar.',
  data: z.object({ errors: z.record(z.string(), z.string()) }),
} as const
const lastAdmin = { LAST_ADMIN: { status: 409, message: 'Harus ada paling tidak satu admin yang aktif.' } } as const

export const usersContract = {
  listUsers: adminEndpoint
    .meta({ access: 'admin', scope: 'students:read' })
    .route(at('GET /admin/students', 'All users, filtered, sorted and paged'))
    .input(listUsersInput)
    .output(keysetResponse(userRow)),
  exportUsers: freshAdminEndpoint
    .route(
      at('GET /admin/students/export', 'The filtered users as CSV, oldest account first', {
        outputStructure: 'detailed',
      }),
    )
    .input(exportUsersInput)
    .output(download),
  createUser: adminEndpoint
    .meta({ access: 'admin', freshProof: 'by-input' })
    .route(at('POST /admin/students', 'Create an account of any role', { successStatus: 201 }))
    .input(createUserInput)
    .output(response(userRow))
    // Only for other roles than student.
    .errors({ ...stepUpErrors, EMAIL_TAKEN: emailTaken }),
  showUser: adminEndpoint
    .meta({ access: 'admin', scope: 'students:read' })
    .route(at('GET /admin/students/{id}', 'One user with courses, progress and transactions'))
    .input(byId)
    .output(response(userDetail)),
  changeRole: freshAdminEndpoint
    .route(at('PUT /admin/students/{id}/role', 'Change the role of a user; ends all their sessions', 'Peran diubah.'))
    .input(z.extend(byId, { role: z.enum(roles, 'Pilih peran'), coursesTo }))
    .output(response(userRow))
    .errors({ ...ownAccount, ...lastAdmin }),
  changeAccess: freshAdminEndpoint
    .route(at('PUT /admin/students/{id}/access', 'Disable or enable a user; ends all their sessions'))
    .input(z.extend(byId, { disabled: z.boolean('Pilih aktif atau nonaktif'), coursesTo }))
    .output(response(userRow))
    .errors({ ...ownAccount, ...lastAdmin }),
  correctEmail: freshAdminEndpoint
    .route(
      at(
        'PUT /admin/students/{id}/email',
        'Correct the address of a user; ends all their sessions and mails a link to the new address',
        'Email diganti. Tautan konfirmasi dikirim ke alamat baru.',
      ),
    )
    .input(z.extend(byId, { email }))
    .output(response(userRow))
    .errors({ ...ownAccount, EMAIL_TAKEN: emailTaken }),
  sendResetLink: freshAdminEndpoint
    .route(
      at(
        'POST /admin/students/{id}/reset-link',
        'Mail a user the link to choose a password',
        'Tautan untuk membuat password dikirim.',
      ),
    )
    .input(byId)
    .output(response(z.null()))
    .errors({ ACCOUNT_DISABLED: { status: 409, message: 'Akun ini nonaktif. Aktifkan dulu, lalu kirim tautannya.' } }),
  deleteUser: freshAdminEndpoint
    .route(
      at(
        'POST /admin/students/{id}/deletion',
        'Erase a user as users erase themselves; the courses of an instructor go to another one',
        'Akun dihapus.',
      ),
    )
    .input(z.extend(deleteUserInput, { id }))
    .output(response(z.null()))
    .errors({ ...ownAccount, ...lastAdmin }),
  countWaiting: adminEndpoint
    .route(at('GET /admin/students/invitations', 'How many people were imported and not invited yet'))
    .output(response(z.object({ waiting: z.number() }))),
  inviteWaiting: freshAdminEndpoint
    .route(
      at(
        'POST /admin/students/invitations',
        `Mail people who were imported a link to choose a password, ${invitedAtOnce} at a time; those who have signed in are left out`,
      ),
    )
    .output(response(z.object({ sent: z.number(), waiting: z.number() }))),
  resetTwoStep: freshAdminEndpoint
    .route(
      at(
        'DELETE /admin/students/{id}/two-step',
        'Remove authenticator app, recovery codes and passkeys of a user who lost them; ends all their sessions',
        'Verifikasi dua langkah direset. Semua perangkatnya dikeluarkan.',
      ),
    )
    .input(byId)
    .output(response(z.null()))
    .errors({
      ...ownAccount,
      TWO_STEP_OFF: { status: 409, message: 'Akun ini tidak memakai verifikasi dua langkah atau passkey.' },
    }),
}
