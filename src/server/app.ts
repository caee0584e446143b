import type { Logger } from 'pino'
import { dayMs } from '#contract/kit/durations.ts'
import { createApiClient, registerContract } from '#contract/kit/client.ts'
import { onDemandContract } from '#contract/on-demand.ts'
import { apiKeyRoutes, apiKeysModule } from './integrations/api-keys/index.ts'
import {
  assessmentModule,
  assessmentPersonalData,
  assignmentReviewRoutes,
  copyAssignment,
  copyQuiz,
  countQuestions,
  quizAttemptsRoutes,
  quizAuthoringRoutes,
  quizResultsRoutes,
  submissionsRoutes,
  usesMedia,
} from './assessment/index.ts'
import { auditModule } from './platform/audit/index.ts'
import {
  authoringModule,
  authoringRoutes,
  captionsRoutes,
  catalogModule,
  catalogRoutes,
  categoryEditorModule,
  categoryRoutes,
  courseChapterRoutes,
} from './catalog/index.ts'
import { courseFormatModule, courseFormatRoutes } from './catalog/course-files/index.ts'
import { backgroundModule } from './platform/background.ts'
import { cacheTagsModule } from './platform/cache-tags/index.ts'
import { challengesModule, type ChallengeIterations } from './platform/challenges/index.ts'
import type { Clock } from './platform/clock.ts'
import {
  commerceFigures,
  commerceModule,
  commercePersonalData,
  commerceRoutes,
  promoCodeRoutes,
  salesRoutes,
  sellingRoutes,
  type PaymentProvider,
} from './commerce/index.ts'
import type { Database, Tx } from './platform/database/index.ts'
import { figuresModule } from './platform/figures/index.ts'
import { commonHeaders, createApi, currentApiKeyId, requestId } from './platform/http/index.ts'
import {
  accountModule,
  accountRoutes,
  identityFigures,
  identityModule,
  identityRoutes,
  securityLogModule,
  twoStepModule,
  twoStepRoutes,
  type GoogleVerifier,
  type Passwords,
  type SessionLives,
} from './identity/index.ts'
import {
  certificateFilesModule,
  certificateRoutes,
  certificatesModule,
  learningFigures,
  learningModule,
  learningPersonalData,
  learningRoutes,
  learningStaffRoutes,
  showCaptionsRoutes,
  weeklyGoalRoutes,
} from './learning/index.ts'
import { mailModule, mailRoutes, type MailTransport } from './platform/mail/index.ts'
import { libraryModule, libraryPersonalData, libraryRoutes } from './library/index.ts'
import { createCachingApi, createPageCache, encodeResponse, pagesModule, type PageRenderer } from './platform/pages/index.ts'
import { privacyModule, privacyPersonalData, privacyRoutes } from './privacy/index.ts'
import { retentionModule } from './platform/retention/index.ts'
import { createSecret } from './platform/secrets/index.ts'
import { rateLimiterModule } from './platform/rate-limiter/index.ts'
import { createMetrics, type Metrics } from './platform/metrics/index.ts'
import { settingsModule, settingsRoutes } from './site/settings/index.ts'
import { auditLogModule, auditLogRoutes, isBrandIcon, notesRoutes, overviewRoutes, siteModule, siteRoutes } from './site/index.ts'
import { usersModule, usersRoutes } from './identity/users/index.ts'
import { appSystemModule, systemRoutes, type SystemFacts, type SystemModule } from './site/system/index.ts'
import { systemNetwork, webhookRoutes, webhooksModule, type Network } from './integrations/webhooks/index.ts'
import { createMediaServer, mediaModule, signedUrls, type MediaStore } from './platform/media/index.ts'
import { uploadRoutes, uploadsModule } from './platform/uploads/index.ts'
import { mountRoutes, type Caller } from './process/mount-routes.ts'

export type AppDeps = {
  database: Database
  payments: PaymentProvider
  mailTransport: MailTransport
  /** Where videos are, where they arrive, and how large one may be in bytes. */
  media: { store: MediaStore; incomingFolder: string; maximumBytes: number }
  /** The renderer of the web side. */
  renderer: PageRenderer
  clock: Clock
  log: Logger
  publicUrl: string
  sessionLives: SessionLives
  passwords: Passwords
  google: GoogleVerifier | null
  /** How long a CDN in front may cache a public page without asking; 0 by default. */
  cdnSeconds?: number
  /** Within how many days of the payment a buyer may ask for a refund; 7 by default. */
  refundDays?: number
  /** Where webhooks may go, and how host names are resolved. Default: public IP addresses only. */
  webhookNetwork?: Network
  isDevelopment?: boolean
  challengeIterations?: ChallengeIterations
  metrics?: Metrics
  /** For the system page. Without it the page knows the database only. */
  system?: SystemFacts
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Calls in process, such as those of rendered pages. */
const inProcess: Caller = { client: 'in-process' }

const pageCacheBytes = 64 * 1024 * 1024

/** Builds all modules and returns the application as a function from request to response. All side effects come from the injected dependencies. */
export async function createApp({
  database,
  payments,
  mailTransport,
  media: mediaConfig,
  renderer,
  clock,
  log,
  publicUrl,
  sessionLives,
  google,
  passwords,
  cdnSeconds = 0,
  refundDays = 7,
  webhookNetwork = systemNetwork({ allowPrivate: false }),
  isDevelopment = false,
  challengeIterations,
  metrics = createMetrics(),
  system: systemFacts,
}: AppDeps) {
  const background = backgroundModule({ log })
  const cacheTags = await cacheTagsModule(database)
  const audit = auditModule({ database, clock, currentApiKeyId })
  const rateLimiter = rateLimiterModule({ database, clock })
  const uploads = uploadsModule({ database, rateLimiter, clock })
  const settings = settingsModule({ database, cacheTags, audit, uploads, clock, promoCodeExists: (code) => commerce.promoCodes.exists(code) })
  const readSite = async () => settings.readSite()
  const readSender = async (tx: Tx) => settings.readSite(tx)
  const mail = mailModule({ database, clock, mailTransport, background, log, publicUrl, readSender, metrics })
  const challenges = challengesModule({ database, clock, secret: createSecret(database, 'challenges'), iterations: challengeIterations })
  const securityLog = securityLogModule({ database, audit, rateLimiter, background, log, metrics })
  const sessionDays = Math.ceil(sessionLives.student.absoluteMs / dayMs)
  const privacy = privacyModule({ database, cacheTags, audit, settings, rateLimiter, mail, clock, publicUrl, sessionDays })
  const { consents } = privacy
  const core = { database, clock, rateLimiter, challenges, mail, uploads, audit, background, log, cacheTags, publicUrl }
  const identityDeps = { ...core, passwords, sessionLives, google, securityLog, consents, readSite }
  const identity = identityModule(identityDeps)
  const apiKeys = apiKeysModule({ database, clock, audit, rateLimiter, identity })
  const webhooks = webhooksModule({ ...core, identity, network: webhookNetwork, metrics })
  const emitEvent = webhooks.emit
  const catalog = catalogModule({ database, cacheTags, identity, clock })
  const media = mediaModule({ ...core, ...mediaConfig, findViewer: identity.findViewerByToken, usedBy: [catalog.usesMedia, usesMedia] })
  const videoUrls = signedUrls({ secret: createSecret(database, 'media-addresses'), clock })
  const videoUrl = videoUrls.create
  const learning = learningModule({ ...core, catalog, identity, consents, emitEvent, videoUrl, readSite })
  const serveMedia = createMediaServer({ media, videoUrls, findWatchable: learning.findWatchable, log })
  const library = libraryModule({ database, cacheTags, audit, clock })
  const certificates = certificatesModule({ database, catalog, identity, cacheTags, audit, clock, publicUrl, emitEvent })
  const certificateFiles = certificateFilesModule({ certificates, publicUrl, readSite, readLogo: () => settings.readLogoPng(192) })
  const { clearLastLesson, deleteLessonProgress } = learning
  const ofOthers = { countCertificates: certificates.countOf, countQuestions, clearLastLesson, deleteLessonProgress }
  const assessment = assessmentModule({ ...core, catalog, learning, identity, media })
  const authoring = authoringModule({ database, cacheTags, identity, audit, uploads, media, videoUrl, clock, copyQuiz, copyAssignment, ...ofOthers })
  const courseFormat = courseFormatModule({ ...core, catalog, assessment, media })
  const commerce = commerceModule({ ...core, catalog, learning, library, identity, settings, payments, metrics, emitEvent, refundDays })
  const personalData = [
    // Before learning, whose enrolments delete submissions with what names their files.
    assessmentPersonalData({ database, media }),
    learningPersonalData({ database, catalog, cacheTags }),
    libraryPersonalData({ database }),
    commercePersonalData({ database, clock }),
    privacyPersonalData(privacy),
  ]
  const account = accountModule({ ...identityDeps, personalData })
  const uploadsInUse = [identity, catalog, assessment, library, privacy.legal, settings].map((module) => module.listUploadsInUse)
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
      'webhook-deliveries': webhooks.deleteOld,
      'unused-uploads': (before, limit) => uploads.deleteUnused(uploadsInUse, before, limit),
      'video-uploads': media.deleteOldUploads,
      'unused-videos': media.deleteUnused,
      'privacy-requests': privacy.requests.deleteOld,
    },
  })
  const figureSources = [...identityFigures(database), ...learningFigures({ database, catalog }), ...commerceFigures(database)]
  const figures = figuresModule({ database, clock, log, sources: figureSources })
  const users = usersModule({ database, identity, account, catalog, learning, commerce, audit, clock, log })
  const site = siteModule({ database, settings, catalog, library, learning, identity, commerce, privacy, clock, publicUrl, google: google?.settings ?? null })

  const logBug = (error: unknown) => log.error({ err: error, requestId: requestId() }, 'unexpected failure')
  const api = createApi({
    router: {
      identity: identityRoutes(identity),
      account: accountRoutes(account),
      twoStep: twoStepRoutes(twoStepModule(identityDeps)),
      mail: mailRoutes(mail),
      catalog: catalogRoutes(catalog),
      authoring: authoringRoutes(authoring),
      courseFormat: courseFormatRoutes(courseFormat),
      courseChapters: courseChapterRoutes(authoring),
      ...learningStaffRoutes({ ...core, catalog, identity, emitEvent }),
      captions: { ...captionsRoutes(authoring), ...showCaptionsRoutes(learning) },
      learning: learningRoutes(learning),
      quizAuthoring: quizAuthoringRoutes(assessment),
      quizAttempts: quizAttemptsRoutes(assessment),
      quizResults: quizResultsRoutes(assessment),
      submissions: submissionsRoutes(assessment),
      assignmentReview: assignmentReviewRoutes(assessment),
      certificates: certificateRoutes(certificates),
      library: libraryRoutes(library, database),
      commerce: commerceRoutes(commerce),
      sales: salesRoutes(commerce),
      users: usersRoutes(users),
      categories: categoryRoutes(categoryEditorModule({ database, cacheTags, audit })),
      apiKeys: apiKeyRoutes(apiKeys),
      audit: auditLogRoutes(auditLogModule({ audit, apiKeys, identity, catalog, library })),
      privacy: privacyRoutes(privacy),
      promoCodes: promoCodeRoutes(commerce),
      settings: settingsRoutes(settings),
      site: siteRoutes(site),
      system: systemRoutes({ report: () => system.report() }),
      overview: overviewRoutes(site),
      notes: notesRoutes(site),
      weeklyGoal: weeklyGoalRoutes(learning),
      uploads: uploadRoutes(uploads),
      webhooks: webhookRoutes(webhooks),
      ...sellingRoutes(commerce),
    },
    findViewerByToken: identity.findViewerByToken,
    authenticateApiKey: apiKeys.authenticate,
    log: logBug,
    logDenial: (denial) => log.info({ event: 'access-denied', requestId: requestId(), ...denial }, 'access denied'),
    publicUrl,
  })

  const pageCache = createPageCache({ cacheTags, clock, maximumBytes: pageCacheBytes, cdnSeconds })
  metrics.observePageCache(pageCache.figures)
  const known = { sendsMail: mailTransport.isExternal, facts: systemFacts, pageCache: pageCache.figures }
  const system: SystemModule = appSystemModule({ database, clock, publicUrl, store: mediaConfig.store, ...known })
  metrics.observeWaitingWork(async () => ({ ...(await mail.readWaiting()), ...(await commerce.readDue()) }))
  const headers = commonHeaders({ publicUrl })
  const handleApi = createCachingApi({ api, pageCache, headers })
  const paymentOrigin = payments.browser.origin === new URL(publicUrl).origin ? null : payments.browser.origin
  // Server-rendered pages call these; the browser loads them with the pages that do.
  registerContract(onDemandContract)
  const pages = pagesModule({
    renderer,
    api: createApiClient({ baseUrl: `${publicUrl}/api`, fetch: (request) => handleApi(request, inProcess.client) }),
    pageCache,
    policy: { paymentOrigin, googleScriptUrl: google?.settings.scriptUrl ?? null, isHttps: publicUrl.startsWith('https:'), isDevelopment },
    publicUrl,
    headers,
    readBrandStyle: settings.readBrandStyle,
  })

  const app = mountRoutes({ publicUrl, headers, logBug, handleApi, pages, pageCache, site, uploads, media, serveMedia, certificateFiles })

  return {
    /** `client` is the address that rate limits count for. */
    fetch: async (request: Request, { client }: Caller = inProcess): Promise<Response> => app.fetch(request, { client }),
    /** True for the path of an icon, which is made from the logo where the site has one. */
    isBrandIcon,
    /** The cached response to a GET of this URL: status, headers and bytes. Null on a miss. */
    peek(rawUrl: string, requestHeaders: Parameters<typeof encodeResponse>[1]) {
      const cached = pageCache.peekUrl(rawUrl)
      return cached && encodeResponse(cached, requestHeaders)
    },
    modules: {
      settings,
      rateLimiter,
      challenges,
      mail,
      audit,
      uploads,
      media,
      privacy,
      identity,
      account,
      catalog,
      learning,
      assessment,
      courseFormat,
      certificates,
      library,
      commerce,
      figures,
      users,
      webhooks,
    },
    retention,
    system,
    /** Resolves when no background work is running. */
    idle: () => background.idle(),
    /** From now on the readiness endpoint returns 503, and everything else as before. */
    announceStop: () => site.announceStop(),
    async close(): Promise<void> {
      await background.idle()
      await cacheTags.close()
    },
  }
}
