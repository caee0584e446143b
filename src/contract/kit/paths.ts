// All page paths. Patterns are for the route table, functions for links.

export const patterns = {
  home: '/',
  sale: '/sale',
  catalogue: '/kelas',
  keyword: '/kelas/:keyword',
  courseDetail: '/kelas/details/:courseId',
  courseShort: '/courses/:courseId',
  player: '/courses/:courseId/start',
  search: '/search',
  ebooks: '/e-books',
  reader: '/e-book/:ebookId',
  offline: '/offline',
  tips: '/tips',
  tip: '/tips/:slug',
  successCheckout: '/success-checkout',
  noAccess: '/no-access',
  terms: '/syarat',
  refunds: '/pengembalian-dana',
  privacy: '/privasi',
  signIn: '/auth/sign-in',
  signUp: '/auth/sign-up',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  verifyEmail: '/auth/verify-email',
  changeEmail: '/auth/change-email',
  student: '/student',
  myCourses: '/student/kelas-saya',
  myNotes: '/student/catatan',
  notifications: '/student/notifications',
  progress: '/student/progress',
  resume: '/student/resume',
  transactions: '/student/transactions',
  settings: '/student/settings',
  studentSignIn: '/student/sign-in',
  question: '/tanya/:questionId',
  announcement: '/pengumuman/:announcementId',
  unsubscribe: '/berhenti-email/:token',
  wishlist: '/student/wishlist',
  cart: '/keranjang',
  bundles: '/paket',
  bundle: '/paket/:slug',
  gift: '/hadiah/:token',
  certificate: '/certificate/:certificateId',
  invoice: '/transaction/invoice/:transactionId',
  admin: '/admin',
  adminSignIn: '/admin/sign-in',
  adminCourses: '/admin/courses',
  adminCourseCreate: '/admin/course/create',
  adminCourseEdit: '/admin/course/edit/:courseId',
  adminCourse: '/admin/course/detail/:courseId',
  adminCoursePreview: '/admin/courses/:courseId/preview',
  adminLessonCreate: '/admin/course/:courseId/create',
  adminLessonEdit: '/admin/course/:courseId/update-content/:lessonId',
  adminStudents: '/admin/students',
  adminStudentCreate: '/admin/student/create',
  adminStudent: '/admin/student/detail/:studentId',
  adminCategories: '/admin/categories',
  adminEbooks: '/admin/e-books',
  adminEbookCreate: '/admin/e-book/create',
  adminEbook: '/admin/e-book/edit/:ebookId',
  adminEbookSection: '/admin/e-book/edit/:ebookId/bagian/:sectionId',
  adminTips: '/admin/tips',
  adminTipCreate: '/admin/tip/create',
  adminTip: '/admin/tip/edit/:tipId',
  adminCertificates: '/admin/certificates',
  adminMails: '/admin/mails',
  adminMail: '/admin/mails/:mailId',
  adminTransactions: '/admin/transactions',
  adminTransaction: '/admin/transactions/:transactionId',
  adminPromoCodes: '/admin/promo-codes',
  adminEarnings: '/admin/earnings',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',
  adminSecurity: '/admin/security',
} as const

type Next = { next?: string | undefined }
const withNext = (path: string, { next }: Next = {}) => (next ? `${path}?next=${encodeURIComponent(next)}` : path)

function withQuery(path: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return query ? `${path}?${query}` : path
}

/** Encodes each value, so that any text stays one part of the path or the query. */
const path = (parts: TemplateStringsArray, ...values: string[]): string => String.raw({ raw: parts }, ...values.map(encodeURIComponent))

export const paths = {
  home: () => patterns.home,
  faq: (anchor: string) => path`/#faq-${anchor}`,
  sale: () => patterns.sale,
  catalogue: (filters: Record<string, string> = {}) => withQuery(patterns.catalogue, filters),
  keyword: ({ keyword }: { keyword: string }) => path`/kelas/${keyword}`,
  courseDetail: ({ courseId }: { courseId: string }) => path`/kelas/details/${courseId}`,
  courseShort: ({ courseId }: { courseId: string }) => path`/courses/${courseId}`,
  player: ({ courseId, lessonId }: { courseId: string; lessonId?: string }) =>
    lessonId ? path`/courses/${courseId}/start?materi=${lessonId}` : path`/courses/${courseId}/start`,
  searchHome: () => patterns.search,
  search: ({ q }: { q: string }) => path`/search?q=${q}`,
  ebooks: () => patterns.ebooks,
  offline: () => patterns.offline,
  ebook: ({ ebookId, sectionId }: { ebookId: string; sectionId?: string }) =>
    sectionId ? path`/e-book/${ebookId}?bagian=${sectionId}` : path`/e-book/${ebookId}`,
  tips: () => patterns.tips,
  tip: ({ slug }: { slug: string }) => path`/tips/${slug}`,
  successCheckout: () => patterns.successCheckout,
  noAccess: () => patterns.noAccess,
  terms: () => patterns.terms,
  refunds: () => patterns.refunds,
  privacy: () => patterns.privacy,
  signIn: (options?: Next) => withNext(patterns.signIn, options),
  signUp: (options?: Next) => withNext(patterns.signUp, options),
  forgotPassword: () => patterns.forgotPassword,
  resetPassword: () => patterns.resetPassword,
  verifyEmail: () => patterns.verifyEmail,
  changeEmail: () => patterns.changeEmail,
  student: () => patterns.student,
  myCourses: () => patterns.myCourses,
  myNotes: () => patterns.myNotes,
  notifications: () => patterns.notifications,
  progress: () => patterns.progress,
  resume: () => patterns.resume,
  transactions: () => patterns.transactions,
  settings: () => patterns.settings,
  question: ({ questionId }: { questionId: string }) => path`/tanya/${questionId}`,
  announcement: ({ announcementId }: { announcementId: string }) => path`/pengumuman/${announcementId}`,
  unsubscribe: ({ token }: { token: string }) => path`/berhenti-email/${token}`,
  wishlist: () => patterns.wishlist,
  cart: () => patterns.cart,
  bundles: () => patterns.bundles,
  bundle: ({ slug }: { slug: string }) => path`/paket/${slug}`,
  gift: ({ token }: { token: string }) => path`/hadiah/${token}`,
  certificate: ({ certificateId }: { certificateId: string }) => path`/certificate/${certificateId}`,
  /** The PDF file. */
  certificatePdf: ({ certificateId }: { certificateId: string }) => path`/certificate/${certificateId}.pdf`,
  invoice: ({ transactionId }: { transactionId: string }) => path`/transaction/invoice/${transactionId}`,
  admin: () => patterns.admin,
  adminSignIn: () => patterns.adminSignIn,
  adminCourses: (query: Record<string, string> = {}) => withQuery(patterns.adminCourses, query),
  adminCourseCreate: () => patterns.adminCourseCreate,
  adminCourseEdit: ({ courseId }: { courseId: string }) => path`/admin/course/edit/${courseId}`,
  adminCourse: ({ courseId }: { courseId: string }) => path`/admin/course/detail/${courseId}`,
  adminCoursePreview: ({ courseId, lessonId }: { courseId: string; lessonId?: string }) =>
    withQuery(path`/admin/courses/${courseId}/preview`, lessonId ? { materi: lessonId } : {}),
  /** `chapterId`: the chapter that the form starts with. */
  adminLessonCreate: ({ courseId, chapterId }: { courseId: string; chapterId?: string }) =>
    withQuery(path`/admin/course/${courseId}/create`, chapterId ? { bab: chapterId } : {}),
  adminLessonEdit: ({ courseId, lessonId }: { courseId: string; lessonId: string }) => path`/admin/course/${courseId}/update-content/${lessonId}`,
  adminStudents: () => patterns.adminStudents,
  adminStudentCreate: () => patterns.adminStudentCreate,
  adminStudent: ({ studentId }: { studentId: string }) => path`/admin/student/detail/${studentId}`,
  adminCategories: () => patterns.adminCategories,
  adminEbooks: () => patterns.adminEbooks,
  adminEbookCreate: () => patterns.adminEbookCreate,
  adminEbook: ({ ebookId }: { ebookId: string }) => path`/admin/e-book/edit/${ebookId}`,
  adminEbookSection: ({ ebookId, sectionId }: { ebookId: string; sectionId: string }) => path`/admin/e-book/edit/${ebookId}/bagian/${sectionId}`,
  adminTips: () => patterns.adminTips,
  adminTipCreate: () => patterns.adminTipCreate,
  adminTip: ({ tipId }: { tipId: string }) => path`/admin/tip/edit/${tipId}`,
  adminCertificates: () => patterns.adminCertificates,
  adminMails: () => patterns.adminMails,
  adminMail: ({ mailId }: { mailId: string }) => path`/admin/mails/${mailId}`,
  adminTransactions: () => patterns.adminTransactions,
  adminTransaction: ({ transactionId }: { transactionId: string }) => path`/admin/transactions/${transactionId}`,
  adminPromoCodes: () => patterns.adminPromoCodes,
  adminEarnings: () => patterns.adminEarnings,
  adminSettings: () => patterns.adminSettings,
  adminAudit: () => patterns.adminAudit,
  adminSecurity: () => patterns.adminSecurity,
}

/**
 * The redirect target after sign-in: a path of this site, or null.
 * Rejects everything that a browser could parse as another origin (`//host`, `/\host`, control characters).
 */
export function safeNext(value: string | null): string | null {
  if (!value || value.length > 500 || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return null
  return value
}

/** The path of a page's sharing image. It changes with the page, so that clients do not show a cached old image. */
export function sharingImage(section: string, key: string, changedAt?: string): string {
  const version = changedAt ? `?v=${Date.parse(changedAt).toString(36)}` : ''
  return path`/sharing/${section}/${key}.png` + version
}
