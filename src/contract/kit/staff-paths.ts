// Links to staff pages that no page of visitors links to. Not in paths.ts, which every first visit loads.

export const staffPaths = {
  reviews: () => '/admin/reviews',
  questions: () => '/admin/questions',
  reports: () => '/admin/reports',
  courseImport: () => '/admin/courses/import',
  courseStudent: ({ courseId, studentId }: { courseId: string; studentId: string }) =>
    `/admin/course/${encodeURIComponent(courseId)}/student/${encodeURIComponent(studentId)}`,
  tipPreview: ({ tipId }: { tipId: string }) => `/admin/tip/preview/${encodeURIComponent(tipId)}`,
  quiz: ({ courseId, lessonId }: { courseId: string; lessonId: string }) =>
    `/admin/course/${encodeURIComponent(courseId)}/quiz/${encodeURIComponent(lessonId)}`,
  assignment: ({ courseId, lessonId }: { courseId: string; lessonId: string }) =>
    `/admin/course/${encodeURIComponent(courseId)}/assignment/${encodeURIComponent(lessonId)}`,
  submissions: () => '/admin/submissions',
  submission: ({ submissionId }: { submissionId: string }) => `/admin/submissions/${encodeURIComponent(submissionId)}`,
  quizResults: ({ courseId, lessonId }: { courseId: string; lessonId: string }) =>
    `/admin/course/${encodeURIComponent(courseId)}/quiz/${encodeURIComponent(lessonId)}/results`,
  sales: () => '/admin/sales',
  myPromoCodes: () => '/admin/my-promo-codes',
  bundles: () => '/admin/bundles',
  refundRequests: () => '/admin/refund-requests',
  transfers: () => '/admin/transfers',
  balance: () => '/admin/balance',
  payouts: () => '/admin/payouts',
  system: () => '/admin/system',
  privacy: ({ state }: { state?: string } = {}) => (state ? `/admin/privacy?state=${state}` : '/admin/privacy'),
  privacyRequestCreate: () => '/admin/privacy/request/create',
  privacyRequest: ({ requestId }: { requestId: string }) => `/admin/privacy/request/${encodeURIComponent(requestId)}`,
  privacyIncidents: () => '/admin/privacy/incidents',
  privacyIncidentCreate: () => '/admin/privacy/incident/create',
  privacyIncident: ({ incidentId }: { incidentId: string }) => `/admin/privacy/incident/${encodeURIComponent(incidentId)}`,
  legalPages: () => '/admin/legal',
  legalPage: ({ page }: { page: string }) => `/admin/legal/${encodeURIComponent(page)}`,
  apiKeys: () => '/admin/api-keys',
  webhooks: () => '/admin/webhooks',
  webhook: ({ webhookId }: { webhookId: string }) => `/admin/webhooks/${encodeURIComponent(webhookId)}`,
}
