import { linksOf } from './paths.ts'

/** Paths of staff pages that no page of visitors links to. Not in paths.ts, which every first visit loads. */
export const staffPatterns = {
  reviews: '/admin/reviews',
  questions: '/admin/questions',
  reports: '/admin/reports',
  writingBlocks: '/admin/reports/blocks',
  courseImport: '/admin/courses/import',
  siteExports: '/admin/courses/export',
  courseStudent: '/admin/course/:courseId/student/:studentId',
  cohorts: '/admin/course/:courseId/angkatan',
  cohort: '/admin/course/:courseId/angkatan/:cohortId',
  tipPreview: '/admin/tip/preview/:tipId',
  quiz: '/admin/course/:courseId/quiz/:lessonId',
  assignment: '/admin/course/:courseId/assignment/:lessonId',
  exercise: '/admin/course/:courseId/exercise/:lessonId',
  submissions: '/admin/submissions',
  submission: '/admin/submissions/:submissionId',
  applications: '/admin/pengajuan-instruktur',
  courseReviews: '/admin/pemeriksaan-kelas',
  instructorProfile: '/admin/halaman-instruktur',
  quizResults: '/admin/course/:courseId/quiz/:lessonId/results',
  sales: '/admin/sales',
  myPromoCodes: '/admin/my-promo-codes',
  bundles: '/admin/bundles',
  adminPaths: '/admin/paths',
  adminPathCreate: '/admin/paths/baru',
  adminPath: '/admin/paths/:pathId',
  refundRequests: '/admin/refund-requests',
  transfers: '/admin/transfers',
  balance: '/admin/balance',
  payouts: '/admin/payouts',
  system: '/admin/system',
  homeSettings: '/admin/settings/beranda',
  apiKeys: '/admin/api-keys',
  webhooks: '/admin/webhooks',
  webhook: '/admin/webhooks/:webhookId',
  privacy: '/admin/privacy',
  privacyRequestCreate: '/admin/privacy/request/create',
  privacyRequest: '/admin/privacy/request/:requestId',
  privacyIncidents: '/admin/privacy/incidents',
  privacyIncidentCreate: '/admin/privacy/incident/create',
  privacyIncident: '/admin/privacy/incident/:incidentId',
  legalPages: '/admin/legal',
  legalPage: '/admin/legal/:page',
} as const

const links = linksOf(staffPatterns)

export const staffPaths = {
  ...links,
  privacy: ({ state }: { state?: string } = {}) => links.privacy({}, { state: state || undefined }),
}
