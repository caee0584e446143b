import type { Logger } from 'pino'
import { dayMs } from '#contract/kit/durations.ts'
import { apiKeysModule, apiKeysPersonalData } from '#server/integrations/api-keys/index.ts'
import {
  assessmentModule,
  assessmentPersonalData,
  copyAssignment,
  copyQuiz,
  countQuestions,
  usesMedia,
} from '#server/assessment/index.ts'
import { conversationModule, conversationPersonalData } from '#server/conversation/index.ts'
import { auditModule } from '#server/platform/audit/index.ts'
import { authoringModule, catalogModule, catalogPersonalData } from '#server/catalog/index.ts'
import { courseFormatModule, importUsesMedia } from '#server/catalog/course-files/index.ts'
import { backgroundModule } from '#server/platform/background.ts'
import { cacheTagsModule } from '#server/platform/cache-tags/index.ts'
import { challengesModule, type ChallengeIterations } from '#server/platform/challenges/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { commerceFigures, commerceModule, commercePersonalData, type PaymentProvider } from '#server/commerce/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { figuresModule } from '#server/platform/figures/index.ts'
import { currentApiKeyId } from '#server/platform/http/index.ts'
import {
  accountModule,
  identityFigures,
  identityModule,
  isProvenAddress,
  listAdmins,
  securityLogModule,
  type GoogleVerifier,
  type Passwords,
  type SessionLives,
} from '#server/identity/index.ts'
import {
  certificateFilesModule,
  certificatesModule,
  learningFigures,
  learningModule,
  learningPersonalData,
  remindersModule,
  reviewModerationModule,
} from '#server/learning/index.ts'
import { notificationsModule, notificationsPersonalData } from '#server/notifications/index.ts'
import { mailModule, type MailTransport } from '#server/platform/mail/index.ts'
import { libraryModule, libraryPersonalData } from '#server/library/index.ts'
import { privacyModule, privacyPersonalData } from '#server/privacy/index.ts'
import { retentionModule } from '#server/platform/retention/index.ts'
import { createSecret } from '#server/platform/secrets/index.ts'
import { rateLimiterModule } from '#server/platform/rate-limiter/index.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics/index.ts'
import { operationModule } from '#server/site/operation/index.ts'
import { settingsModule } from '#server/site/settings/index.ts'
import { exportAllModule, siteModule } from '#server/site/index.ts'
import { usersModule } from '#server/identity/users/index.ts'
import { webhooksModule } from '#server/integrations/webhooks/index.ts'
import { systemNetwork, type Network } from '#server/platform/guarded-post/index.ts'
import type { WhatsAppProvider } from '#server/platform/whatsapp/index.ts'
import { createMediaServer, mediaModule, signedUrls, type MediaDeps } from '#server/platform/media/index.ts'
import { uploadsModule } from '#server/platform/uploads/index.ts'

/** What all modules are made of. All side effects come from them. */
export type ModuleDeps = {
  database: Database
  payments: PaymentProvider
  mailTransport: MailTransport
  /** Where videos are, where they arrive, and how large one may be in bytes. */
  media: Pick<MediaDeps, 'store' | 'incomingFolder' | 'maximumBytes' | 'freeBytes'>
  clock: Clock
  log: Logger
  publicUrl: string
  sessionLives: SessionLives
  passwords: Passwords
  google: GoogleVerifier | null
  /** Who sends by WhatsApp; nobody by default. */
  whatsApp?: WhatsAppProvider | null
  /** Where webhooks and push messages may go, and how host names are resolved. Default: public IP addresses only. */
  webhookNetwork?: Network
  challengeIterations?: ChallengeIterations
  /** Within how many days of the payment a buyer may ask for a refund; 7 by default. */
  refundDays?: number
  /** For how many days a sale is held before it can be paid out; 14 by default. */
  payoutHoldDays?: number
  metrics?: Metrics
  /** Whether the accounts of the demo, whose password is known to all, can sign in; none by default. */
  hasDemo?: () => Promise<boolean>
  /** Changes the level of the log; null: the level of the environment. */
  setLogLevel?: (level: string | null) => void
}

export type Modules = Awaited<ReturnType<typeof createModules>>

/** The modules of the product in the order in which they use each other. Whatever a module needs of another is handed to it here. */
export async function createModules({
  database,
  payments,
  mailTransport,
  media: mediaConfig,
  clock,
  log,
  publicUrl,
  sessionLives,
  google,
  passwords,
  whatsApp = null,
  webhookNetwork = systemNetwork({ allowPrivate: false }),
  challengeIterations,
  refundDays = 7,
  payoutHoldDays = 14,
  metrics = createMetrics(),
  setLogLevel = () => {},
  hasDemo = async () => false,
}: ModuleDeps) {
  const background = backgroundModule({ log })
  const cacheTags = await cacheTagsModule(database)
  const audit = auditModule({ database, clock, currentApiKeyId })
  const rateLimiter = rateLimiterModule({ database, clock })
  const uploads = uploadsModule({ database, rateLimiter, clock })
  const settings = settingsModule({
    database,
    cacheTags,
    audit,
    uploads,
    clock,
    promoCodeExists: (code) => commerce.promoCodes.exists(code),
  })
  const operation = operationModule({ database, clock, audit, setLogLevel })
  const readSite = async (tx?: Tx) => settings.readSite(tx)
  const mail = mailModule({
    database,
    clock,
    mailTransport,
    background,
    log,
    rateLimiter,
    publicUrl,
    readSender: readSite,
    isProven: isProvenAddress,
    metrics,
  })
  const challenges = challengesModule({
    database,
    clock,
    secret: createSecret(database, 'challenges'),
    iterations: challengeIterations,
  })
  const sessionDays = Math.ceil(sessionLives.student.absoluteMs / dayMs)
  const privacy = privacyModule({
    database,
    cacheTags,
    audit,
    settings,
    rateLimiter,
    mail,
    clock,
    publicUrl,
    sessionDays,
    listAdmins,
  })
  const core = { database, clock, rateLimiter, challenges, mail, uploads, audit, background, log, cacheTags, publicUrl }
  const identityDeps = {
    ...core,
    passwords,
    sessionLives,
    google,
    readNonceSecret: createSecret(database, 'google-nonces'),
    readDeviceSecret: createSecret(database, 'device-cookies'),
    securityLog: securityLogModule({ ...core, metrics }),
    consents: privacy.consents,
    readSite,
  }
  const identity = identityModule(identityDeps)
  const notifications = notificationsModule({
    ...core,
    identity,
    memberships: () => learning.memberships,
    whatsApp,
    readWhatsAppSettings: async (tx) => (await settings.readSite(tx)).whatsapp,
    network: webhookNetwork,
  })
  const { notify } = notifications
  const apiKeys = apiKeysModule({ database, clock, audit, rateLimiter, identity })
  const webhooks = webhooksModule({ ...core, identity, network: webhookNetwork, metrics })
  const catalog = catalogModule({
    database,
    cacheTags,
    identity,
    clock,
    findAnnouncedPrices: (priced) => commerce.findAnnouncedPrices(priced),
  })
  const media = mediaModule({
    ...core,
    ...mediaConfig,
    findViewer: identity.findViewerByToken,
    usedBy: [catalog.usesMedia, usesMedia, importUsesMedia],
  })
  const videoUrls = signedUrls({ secret: createSecret(database, 'media-addresses'), clock })
  const learning = learningModule({
    ...core,
    catalog,
    identity,
    consents: privacy.consents,
    emitEvent: webhooks.emit,
    videoUrl: videoUrls.create,
    media,
    readSite,
  })
  const reminders = remindersModule({ ...core, catalog, notify })
  const serveMedia = createMediaServer({ media, videoUrls, findWatchable: learning.findWatchable, log })
  const library = libraryModule({ database, cacheTags, audit, clock })
  const certificates = certificatesModule({ ...core, notify, catalog, identity, emitEvent: webhooks.emit, readSite })
  const certificateFiles = certificateFilesModule({
    certificates,
    publicUrl,
    readSite,
    readLogo: () => settings.readLogoPng(192),
  })
  const ofOthers = {
    countCertificates: certificates.countOf,
    countQuestions,
    clearLastLesson: learning.clearLastLesson,
    deleteLessonProgress: learning.deleteLessonProgress,
    recountCompletions: learning.recountCompletions,
    finishCompleted: learning.finishCompleted,
  }
  const reviews = reviewModerationModule({ ...core, catalog, identity, notify })
  const conversation = conversationModule({ ...core, catalog, identity, learning, notifications, reviews })
  const assessment = assessmentModule({ ...core, notify, catalog, learning, identity, media })
  const authoring = authoringModule({
    ...core,
    identity,
    media,
    videoUrl: videoUrls.create,
    copyQuiz,
    copyAssignment,
    tellNewLesson: notifications.newLesson,
    withdrawNewLesson: notifications.withdrawNewLesson,
    ...ofOthers,
  })
  const courseFormat = courseFormatModule({
    ...core,
    catalog,
    assessment,
    media,
    findRole: async (userId) => (await identity.findAccount(userId))?.role ?? null,
  })
  const commerce = commerceModule({
    ...core,
    notify,
    catalog,
    learning,
    library,
    identity,
    settings,
    payments,
    metrics,
    emitEvent: webhooks.emit,
    refundDays,
    payoutHoldDays,
  })
  const exportAll = exportAllModule({
    ...core,
    catalog,
    identity,
    learning,
    commerce,
    exportCourse: courseFormat.exportCourse,
  })
  const personalData = [
    // Before learning, whose enrolments delete submissions with what names their files.
    assessmentPersonalData({ database, media }),
    catalogPersonalData({ database, imports: courseFormat.stored }),
    conversationPersonalData({ database, clock }),
    learningPersonalData({ database, catalog, cacheTags }),
    libraryPersonalData({ database }),
    commercePersonalData({ database, clock }),
    privacyPersonalData(privacy),
    notificationsPersonalData({ database }),
    apiKeysPersonalData(core),
  ]
  const account = accountModule({ ...identityDeps, personalData })
  const uploadsInUse = [identity, catalog, assessment, conversation, library, commerce, privacy.legal, settings].map(
    (module) => module.listUploadsInUse,
  )
  const retention = retentionModule({
    database,
    clock,
    purgeBatches: {
      sessions: account.deleteExpiredSessions,
      'mailed-links': account.deleteExpiredLinks,
      'google-nonces': account.deleteExpiredNonces,
      'sign-in-steps': account.deleteUnfinishedSteps,
      attempts: rateLimiter.deleteExpired,
      'solved-challenges': challenges.deleteExpired,
      mails: mail.deleteOld,
      notifications: notifications.deleteOld,
      'whatsapp-messages': notifications.deleteOldWhatsApp,
      'webhook-deliveries': webhooks.deleteOld,
      'transfer-proofs': commerce.transfers.deleteOldProofs,
      'course-imports': courseFormat.stored.deleteOld,
      'unused-uploads': (before, limit) => uploads.deleteUnused(uploadsInUse, before, limit),
      'video-uploads': media.deleteOldUploads,
      'unused-videos': media.deleteUnused,
      'privacy-requests': privacy.requests.deleteOld,
    },
  })
  const figures = figuresModule({
    ...core,
    sources: [...identityFigures(database), ...learningFigures({ database, catalog }), ...commerceFigures(database)],
  })
  const users = usersModule({ database, identity, account, catalog, learning, commerce, audit, clock, log })
  const site = siteModule({
    database,
    settings,
    catalog,
    library,
    learning,
    identity,
    commerce,
    privacy,
    clock,
    publicUrl,
    mailTransport,
    hasDemo,
    google: google?.settings ?? null,
  })
  return {
    database,
    background,
    cacheTags,
    audit,
    rateLimiter,
    uploads,
    settings,
    operation,
    readSite,
    mail,
    challenges,
    privacy,
    core,
    identityDeps,
    identity,
    apiKeys,
    webhooks,
    catalog,
    media,
    learning,
    reminders,
    serveMedia,
    library,
    certificates,
    certificateFiles,
    assessment,
    authoring,
    courseFormat,
    exportAll,
    commerce,
    account,
    retention,
    figures,
    users,
    site,
    metrics,
    notifications,
    conversation,
    reviews,
  }
}
