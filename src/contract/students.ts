import * as z from 'zod/mini'
import { transactionStates, transactionStatuses } from './commerce.ts'
import { adminEndpoint, answer, id, listAnswer } from './endpoint.ts'
import { newPassword, personInput, roles } from './identity.ts'
import { staffListInput } from './staff-list.ts'

/** Anybody with an account, as admins see them. Staff learn and buy, too. */
export const studentRow = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  avatar: z.string(),
  /** Cannot sign in. */
  disabled: z.boolean(),
  createdAt: z.string(),
  /** Courses this person may study now. */
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
export const listStudentsInput = z.object({ ...studentFilters, sort: listed.sort, page: listed.page, limit: listed.limit })
export type ListStudentsInput = z.infer<typeof listStudentsInput>

/** Without a password a mail goes out with a link to choose one. */
export const createStudentInput = z.extend(personInput, {
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
  /** What this person paid in all, in rupiah. */
  totalPaid: z.number(),
})
export type StudentDetail = z.infer<typeof studentDetail>

const byId = z.object({ id })
const ownAccount = { OWN_ACCOUNT: { status: 409, message: 'Akunmu sendiri hanya bisa diubah oleh admin lain.' } } as const
const lastAdmin = { LAST_ADMIN: { status: 409, message: 'Harus ada paling tidak satu admin yang aktif.' } } as const

export const studentsContract = {
  listStudents: adminEndpoint
    .route({ method: 'GET', path: '/admin/students', summary: 'Everybody with an account, searched, sorted and paged' })
    .input(listStudentsInput)
    .output(listAnswer(studentRow)),
  exportStudents: adminEndpoint
    .route({ method: 'GET', path: '/admin/students/export', summary: 'The same people as CSV' })
    .input(z.object(studentFilters))
    .output(z.file()),
  createStudent: adminEndpoint
    .route({ method: 'POST', path: '/admin/students', successStatus: 201, summary: 'Create an account of any role' })
    .input(createStudentInput)
    .output(answer(studentRow))
    .errors({ EMAIL_TAKEN: { status: 409, message: 'Email sudah terdaftar.', data: z.object({ errors: z.record(z.string(), z.string()) }) } }),
  showStudent: adminEndpoint
    .route({ method: 'GET', path: '/admin/students/{id}', summary: 'One person with courses, progress and transactions' })
    .input(byId)
    .output(answer(studentDetail)),
  changeRole: adminEndpoint
    .route({ method: 'PUT', path: '/admin/students/{id}/role', summary: 'Give somebody another role; ends all their sessions' })
    .input(z.extend(byId, { role: z.enum(roles, 'Pilih peran') }))
    .output(answer(studentRow))
    .errors({ ...ownAccount, ...lastAdmin }),
  changeAccess: adminEndpoint
    .route({ method: 'PUT', path: '/admin/students/{id}/access', summary: 'Keep somebody out, or let them in again; ends all their sessions' })
    .input(z.extend(byId, { disabled: z.boolean('Pilih aktif atau nonaktif') }))
    .output(answer(studentRow))
    .errors({ ...ownAccount, ...lastAdmin }),
}
