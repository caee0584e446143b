import * as z from 'zod/mini'
import { transactionStates, transactionStatuses } from './commerce.ts'
import { adminEndpoint, answer, freshAdminEndpoint, id, listAnswer, stepUpErrors } from './endpoint.ts'
import { newPassword, userInput, roles } from './identity.ts'
import { staffListInput } from './staff-list.ts'

/** Any user in the admin area. Staff can be students, too. */
export const studentRow = z.object({
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
export type StudentRow = z.infer<typeof studentRow>

export const studentSorts = ['name', '-name', 'createdAt', '-createdAt'] as const
export type StudentSort = (typeof studentSorts)[number]

const filterMessage = 'Nilai filter tidak dikenal'

const listed = staffListInput(studentSorts)

const studentFilters = {
  /** Part of a name or an address. */
  q: listed.q,
  role: z.optional(z.enum(roles, filterMessage)),
  state: z.optional(z.enum(['active', 'disabled'], filterMessage)),
}
export const exportStudentsInput = z.object(studentFilters)
export const listStudentsInput = z.object({ ...studentFilters, sort: listed.sort, page: listed.page, limit: listed.limit })
export type ListStudentsInput = z.infer<typeof listStudentsInput>

/** Without a password the user gets a mail with a link to set one. */
export const createStudentInput = z.extend(userInput, {
  password: z.optional(newPassword),
  role: z._default(z.enum(roles, 'Pilih peran'), 'student'),
})
export type CreateStudentInput = z.infer<typeof createStudentInput>

export const studentDetail = z.extend(studentRow, {
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
  twoStep: z.object({ totp: z.boolean(), /** Number of passkeys. */ passkeys: z.number() }),
  /** The sum of all payments, in rupiah. */
  totalPaid: z.number(),
})
export type StudentDetail = z.infer<typeof studentDetail>

const byId = z.object({ id })
const ownAccount = { OWN_ACCOUNT: { status: 409, message: 'Akunmu sendiri hanya bisa diubah oleh admin lain.' } } as const
const lastAdmin = { LAST_ADMIN: { status: 409, message: 'Harus ada paling tidak satu admin yang aktif.' } } as const

export const studentsContract = {
  listStudents: adminEndpoint
    .meta({ access: 'admin', scope: 'students:read' })
    .route({ method: 'GET', path: '/admin/students', summary: 'All users, filtered, sorted and paged' })
    .input(listStudentsInput)
    .output(listAnswer(studentRow)),
  exportStudents: freshAdminEndpoint
    .route({ method: 'GET', path: '/admin/students/export', summary: 'The filtered users as CSV' })
    .input(exportStudentsInput)
    .output(z.file()),
  createStudent: adminEndpoint
    .route({ method: 'POST', path: '/admin/students', successStatus: 201, summary: 'Create an account of any role' })
    .input(createStudentInput)
    .output(answer(studentRow))
    // Only for other roles than student.
    .errors({ ...stepUpErrors, EMAIL_TAKEN: { status: 409, message: 'Email sudah terdaftar.', data: z.object({ errors: z.record(z.string(), z.string()) }) } }),
  showStudent: adminEndpoint
    .meta({ access: 'admin', scope: 'students:read' })
    .route({ method: 'GET', path: '/admin/students/{id}', summary: 'One user with courses, progress and transactions' })
    .input(byId)
    .output(answer(studentDetail)),
  changeRole: freshAdminEndpoint
    .route({ method: 'PUT', path: '/admin/students/{id}/role', summary: 'Change the role of a user; ends all their sessions' })
    .input(z.extend(byId, { role: z.enum(roles, 'Pilih peran') }))
    .output(answer(studentRow))
    .errors({ ...ownAccount, ...lastAdmin }),
  changeAccess: adminEndpoint
    .route({ method: 'PUT', path: '/admin/students/{id}/access', summary: 'Disable or enable a user; ends all their sessions' })
    .input(z.extend(byId, { disabled: z.boolean('Pilih aktif atau nonaktif') }))
    .output(answer(studentRow))
    .errors({ ...ownAccount, ...lastAdmin }),
  resetTwoStep: freshAdminEndpoint
    .route({
      method: 'DELETE',
      path: '/admin/students/{id}/two-step',
      summary: 'Remove authenticator app, recovery codes and passkeys of a user who lost them; ends all their sessions',
    })
    .input(byId)
    .output(answer(z.null()))
    .errors({ ...ownAccount, TWO_STEP_OFF: { status: 409, message: 'Akun ini tidak memakai verifikasi dua langkah atau passkey.' } }),
}
