// Paths of staff pages that no page of visitors links to, for the route table. Links are made by staff-paths.ts: a file that both the
// route table and pages import would be a chunk of its own, named in the script of every first visit.

export const staffPatterns = {
  reviews: '/admin/reviews',
  courseImport: '/admin/courses/import',
  tipPreview: '/admin/tip/preview/:tipId',
  quiz: '/admin/course/:courseId/quiz/:lessonId',
  assignment: '/admin/course/:courseId/assignment/:lessonId',
  submissions: '/admin/submissions',
  submission: '/admin/submissions/:submissionId',
  quizResults: '/admin/course/:courseId/quiz/:lessonId/results',
  bundles: '/admin/bundles',
  refundRequests: '/admin/refund-requests',
  system: '/admin/system',
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
