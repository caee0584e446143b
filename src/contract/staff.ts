import { payoutsContract } from './commerce/payouts.ts'
import { applicationsContract } from './instructors/applications.ts'
import { instructorProfileContract } from './instructors/profile.ts'
import { adminTransfersContract } from './commerce/transfers.ts'
import { adminRefundRequestsContract } from './commerce/refund-requests.ts'
import { adminBundlesContract } from './commerce/bundles.ts'
import { adminPathsContract } from './paths/paths-admin.ts'
import { apiKeysContract } from './integrations/api-keys.ts'
import { assignmentGradingContract } from './assessment/assignment-grading.ts'
import { auditContract } from './site/audit.ts'
import { authoringContract } from './catalog/authoring.ts'
import { staffCaptionsContract } from './catalog/captions.ts'
import { categoriesContract } from './catalog/categories.ts'
import { adminCertificatesContract } from './learning/certificates-admin.ts'
import { courseFiguresContract } from './catalog/course-figures.ts'
import { courseFormatContract } from './moving/course-format.ts'
import { courseReviewContract } from './catalog/course-review.ts'
import { exerciseAuthoringContract } from './exercises/exercises.ts'
import { staffLessonFilesContract } from './catalog/lesson-files.ts'
import { courseChaptersContract } from './catalog/course-chapters.ts'
import { invitationsContract, teachersContract } from './learning/invitations.ts'
import { courseStudentsContract } from './learning/course-students.ts'
import { adminLibraryContract } from './library/library-admin.ts'
import { cohortStaffContract } from './groups/cohorts-staff.ts'
import { meetingStaffContract } from './groups/meetings-staff.ts'
import { mailContract } from './site/mail.ts'
import { moderationContract } from './conversation/moderation.ts'
import { overviewContract } from './site/overview.ts'
import { adminPrivacyContract } from './privacy/privacy-admin.ts'
import { scheduledSalesContract } from './commerce/scheduled-sales.ts'
import { soldLinesContract } from './commerce/sold-lines.ts'
import { waitingMoneyContract } from './commerce/waiting-money.ts'
import { myPromoCodesContract, promoCodesContract } from './commerce/promo-codes.ts'
import { quizAuthoringContract } from './assessment/quiz-authoring.ts'
import { quizResultsContract } from './assessment/quiz-results.ts'
import { reviewsContract } from './learning/reviews.ts'
import { orderNotesContract } from './commerce/order-notes.ts'
import { staffOrdersContract } from './commerce/orders-staff.ts'
import { siteExportContract } from './moving/export.ts'
import { peopleContract } from './moving/people.ts'
import { settingsContract } from './site/settings.ts'
import { usersContract } from './identity/users.ts'
import { operationContract } from './site/operation.ts'
import { systemContract } from './site/system.ts'
import { uploadsContract } from './kit/media/uploads.ts'
import { webhooksContract } from './integrations/webhooks.ts'

/** Endpoints for staff only. The browser loads them with the staff pages. */
export const staffContract = {
  adminBundles: adminBundlesContract,
  adminPaths: adminPathsContract,
  adminRefundRequests: adminRefundRequestsContract,
  adminTransfers: adminTransfersContract,
  payouts: payoutsContract,
  mail: mailContract,
  authoring: authoringContract,
  assignmentReview: assignmentGradingContract,
  captions: staffCaptionsContract,
  certificates: adminCertificatesContract,
  cohorts: cohortStaffContract,
  meetings: meetingStaffContract,
  courseFigures: courseFiguresContract,
  courseFormat: courseFormatContract,
  courseReview: courseReviewContract,
  courseChapters: courseChaptersContract,
  lessonFiles: staffLessonFilesContract,
  courseStudents: courseStudentsContract,
  invitations: invitationsContract,
  teachers: teachersContract,
  exercises: exerciseAuthoringContract,
  applications: applicationsContract,
  instructorProfile: instructorProfileContract,
  moderation: moderationContract,
  orderNotes: orderNotesContract,
  overview: overviewContract,
  library: adminLibraryContract,
  quizAuthoring: quizAuthoringContract,
  quizResults: quizResultsContract,
  reviews: reviewsContract,
  sales: staffOrdersContract,
  soldLines: soldLinesContract,
  users: { ...usersContract, ...peopleContract },
  categories: categoriesContract,
  audit: auditContract,
  apiKeys: apiKeysContract,
  privacy: adminPrivacyContract,
  promoCodes: promoCodesContract,
  myPromoCodes: myPromoCodesContract,
  waitingMoney: waitingMoneyContract,
  scheduledSales: scheduledSalesContract,
  settings: settingsContract,
  operation: operationContract,
  siteExport: siteExportContract,
  system: systemContract,
  uploads: uploadsContract,
  webhooks: webhooksContract,
}
