import { dayMs } from '#contract/kit/durations.ts'
import { apiKeysModule, webhooksModule } from '#server/integrations/index.ts'
import { assessmentModule } from '#server/assessment/index.ts'
import { conversationModule } from '#server/conversation/index.ts'
import { auditModule } from '#server/audit/index.ts'
import { catalogModule } from '#server/catalog/index.ts'
import { authoringModule } from '#server/catalog/authoring/index.ts'
import { courseFiguresModule } from '#server/catalog/course-figures/index.ts'
import { movingModule } from '#server/moving/index.ts'
import { backgroundModule } from '#server/platform/work/background.ts'
import { cacheTagsModule } from '#server/platform/pages/index.ts'
import { challengesModule, createSecret, rateLimiterModule } from '#server/platform/protection/index.ts'
import { commerceModule } from '#server/commerce/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { exercisesModule } from '#server/exercises/index.ts'
import { figuresModule } from '#server/platform/figures/index.ts'
import { currentApiKeyId } from '#server/platform/http/index.ts'
import {
  accountModule,
  identityModule,
  identitySecrets,
  isProvenAddress,
  listAdmins,
  securityLogModule,
} from '#server/identity/index.ts'
import {
  certificateFilesModule,
  certificatesModule,
  learningModule,
  remindersModule,
  reviewModerationModule,
} from '#server/learning/index.ts'
import { notificationsModule } from '#server/notifications/index.ts'
import { jobsModule, retentionModule } from '#server/platform/jobs/index.ts'
import { mailModule } from '#server/platform/mail/index.ts'
import { groupsModule } from '#server/groups/index.ts'
import { teamsModule } from '#server/groups/teams/index.ts'
import { membersModule } from '#server/groups/members/index.ts'
import { instructorsModule } from '#server/instructors/index.ts'
import { libraryModule } from '#server/library/index.ts'
import { pathsModule } from '#server/paths/index.ts'
import { pathWalkModule } from '#server/paths/walk/index.ts'
import { privacyModule } from '#server/privacy/index.ts'
import { createMetrics } from '#server/platform/observing/index.ts'
import { operationModule, settingsModule } from '#server/site/settings/index.ts'
import { siteModule } from '#server/site/index.ts'
import { usersModule } from '#server/identity/users/index.ts'
import { systemNetwork } from '#server/platform/outgoing/index.ts'
import { createMediaServer, mediaModule, signedUrls, uploadsModule } from '#server/platform/media/index.ts'
import type { ModuleDeps } from './module-deps.ts'
import { accountDomains, domains } from './domains.ts'
import { inOrderOfErasure, purgeBatches } from './fold.ts'

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
  oidc = null,
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
  const base = { database, clock, rateLimiter, uploads, audit, background, log, cacheTags, publicUrl }
  const settings = settingsModule({ ...base, initialRules: { refundDays, payoutHoldDays } })
  const operation = operationModule({ database, clock, audit, setLogLevel })
  const readSite = async (tx?: Tx) => settings.readSite(tx)
  const csv = { log, readFormat: async () => (await settings.readSite()).csvFormat }
  const mail = mailModule({ ...base, mailTransport, readSender: readSite, isProven: isProvenAddress, metrics })
  const challenges = challengesModule({
    database,
    clock,
    secret: createSecret(database, 'challenges'),
    iterations: challengeIterations,
  })
  const sessionDays = Math.ceil(sessionLives.student.absoluteMs / dayMs)
  const privacy = privacyModule({ ...base, csv, settings, mail, sessionDays, listAdmins })
  const core = { ...base, csv, challenges, mail }
  const identityDeps = {
    ...core,
    passwords,
    sessionLives,
    google,
    oidc,
    ...identitySecrets(database),
    securityLog: securityLogModule({ ...core, metrics }),
    consents: privacy.consents,
    readSite,
  }
  const identity = identityModule(identityDeps)
  const notifications = notificationsModule({
    ...core,
    identity,
    whatsApp,
    readWhatsAppSettings: async (tx) => (await settings.readSite(tx)).whatsapp,
    network: webhookNetwork,
    currentApiKeyId,
  })
  const { notify } = notifications
  const apiKeys = apiKeysModule({ ...core, identity })
  const webhooks = webhooksModule({ ...core, identity, network: webhookNetwork, metrics })
  const catalog = catalogModule({ database, cacheTags, identity, settings, clock })
  const media = mediaModule({ ...core, ...mediaConfig, findViewer: identity.findViewerByToken })
  const videoUrls = signedUrls({ secret: createSecret(database, 'media-addresses'), clock })
  const groups = groupsModule({ ...core, catalog, identity, notify })
  const paths = pathsModule({ ...core, catalog })
  const learning = learningModule({
    ...core,
    notify,
    catalog,
    identity,
    consents: privacy.consents,
    emitEvent: webhooks.emit,
    videoUrl: videoUrls.create,
    media,
    notifications,
    readSite,
  })
  const members = membersModule({ ...core, catalog, identity, notify, learning, emitEvent: webhooks.emit })
  const reminders = remindersModule({ ...core, catalog, notify })
  const serveMedia = createMediaServer({ media, videoUrls, findWatchable: learning.findWatchable, log })
  const library = libraryModule({ database, cacheTags, audit, clock })
  const teams = teamsModule({ ...core, catalog, identity, notify, learning, library, emitEvent: webhooks.emit })
  const certificates = certificatesModule({ ...core, notify, catalog, identity, emitEvent: webhooks.emit, readSite })
  const certificateFiles = certificateFilesModule({
    certificates,
    publicUrl,
    readSite,
    readLogo: () => settings.readLogoPng(192),
    readPicture: async (name) => uploads.readPng(name),
  })
  const reviews = reviewModerationModule({ ...core, catalog, identity, notifications })
  const conversation = conversationModule({ ...core, catalog, groups, identity, learning, notifications, reviews })
  const instructors = instructorsModule({ ...core, settings, notify, identity, catalog, learning, conversation })
  const assessment = assessmentModule({ ...core, notify, catalog, learning, identity, media })
  const exercises = exercisesModule({ ...core, learning })
  const authoring = authoringModule({
    ...core,
    identity,
    media,
    videoUrl: videoUrls.create,
    catalog,
    certificates,
    learning,
    notifications,
    notify,
    settings,
  })
  const commerce = commerceModule({
    ...core,
    notify,
    notifications,
    catalog,
    learning,
    library,
    teams,
    identity,
    settings,
    payments,
    metrics,
    emitEvent: webhooks.emit,
  })
  const courseFigures = courseFiguresModule({ database, clock, catalog, learning, commerce })
  const pathWalk = pathWalkModule({ database, catalog, learning, commerce, certificates })
  const deliveries = notifications.deliveries({
    ...commerce.stillHolds,
    ...assessment.stillHolds,
    ...groups.stillHolds,
  })
  const moving = movingModule({
    ...core,
    catalog,
    assessment,
    exercises,
    media,
    identity,
    learning,
    commerce,
  })
  const domainModules = {
    ...core,
    apiKeys,
    assessment,
    authoring,
    catalog,
    certificates,
    commerce,
    conversation,
    courseFigures,
    deliveries,
    emitEvent: webhooks.emit,
    exercises,
    groups,
    identity,
    instructors,
    learning,
    members,
    library,
    media,
    moving,
    notifications,
    operation,
    paths,
    pathWalk,
    privacy,
    reminders,
    reviews,
    settings,
    teams,
    webhooks,
  }
  const ofDomains = domains.map((domain) => domain.contribute(domainModules))
  const personalData = inOrderOfErasure(ofDomains)
  const account = accountModule({
    ...identityDeps,
    personalData,
    uploadsInUse: [...ofDomains.flatMap(({ uploadsInUse }) => uploadsInUse), identity.listUploadsInUse],
  })
  const users = usersModule({ database, identity, account, catalog, learning, commerce, apiKeys, audit, clock, csv })
  const site = siteModule({
    ...core,
    settings,
    catalog,
    library,
    learning,
    identity,
    instructors,
    authoring,
    commerce,
    pathWalk,
    privacy,
    mailTransport,
    hasDemo,
    google: google?.settings ?? null,
    oidc: oidc?.settings ?? null,
  })
  const accountModules = { ...domainModules, account, identityDeps, site, users }
  const contributions = [...ofDomains, ...accountDomains.map((domain) => domain.contribute(accountModules))]
  const retention = retentionModule({ ...core, purgeBatches: purgeBatches(contributions, { uploads, media }) })
  const figures = figuresModule({ ...core, sources: contributions.flatMap(({ figures: sources }) => sources) })
  const jobs = jobsModule({ ...core, metrics }, [...contributions, retention])
  return {
    ...domainModules,
    database,
    contributions,
    personalData,
    jobs,
    background,
    cacheTags,
    audit,
    rateLimiter,
    uploads,
    readSite,
    mail,
    challenges,
    core,
    identityDeps,
    serveMedia,
    certificateFiles,
    account,
    retention,
    figures,
    users,
    site,
    metrics,
  }
}
