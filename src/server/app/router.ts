import { conversationRoutes } from '#server/conversation/index.ts'
import { notificationsRoutes } from '#server/notifications/index.ts'
import { apiKeyRoutes } from '#server/integrations/api-keys/index.ts'
import {
  assignmentReviewRoutes,
  quizAttemptsRoutes,
  quizAuthoringRoutes,
  quizResultsRoutes,
  submissionsRoutes,
} from '#server/assessment/index.ts'
import { catalogRoutes, categoryEditorModule, categoryRoutes } from '#server/catalog/index.ts'
import {
  authoringRoutes,
  captionsRoutes,
  courseChapterRoutes,
  lessonFilesRoutes,
} from '#server/catalog/authoring/index.ts'
import { courseFormatRoutes } from '#server/catalog/course-files/index.ts'
import { commerceRoutes, promoCodeRoutes, salesRoutes, sellingRoutes } from '#server/commerce/index.ts'
import { accountRoutes, identityRoutes, twoStepModule, twoStepRoutes } from '#server/identity/index.ts'
import {
  certificateRoutes,
  learningRoutes,
  learningStaffRoutes,
  reviewVotesRoutes,
  showCaptionsRoutes,
  showLessonFilesRoutes,
  weeklyGoalRoutes,
} from '#server/learning/index.ts'
import { exercisesRoutes } from '#server/exercises/index.ts'
import { mailRoutes } from '#server/platform/mail/index.ts'
import { libraryRoutes } from '#server/library/index.ts'
import { privacyRoutes } from '#server/privacy/index.ts'
import { operationRoutes } from '#server/site/operation/index.ts'
import { settingsRoutes } from '#server/site/settings/index.ts'
import {
  auditLogModule,
  auditLogRoutes,
  exportRoutes,
  notesRoutes,
  overviewRoutes,
  siteRoutes,
} from '#server/site/index.ts'
import { usersRoutes } from '#server/identity/users/index.ts'
import { systemRoutes } from '#server/site/system/index.ts'
import { webhookRoutes } from '#server/integrations/webhooks/index.ts'
import { uploadRoutes } from '#server/platform/uploads/index.ts'
import type { Modules } from './modules.ts'
import type { SystemModule } from '#server/site/system/index.ts'

/** What each part of the contract is answered by. The parts of the contract are in `src/contract/index.ts`. */
export function createRouter(modules: Modules, system: SystemModule) {
  const {
    database,
    cacheTags,
    audit,
    uploads,
    settings,
    operation,
    mail,
    privacy,
    core,
    identityDeps,
    identity,
    apiKeys,
    webhooks,
    catalog,
    learning,
    notifications,
    conversation,
    reviews,
    library,
    certificates,
    assessment,
    exercises,
    authoring,
    courseFormat,
    exportAll,
    commerce,
    account,
    users,
    site,
  } = modules
  return {
    identity: identityRoutes(identity),
    account: accountRoutes(account),
    twoStep: twoStepRoutes(twoStepModule(identityDeps)),
    mail: mailRoutes(mail),
    catalog: catalogRoutes(catalog),
    authoring: authoringRoutes(authoring),
    courseFormat: courseFormatRoutes(courseFormat),
    courseChapters: courseChapterRoutes(authoring),
    ...learningStaffRoutes({ ...core, catalog, identity, emitEvent: webhooks.emit, reviews }),
    captions: { ...captionsRoutes(authoring), ...showCaptionsRoutes(learning) },
    lessonFiles: { ...lessonFilesRoutes(authoring), ...showLessonFilesRoutes(learning) },
    learning: learningRoutes(learning),
    reviewVotes: reviewVotesRoutes(learning),
    quizAuthoring: quizAuthoringRoutes(assessment),
    quizAttempts: quizAttemptsRoutes(assessment),
    quizResults: quizResultsRoutes(assessment),
    submissions: submissionsRoutes(assessment),
    assignmentReview: assignmentReviewRoutes(assessment),
    exercises: exercisesRoutes(exercises),
    certificates: certificateRoutes(certificates),
    library: libraryRoutes(library),
    commerce: commerceRoutes(commerce),
    sales: salesRoutes(commerce),
    ...sellingRoutes(commerce),
    users: usersRoutes(users),
    categories: categoryRoutes(categoryEditorModule({ database, cacheTags, audit, offers: commerce.categoryOffers })),
    apiKeys: apiKeyRoutes(apiKeys),
    audit: auditLogRoutes(auditLogModule({ audit, apiKeys, identity, catalog, library })),
    privacy: privacyRoutes(privacy),
    promoCodes: promoCodeRoutes(commerce),
    settings: settingsRoutes(settings),
    siteExport: exportRoutes(exportAll),
    site: siteRoutes(site),
    operation: operationRoutes(operation),
    system: systemRoutes(system),
    overview: overviewRoutes(site),
    notes: notesRoutes(site),
    notifications: notificationsRoutes(notifications),
    ...conversationRoutes(conversation),
    weeklyGoal: weeklyGoalRoutes(learning),
    uploads: uploadRoutes(uploads),
    webhooks: webhookRoutes(webhooks),
  }
}
