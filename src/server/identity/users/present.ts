import type { Transaction } from '#contract/commerce/transactions.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import type { UserDetail, UserRow } from '#contract/identity/users.ts'
import type { UserAccount } from '#server/identity/index.ts'

export const presentStudent = (account: UserAccount, courseCount: number): UserRow => ({
  _id: account.id,
  name: account.name,
  email: account.email,
  role: account.role,
  avatar: account.avatar,
  disabled: account.disabledAt !== null,
  createdAt: account.createdAt.toISOString(),
  courseCount,
})

type Belongings = {
  courses: readonly EnrolledCourse[]
  transactions: readonly Transaction[]
  twoStep: UserDetail['twoStep']
  taughtCourses: number
  taught: UserDetail['taught']
  sharedCourses: number
  instructorPage: UserDetail['instructorPage']
  unpaidIdr: number
  apiKeys: number
}

export const presentUserDetail = (
  account: UserAccount,
  {
    courses,
    transactions,
    twoStep,
    taughtCourses,
    taught,
    sharedCourses,
    instructorPage,
    unpaidIdr,
    apiKeys,
  }: Belongings,
): UserDetail => ({
  ...presentStudent(account, courses.length),
  courses: courses.map(
    ({ _id, title, thumbnail, progress, lessonsCompleted, lessonCount, enrolledAt, lastAccessed, finishedAt }) => ({
      _id,
      title,
      thumbnail,
      progress,
      lessonsCompleted,
      lessonCount,
      enrolledAt,
      lastAccessed,
      finishedAt,
    }),
  ),
  transactions: transactions.map((transaction) => ({
    _id: transaction._id,
    invoiceId: transaction.invoiceId,
    title: transaction.title,
    amount: transaction.amount,
    status: transaction.status,
    state: transaction.state,
    createdAt: transaction.createdAt,
  })),
  taughtCourses,
  taught: [...taught],
  sharedCourses,
  instructorPage,
  unpaidIdr,
  apiKeys,
  twoStep,
  totalPaid: transactions.reduce(
    (sum, { status, amount, refunded }) => (status === 'success' ? sum + amount - refunded : sum),
    0,
  ),
})
