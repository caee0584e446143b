// All page paths, each written once: the route table uses the patterns, and links are made of them.

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
  oidc: '/auth/oidc',
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
  schedule: '/student/jadwal',
  teams: '/student/tim',
  team: '/student/tim/:teamId',
  joinTeam: '/tim/:token',
  invitations: '/undangan',
  settings: '/student/settings',
  studentSignIn: '/student/sign-in',
  question: '/tanya/:questionId',
  announcement: '/pengumuman/:announcementId',
  unsubscribe: '/berhenti-email/:token',
  wishlist: '/student/wishlist',
  cart: '/keranjang',
  bundles: '/paket',
  bundle: '/paket/:slug',
  learningPaths: '/jalur',
  learningPath: '/jalur/:slug',
  myPaths: '/student/jalur',
  gift: '/hadiah/:token',
  instructor: '/pengajar/:slug',
  becomeInstructor: '/jadi-instruktur',
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

type Named<Pattern extends string> = Pattern extends `${infer Start}/${infer Rest}`
  ? Named<Start> | Named<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never
type Query = Readonly<Record<string, string | undefined>>
/** Takes the names of a pattern, and the query behind it. */
type Link<Pattern extends string> = (
  ...options: [Named<Pattern>] extends [never]
    ? [params?: Record<never, string>, query?: Query]
    : [params: Record<Named<Pattern>, string>, query?: Query]
) => string

/** Makes links of a pattern. Each value is encoded, so that any text stays one part of the path or the query. */
const linkTo =
  (pattern: string) =>
  (params: Query = {}, query: Query = {}): string => {
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
    )
    return search.length > 0 ? `${path}?${search.join('&')}` : path
  }

export const linksOf = <Patterns extends Readonly<Record<string, string>>>(
  all: Patterns,
): { [Name in keyof Patterns]: Link<Patterns[Name]> } =>
  Object.fromEntries(Object.entries(all).map(([name, pattern]) => [name, linkTo(pattern)])) as unknown as {
    [Name in keyof Patterns]: Link<Patterns[Name]>
  }

const links = linksOf(patterns)
type Next = { next?: string | undefined }

export const paths = {
  ...links,
  faq: (anchor: string) => `/#faq-${encodeURIComponent(anchor)}`,
  catalogue: (filters: Query = {}) => links.catalogue({}, filters),
  player: ({ courseId, lessonId }: { courseId: string; lessonId?: string }) =>
    links.player({ courseId }, { materi: lessonId }),
  searchHome: links.search,
  search: ({ q }: { q: string }) => links.search({}, { q }),
  ebook: ({ ebookId, sectionId }: { ebookId: string; sectionId?: string }) =>
    links.reader({ ebookId }, { bagian: sectionId }),
  signIn: ({ next }: Next = {}) => links.signIn({}, { next: next || undefined }),
  signUp: ({ next }: Next = {}) => links.signUp({}, { next: next || undefined }),
  /** The PDF file. */
  certificatePdf: (certificate: { certificateId: string }) => `${links.certificate(certificate)}.pdf`,
  adminCourses: (query: Query = {}) => links.adminCourses({}, query),
  adminCoursePreview: ({ courseId, lessonId }: { courseId: string; lessonId?: string }) =>
    links.adminCoursePreview({ courseId }, { materi: lessonId }),
  /** `chapterId`: the chapter that the form starts with. */
  adminLessonCreate: ({ courseId, chapterId }: { courseId: string; chapterId?: string }) =>
    links.adminLessonCreate({ courseId }, { bab: chapterId }),
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
  return `/sharing/${encodeURIComponent(section)}/${encodeURIComponent(key)}.png${version}`
}
