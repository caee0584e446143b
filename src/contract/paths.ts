// Every page address, spelled once. Patterns are for the route table, functions for links.

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
  tips: '/tips',
  successCheckout: '/success-checkout',
  noAccess: '/no-access',
  signIn: '/auth/sign-in',
  signUp: '/auth/sign-up',
  forgotPassword: '/auth/forgot-password',
  student: '/student',
  myCourses: '/student/kelas-saya',
  transactions: '/student/transactions',
  settings: '/student/settings',
  studentSignIn: '/student/sign-in',
  invoice: '/transaction/invoice/:transactionId',
  admin: '/admin',
  adminSignIn: '/admin/sign-in',
} as const

type Next = { next?: string | undefined }
const withNext = (path: string, { next }: Next = {}) => (next ? `${path}?next=${encodeURIComponent(next)}` : path)

export const paths = {
  home: () => patterns.home,
  faq: (anchor: string) => `/#faq-${anchor}`,
  sale: () => patterns.sale,
  catalogue: (filters: Record<string, string> = {}) => {
    const query = Object.entries(filters)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
    return query ? `${patterns.catalogue}?${query}` : patterns.catalogue
  },
  keyword: ({ keyword }: { keyword: string }) => `/kelas/${encodeURIComponent(keyword)}`,
  courseDetail: ({ courseId }: { courseId: string }) => `/kelas/details/${courseId}`,
  courseShort: ({ courseId }: { courseId: string }) => `/courses/${courseId}`,
  player: ({ courseId, contentId }: { courseId: string; contentId?: string }) =>
    contentId ? `/courses/${courseId}/start?materi=${contentId}` : `/courses/${courseId}/start`,
  searchHome: () => patterns.search,
  search: ({ q }: { q: string }) => `/search?q=${encodeURIComponent(q)}`,
  ebooks: () => patterns.ebooks,
  ebook: ({ ebookId }: { ebookId: string }) => `/e-book/${ebookId}`,
  tips: () => patterns.tips,
  successCheckout: () => patterns.successCheckout,
  noAccess: () => patterns.noAccess,
  signIn: (options?: Next) => withNext(patterns.signIn, options),
  signUp: (options?: Next) => withNext(patterns.signUp, options),
  forgotPassword: () => patterns.forgotPassword,
  student: () => patterns.student,
  myCourses: () => patterns.myCourses,
  transactions: () => patterns.transactions,
  settings: () => patterns.settings,
  invoice: ({ transactionId }: { transactionId: string }) => `/transaction/invoice/${transactionId}`,
  admin: () => patterns.admin,
}

/**
 * Where to go after signing in, if the address says so: a path of this site, or null.
 * Anything that a browser could read as another origin (`//host`, `/\host`, control characters) is refused.
 */
export function safeNext(value: string | null): string | null {
  if (!value || value.length > 500 || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return null
  return value
}
