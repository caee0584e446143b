import { kit, names, platform, type Module } from './architecture-platform.ts'

/** What every domain with calls imports. */
const ofCalls = 'contract server/platform server/endpoints server/serve'
/** What every domain with pages imports. */
const ofPages = 'contract web/kit/ui web/identity'

/**
 * The floors and domains of the source, and what each may import. The linter's rules are made from this table (oxlint.config.ts),
 * checks/architecture.test.ts checks every import of the project against it, and checks/draw-architecture.ts draws it.
 * Lowest first. A folder inside another one that has a line of its own is a module of its own: it stands on another floor than the
 * folder around it.
 */
const domains: Record<string, Module> = {
  contract: {
    purpose: 'What server and web share, by domain: endpoints with inputs, responses and errors; the client of the API',
    mayImport: Object.keys(kit),
  },

  'server/endpoints': { purpose: 'The contract, ready for its handlers', mayImport: names('contract server/platform') },
  'server/serve': { purpose: 'Routes that only call a use case', mayImport: names('contract/kit server/platform') },
  'server/audit': {
    purpose: 'The audit log: who changed what; its actions are those of the contract',
    mayImport: names('contract server/platform'),
  },
  'server/commerce/prices': {
    purpose: 'What things cost: sales that are running, promo codes, the announced code',
    mayImport: names('contract server/platform'),
  },
  'server/site/settings': {
    purpose: 'Site settings; maintenance and read-only mode, and the level of the log',
    mayImport: names('contract server/platform server/serve server/endpoints server/audit server/commerce/prices'),
  },
  'server/privacy': {
    purpose: 'Legal pages, consents, requests about personal data, register of incidents',
    mayImport: names('contract server/platform server/serve server/endpoints server/audit server/site/settings'),
  },
  'server/notifications/ways': {
    purpose: 'The channels that each person chose; forgotten when another person proves to own the address',
    mayImport: names('contract server/platform'),
  },
  'server/identity': {
    purpose: 'Accounts, passwords, sessions',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/privacy server/notifications/ways',
    ),
  },
  'server/learning/memberships': {
    purpose: 'Who is enrolled in which course',
    mayImport: names('contract server/platform server/identity'),
  },
  'server/notifications': {
    purpose: 'Tells people what concerns them: kinds, settings, the list, mails, digest',
    mayImport: names(`${ofCalls} server/notifications/ways server/identity server/learning/memberships`),
  },
  'server/integrations': {
    purpose:
      'Keys with which other programs call the API; webhooks, queued in the transaction that causes them, sent as jobs',
    mayImport: names('contract server/platform server/serve server/endpoints server/audit server/identity'),
  },
  'server/catalog': {
    purpose: 'Categories, courses, chapters, lessons, as they are read; who may change a course',
    mayImport: names(`${ofCalls} server/audit server/site/settings server/commerce/prices server/identity`),
  },
  'server/groups': {
    purpose: 'Cohorts of a course: seats, start, live meetings, attendance, schedule',
    mayImport: names('contract server/platform server/audit server/identity server/notifications server/catalog'),
  },
  'server/paths': {
    purpose: 'Learning paths: courses in order, as admins make them; which ones a person saved',
    mayImport: names('contract server/platform server/endpoints server/audit server/catalog'),
  },
  'server/learning': {
    purpose: 'Enrolments, lessons, progress, notes, reviews, certificates',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/privacy server/identity server/learning/memberships server/notifications server/integrations server/catalog server/groups server/paths',
    ),
  },
  'server/assessment': {
    purpose: 'Quizzes: questions, attempts, scores. Assignments: rubrics, submissions, reviews',
    mayImport: names(`${ofCalls} server/audit server/identity server/notifications server/catalog server/learning`),
  },
  'server/exercises': {
    purpose: 'Code exercises: files, tests and solutions, drafts and runs of students',
    mayImport: names('contract server/platform server/endpoints server/catalog server/learning'),
  },
  'server/catalog/authoring': {
    purpose: 'Courses, chapters and lessons as staff make and change them',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/site/settings server/identity server/notifications server/catalog server/learning server/assessment server/exercises',
    ),
  },
  'server/conversation': {
    purpose: 'Questions and answers, announcements, reports',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/identity server/notifications server/catalog server/groups server/learning',
    ),
  },
  'server/instructors': {
    purpose: 'Pages of those who teach, and people who ask to',
    mayImport: names(
      `${ofCalls} server/audit server/site/settings server/identity server/notifications server/catalog server/learning server/conversation`,
    ),
  },
  'server/library': {
    purpose: 'E-books, reading progress, tips',
    mayImport: names('contract server/platform server/serve server/endpoints server/audit server/commerce/prices'),
  },
  'server/commerce': {
    purpose: 'Checkout, settlement, invoices, promo codes, ledger',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/site/settings server/commerce/prices server/identity server/notifications server/integrations server/catalog server/groups server/paths server/learning server/library server/groups/teams',
    ),
  },
  'server/paths/walk': {
    purpose: 'Paths as visitors and students see them: price, progress, next step, certificate',
    mayImport: names(
      'contract server/platform server/endpoints server/catalog server/paths server/learning server/commerce',
    ),
  },
  'server/groups/teams': {
    purpose: 'Teams: seats, their link, joining, members as the manager sees them',
    mayImport: names(`${ofCalls} server/integrations server/catalog server/groups server/learning server/library`),
  },
  'server/groups/members': {
    purpose: 'Who is in a cohort: choosing, adding, moving, removing, attendance',
    mayImport: names(`${ofCalls} server/integrations server/catalog server/groups server/learning`),
  },
  'server/catalog/course-figures': {
    purpose: 'How a course is looked at, bought and studied: where its students stop',
    mayImport: names(`${ofCalls} server/identity server/catalog server/learning server/commerce`),
  },
  'server/moving': {
    purpose:
      'What moves in and out: courses as files and from other platforms, people with their history, the whole site',
    mayImport: names(
      `${ofCalls} server/audit server/identity server/catalog server/learning server/assessment server/exercises server/commerce`,
    ),
  },
  'server/moving/ebooks': {
    purpose:
      'E-books from a folder of Markdown, or the zip of one, with all mistakes at once; loaded by the commands and the demo only',
    mayImport: names('contract server/platform server/library'),
  },
  'server/identity/users': {
    purpose: 'Accounts as admins see and change them',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/identity server/integrations server/catalog server/learning server/commerce',
    ),
  },
  'server/site/system': {
    purpose: 'The state of this installation: checks with what to do, for the system page and the doctor command',
    mayImport: names('contract server/platform server/serve server/endpoints server/commerce'),
  },
  'server/site': {
    purpose: 'What spans all domains: site description, search, overview, sitemap, readiness',
    mayImport: names(
      'contract server/platform server/serve server/endpoints server/audit server/site/settings server/privacy server/identity server/integrations server/catalog server/catalog/authoring server/paths/walk server/learning server/instructors server/library server/commerce',
    ),
  },
  'server/process/openapi': { purpose: 'The OpenAPI document, made from the contract', mayImport: ['contract'] },
  'server/process/mount-routes': {
    purpose: 'What handles which path: the API, files, pages',
    mayImport: names('server/platform server/site/settings server/learning server/site server/process/openapi'),
  },
  'server/app': {
    purpose: 'Builds the domains in order and mounts them',
    mayImport: names(
      'contract server/platform server/endpoints server/audit server/site/settings server/privacy server/identity server/notifications server/integrations server/catalog server/learning server/assessment server/exercises server/catalog/authoring server/groups server/paths server/paths/walk server/conversation server/instructors server/library server/commerce server/groups/teams server/groups/members server/catalog/course-figures server/moving server/identity/users server/site/system server/site server/process/mount-routes',
    ),
  },
  'server/process/config': { purpose: 'Parses the environment', mayImport: names('contract server/platform') },
  'server/process': {
    purpose: 'Makes a running program of the application: start, listeners, periodic work, commands, demo, build',
    mayImport: names(
      'contract server/platform server/audit server/site/settings server/identity server/learning/memberships server/notifications server/catalog server/learning server/assessment server/exercises server/library server/commerce server/moving server/moving/ebooks server/site/system server/app server/process/config sandbox/google sandbox/payment sandbox/whatsapp',
    ),
  },

  'web/shared-chunks': { purpose: 'Which modules the build joins in one file', mayImport: [] },
  'web/source-files': { purpose: 'Source files that the build manifest is asked for by name', mayImport: [] },
  'web/kit/ui': { purpose: 'Button, dialog, field …; no domain terms', mayImport: names('contract/kit/media') },
  'web/identity': {
    purpose: 'Sign-in, sign-up, session, calls of the API, account menu',
    mayImport: names('contract web/kit/ui'),
  },
  'web/kit/device': {
    purpose: 'Data stored on this device: a typed store, and sending it once the server can be reached',
    mayImport: names('contract web/identity'),
  },
  'web/kit/staff': {
    purpose: 'Layout, lists, forms and editors of staff pages; no domain terms',
    mayImport: names(`${ofPages} web/kit/device`),
  },
  'web/catalog': { purpose: 'Course lists and the course page', mayImport: names(ofPages) },
  'web/instructors': { purpose: 'Page of an instructor, asking to teach', mayImport: names(`${ofPages} web/catalog`) },
  'web/learning': {
    purpose: 'Lesson player, my courses, progress, certificate',
    mayImport: names(`${ofPages} web/kit/device web/catalog`),
  },
  'web/assessment': {
    purpose: 'Quizzes and assignments in the lesson player',
    mayImport: names(`${ofPages} web/kit/device`),
  },
  'web/exercises': {
    purpose: 'Code exercises in the lesson player: editor, and the frame in which code runs',
    mayImport: names(`${ofPages} web/kit/device`),
  },
  'web/notifications': {
    purpose: 'The list of notifications, how one is told, and the end of mails',
    mayImport: names(ofPages),
  },
  'web/conversation': {
    purpose: 'Questions with answers, announcements',
    mayImport: names(`${ofPages} web/kit/device web/catalog`),
  },
  'web/library': {
    purpose: 'E-book and tip lists, tip, reader',
    mayImport: names(`${ofPages} web/kit/device web/catalog`),
  },
  'web/groups': { purpose: 'Choosing a cohort, the schedule of live meetings', mayImport: names(ofPages) },
  'web/paths': {
    purpose: 'Learning paths: list, page, progress',
    mayImport: names(`${ofPages} web/catalog web/learning web/commerce`),
  },
  'web/commerce': {
    purpose: 'Offer, checkout, transactions, invoice',
    mayImport: names(`${ofPages} web/kit/device web/catalog web/learning web/groups`),
  },
  'web/privacy': { purpose: 'Legal pages', mayImport: names(ofPages) },

  'web/moving': {
    purpose: 'Courses from files, people from a CSV',
    mayImport: names(`${ofPages} web/kit/staff`),
  },
  'web/integrations': { purpose: 'API keys and webhooks', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/identity/staff': {
    purpose: 'Users, and the security of the own account',
    mayImport: names(`${ofPages} web/kit/staff web/commerce web/moving`),
  },
  'web/catalog/staff': {
    purpose: 'Courses, chapters, lessons and categories: lists and editors',
    mayImport: names(`${ofPages} web/kit/staff web/catalog web/conversation/staff`),
  },
  'web/groups/staff': {
    purpose: 'Cohorts of a course: members, live meetings, attendance',
    mayImport: names(`${ofPages} web/kit/staff web/groups web/conversation/staff`),
  },
  'web/learning/staff': { purpose: 'Reviews and certificates', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/assessment/staff': {
    purpose: 'Editors of quizzes and rubrics, results, reviewing submissions',
    mayImport: names(`${ofPages} web/kit/device web/kit/staff web/assessment`),
  },
  'web/exercises/staff': {
    purpose: 'Editor of code exercises, and its preview',
    mayImport: names(`${ofPages} web/kit/staff web/exercises`),
  },
  'web/conversation/staff': {
    purpose: 'Inbox of questions, reports, announcing',
    mayImport: names(`${ofPages} web/kit/device web/kit/staff`),
  },
  'web/instructors/staff': { purpose: 'The own page, who asks to teach', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/library/staff': { purpose: 'Editors of e-books and tips', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/commerce/staff': {
    purpose: 'Transactions, promo codes, earnings',
    mayImport: names(`${ofPages} web/kit/device web/kit/staff web/commerce`),
  },
  'web/paths/staff': { purpose: 'Editor of learning paths', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/privacy/staff': { purpose: 'Legal texts, requests, incidents', mayImport: names(`${ofPages} web/kit/staff`) },
  'web/site/home': { purpose: 'Parts of the home page', mayImport: names('contract web/kit/ui') },
  'web/site/staff': {
    purpose: 'Staff layout and menu, overview, settings, audit log, mails, system page',
    mayImport: names(`${ofPages} web/kit/device web/kit/staff web/commerce web/integrations web/site/home`),
  },
  'web/site/offline': {
    purpose: 'Copies of courses, e-books and tips on this device, and the page that reads them without a network',
    mayImport: names('contract web/source-files web/kit/ui web/identity web/kit/device web/library web/exercises'),
  },
  'web/site': {
    purpose: 'Composition: routes, document, shell, home, pages of several domains',
    mayImport: names(
      'contract web/source-files web/kit/ui web/identity web/kit/device web/catalog web/learning web/assessment web/exercises web/notifications web/conversation web/library web/groups web/instructors web/commerce web/paths web/privacy web/moving web/integrations web/instructors/staff web/identity/staff web/catalog/staff web/groups/staff web/learning/staff web/assessment/staff web/exercises/staff web/conversation/staff web/library/staff web/commerce/staff web/paths/staff web/privacy/staff web/site/home web/site/staff web/site/offline',
    ),
  },

  'sandbox/google': { purpose: 'Google sign-in, simulated behind its own protocol', mayImport: [] },
  'sandbox/whatsapp': { purpose: 'WhatsApp (the Cloud API of Meta), simulated behind its own protocol', mayImport: [] },
  'sandbox/payment': { purpose: 'The payment provider, simulated behind its own protocol', mayImport: [] },

  testing: {
    purpose: 'Test support; imported by tests only',
    mayImport: names(
      'contract server/platform server/identity server/learning server/commerce server/integrations server/app server/process/config server/process sandbox/google sandbox/payment sandbox/whatsapp',
    ),
  },
}

const floors: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract', ...Object.keys(kit)],
  'contract/kit': Object.keys(kit),
  'server/platform': Object.keys(platform),
}
/** What stands above a floor of folders may import it as a whole. */
const withFloors = ({ purpose, mayImport }: Module): Module => ({
  purpose,
  mayImport: mayImport.flatMap((name) => floors[name] ?? [name]),
})

export const modules: Record<string, Module> = {
  ...kit,
  ...platform,
  ...Object.fromEntries(Object.entries(domains).map(([name, module]) => [name, withFloors(module)])),
}
