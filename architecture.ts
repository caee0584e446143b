/**
 * Every module, its purpose, and the modules it may import. The linter's rules are made from this table (oxlint.config.ts),
 * and architecture.test.ts checks every import of the project against it.
 */
export type Module = {
  purpose: string
  /** Its own folder is always allowed. */
  mayImport: readonly string[]
  /** The only file that other modules may import. 'any': every file may be imported (single files, and what both sides share). */
  entryPoint?: 'index.ts' | 'any'
}

const names = (list: string): string[] => list.split(' ')

export const modules: Record<string, Module> = {
  contract: { purpose: 'What server and web share: endpoints with inputs, responses and errors; page paths; money', mayImport: [], entryPoint: 'any' },

  'server/clock': { purpose: 'The clock that modules are given', mayImport: [], entryPoint: 'any' },
  'server/background': { purpose: 'Runs work after the response was sent', mayImport: [], entryPoint: 'any' },
  'server/repeat': { purpose: 'Runs work at intervals', mayImport: [], entryPoint: 'any' },
  'server/log': { purpose: 'The process log, without personal data from failed queries', mayImport: [], entryPoint: 'any' },
  'server/config': {
    purpose: 'Parses the environment',
    mayImport: ['contract', 'server/cdn', 'server/database-config', 'server/payment-fees', 'server/public-host', 'server/storage', 'server/tracing'],
    entryPoint: 'any',
  },
  'server/tracing': { purpose: 'Traces of requests, exported to an OpenTelemetry receiver', mayImport: ['contract'] },
  'server/payment-fees': { purpose: 'Parses the price list of the payment provider', mayImport: [], entryPoint: 'any' },
  'server/public-host': { purpose: 'Is the host of a URL reachable from the internet?', mayImport: [], entryPoint: 'any' },
  'server/child-process': { purpose: 'Runs a script in a process of its own, which ends with this one', mayImport: [], entryPoint: 'any' },
  'server/worker-pool': { purpose: 'Runs functions in worker processes', mayImport: ['server/http'], entryPoint: 'any' },
  'server/folder-lock': { purpose: 'Locks a folder for one process', mayImport: [], entryPoint: 'any' },
  'server/private-folder': { purpose: 'Keeps the data folder from other users of the machine', mayImport: [], entryPoint: 'any' },
  'server/version': { purpose: 'The version of the product', mayImport: [], entryPoint: 'any' },
  'server/database': {
    purpose: 'Opens the embedded database or PostgreSQL; migrations; transactions',
    mayImport: ['server/child-process', 'server/folder-lock', 'server/private-folder', 'server/tracing'],
  },
  'server/cache-tags': {
    purpose: 'Tags of what a write changed and of what a response shows; notifies all processes',
    mayImport: ['contract', 'server/database'],
  },
  'server/http': { purpose: 'Authentication, authorization, parsing, responses', mayImport: names('contract server/storage server/database server/tracing') },
  'server/storage': { purpose: 'Stores of immutable files by name: a folder, or a bucket of S3-compatible storage', mayImport: [] },
  'server/backup': {
    purpose: 'Backups of a whole installation: one file, made while the product runs; restoring it',
    mayImport: names('contract server/clock server/folder-lock server/private-folder server/storage server/database'),
  },
  'server/slow-queries': {
    purpose: 'Slow queries with the request that they belong to: logged, and the newest ones held in memory',
    mayImport: names('server/clock server/database server/http'),
    entryPoint: 'any',
  },
  'server/secrets': { purpose: 'Random keys of the application, stored in the database', mayImport: ['server/database'] },
  'server/metrics': { purpose: 'Metrics of this process for Prometheus', mayImport: [] },
  'server/rate-limiter': { purpose: 'Rate limits, counted in the database', mayImport: ['server/clock', 'server/database'] },
  'server/challenges': {
    purpose: 'Proof of work, for callers behind a shared address that is over a limit',
    mayImport: names('contract server/clock server/database server/secrets server/rate-limiter'),
  },
  'server/mail': {
    purpose: 'Mail: queued in the transaction that causes it, sent by a worker',
    mayImport: names('contract server/clock server/background server/database server/http server/metrics'),
  },
  'server/rich-text': { purpose: 'Article HTML: sanitizing, Markdown, reading time', mayImport: ['contract'] },
  'server/figures': {
    purpose: 'Figures per day and in all, counted by triggers, added up and checked',
    mayImport: names('contract server/clock server/database'),
  },
  'server/covers': { purpose: 'Generated batik covers and sharing images', mayImport: ['contract', 'server/worker-pool'] },
  'server/qr': { purpose: 'QR codes as SVG paths', mayImport: [] },
  'server/fair-queue': { purpose: 'Expensive work, a few tasks at once, round-robin per client', mayImport: ['server/http'], entryPoint: 'any' },
  'server/csv': {
    purpose: 'CSV that spreadsheets open safely, exports of any length, and CSV as spreadsheets save it',
    mayImport: ['contract', 'server/database', 'server/http'],
  },
  'server/search-text': { purpose: 'How a search query is read, and what counts as a typo', mayImport: [] },
  'server/audit': { purpose: 'The audit log', mayImport: ['contract', 'server/clock', 'server/database'] },
  'server/uploads': {
    purpose: 'Uploaded images: checks, re-encoding in the sizes of the pages, serving',
    mayImport: names('contract server/clock server/database server/http server/rate-limiter server/worker-pool'),
  },
  'server/media': {
    purpose: 'Uploaded videos: resumable uploads, checks, streaming at signed URLs. The store of their bytes, and of documents',
    mayImport: names('contract server/clock server/storage server/database server/http server/secrets server/rate-limiter'),
  },
  'server/retention': {
    purpose: 'What is stored and for how long: one table, and the jobs that delete by it',
    mayImport: ['contract', 'server/clock', 'server/database'],
  },
  'server/cdn': { purpose: 'Headers for a CDN in front of the product, and purges of its copies', mayImport: [] },
  'server/pages': { purpose: 'Renders public pages and caches the bytes', mayImport: ['contract', 'server/clock', 'server/cache-tags', 'server/tracing'] },
  'server/builds': { purpose: 'Is what was built from the current sources? Builds it once', mayImport: ['server/folder-lock'], entryPoint: 'any' },
  'server/web-build': { purpose: 'Builds, loads and serves the web side', mayImport: ['server/builds', 'server/child-process', 'server/pages'] },
  'server/bundle': { purpose: 'The modules of the server in a few files, so that it starts quickly', mayImport: ['server/builds'] },

  'server/settings': {
    purpose: 'Site settings',
    mayImport: names('contract server/clock server/database server/cache-tags server/http server/audit server/uploads'),
  },
  'server/privacy': {
    purpose: 'Legal pages, consents, requests about personal data, register of incidents',
    mayImport: names(
      'contract server/clock server/database server/cache-tags server/http server/rate-limiter server/mail server/rich-text server/csv server/audit server/uploads server/retention server/settings',
    ),
  },
  'server/identity': {
    purpose: 'Users, passwords, sessions',
    mayImport: names(
      'contract server/clock server/background server/database server/cache-tags server/http server/fair-queue server/metrics server/secrets server/rate-limiter server/challenges server/mail server/figures server/audit server/uploads server/privacy',
    ),
  },
  'server/api-keys': {
    purpose: 'Keys with which other programs call the API',
    mayImport: names('contract server/clock server/database server/http server/rate-limiter server/audit server/identity'),
  },
  'server/webhooks': {
    purpose: 'Notifies other programs of events: queued in the transaction that causes them, sent by a worker',
    mayImport: names(
      'contract server/clock server/background server/public-host server/database server/http server/metrics server/rate-limiter server/mail server/audit server/identity',
    ),
  },
  'server/catalog': {
    purpose: 'Categories, courses, contents',
    mayImport: names(
      'contract server/clock server/database server/cache-tags server/http server/rich-text server/covers server/search-text server/audit server/media server/uploads server/identity',
    ),
  },
  'server/learning': {
    purpose: 'Enrolments, lessons, progress, reviews, certificates',
    mayImport: names(
      'contract server/clock server/database server/cache-tags server/http server/fair-queue server/worker-pool server/rate-limiter server/media server/mail server/csv server/qr server/figures server/audit server/privacy server/identity server/webhooks server/catalog',
    ),
  },
  'server/assessment': {
    purpose: 'Quizzes: questions, attempts, scores. Assignments: rubrics, submissions, reviews',
    mayImport: names(
      'contract server/clock server/database server/http server/rich-text server/rate-limiter server/mail server/csv server/audit server/media server/uploads server/identity server/catalog server/learning',
    ),
  },
  'server/course-format': {
    purpose: 'Courses as files: export, and import with all mistakes at once',
    mayImport: names(
      'contract server/database server/http server/fair-queue server/rate-limiter server/rich-text server/audit server/uploads server/media server/catalog server/assessment',
    ),
  },
  'server/ebook-import': {
    purpose: 'E-books from a folder of Markdown, with all mistakes at once; loaded by the commands and the demo only',
    mayImport: names('contract server/database server/rich-text server/uploads server/library'),
  },
  'server/library': {
    purpose: 'E-books, reading progress, tips',
    mayImport: names(
      'contract server/clock server/database server/cache-tags server/http server/rich-text server/covers server/search-text server/audit server/uploads server/identity',
    ),
  },
  'server/commerce': {
    purpose: 'Checkout, settlement, invoices',
    mayImport: names(
      'contract server/clock server/database server/http server/metrics server/rate-limiter server/challenges server/mail server/csv server/qr server/figures server/audit server/settings server/identity server/webhooks server/catalog server/learning server/library',
    ),
  },
  'server/users': {
    purpose: 'User accounts as admins see and change them',
    mayImport: names(
      'contract server/clock server/database server/http server/csv server/audit server/identity server/catalog server/learning server/commerce',
    ),
  },
  'server/site': {
    purpose: 'What spans all domains: site description, search, overview, sitemap, readiness',
    mayImport: names(
      'contract server/clock server/database server/http server/covers server/search-text server/audit server/pages server/settings server/privacy server/identity server/api-keys server/catalog server/learning server/library server/commerce',
    ),
  },

  'server/system': {
    purpose: 'The state of this installation: checks with what to do, for the system page and the doctor command',
    mayImport: names('contract server/clock server/storage server/database server/backup server/http server/mail server/media server/commerce'),
  },
  'server/openapi': { purpose: 'The OpenAPI document, made from the contract', mayImport: ['contract'], entryPoint: 'any' },
  'server/mount-routes': {
    purpose: 'What handles which path: the API, files, pages',
    mayImport: names('server/covers server/http server/learning server/media server/pages server/site server/uploads server/openapi'),
    entryPoint: 'any',
  },
  'server/app': {
    purpose: 'Builds the modules in order and mounts them',
    mayImport: names(
      'contract server/clock server/background server/cdn server/database server/cache-tags server/http server/metrics server/secrets server/rate-limiter server/challenges server/mail server/figures server/audit server/media server/uploads server/retention server/pages server/settings server/privacy server/identity server/api-keys server/webhooks server/catalog server/learning server/assessment server/course-format server/library server/commerce server/users server/site server/system server/mount-routes',
    ),
    entryPoint: 'any',
  },
  'server/database-config': { purpose: 'The settings of the database', mayImport: ['server/database'], entryPoint: 'any' },
  'server/describe-installation': {
    purpose: 'What the system page and the doctor command show of a configuration',
    mayImport: ['server/config', 'server/system'],
    entryPoint: 'any',
  },
  'server/demo': {
    purpose: 'Demo content as data files, created through the entry points of the modules',
    mayImport: names('contract server/clock server/database server/rich-text server/covers server/assessment server/ebook-import server/app'),
  },
  'server/listeners': {
    purpose: 'What a request passes before the application: cached responses, headers, the limit of requests at once',
    mayImport: names('server/app server/http server/pages'),
    entryPoint: 'any',
  },
  'server/periodic-work': {
    purpose: 'What every process does at intervals, and stopping it',
    mayImport: names('contract server/repeat server/database server/backup server/metrics server/app'),
    entryPoint: 'any',
  },
  'server/open-product': {
    purpose: 'The application of a configuration, with what it talks to outside, and what a new installation contains',
    mayImport: names(
      'server/child-process server/clock server/log server/config server/tracing server/storage server/database server/mail server/media server/pages server/identity server/commerce server/webhooks server/app server/demo sandbox/google sandbox/payment',
    ),
  },
  'server/start': {
    purpose: 'From configuration to a listening server, step by step',
    mayImport: names(
      'server/clock server/log server/slow-queries server/tracing server/config server/private-folder server/database server/backup server/http server/metrics server/mail server/pages server/web-build server/system server/database-config server/describe-installation server/open-product server/listeners server/periodic-work server/app server/version sandbox/google sandbox/payment',
    ),
    entryPoint: 'any',
  },
  'server/commands': {
    purpose: 'Operator commands: create an admin, import a course or an e-book, back up and restore',
    mayImport: names(
      'contract server/child-process server/clock server/config server/version server/folder-lock server/bundle server/speed-up-imports server/start server/web-build server/system server/database-config server/describe-installation server/storage server/database server/backup server/cache-tags server/rate-limiter server/audit server/uploads server/media server/identity server/catalog server/learning server/assessment server/course-format server/ebook-import server/library server/commerce',
    ),
    entryPoint: 'any',
  },
  'server/release-memory': { purpose: 'Gives memory back when the process is quiet', mayImport: [], entryPoint: 'any' },
  'server/limit-memory': { purpose: 'Restarts the program with settings for less memory', mayImport: [], entryPoint: 'any' },
  'server/speed-up-imports': { purpose: 'Makes imports quick: compiled code cached on disk', mayImport: ['server/builds'], entryPoint: 'any' },
  'server/serve': {
    purpose: 'The product as a process: settings, output, signals',
    mayImport: ['server/config', 'server/database', 'server/demo', 'server/release-memory', 'server/start'],
    entryPoint: 'any',
  },
  'server/main': {
    purpose: 'Imports the product, quickly',
    mayImport: names('server/bundle server/limit-memory server/speed-up-imports server/serve'),
    entryPoint: 'any',
  },

  'web/source-files': { purpose: 'Source files that the build manifest is asked for by name', mayImport: [], entryPoint: 'any' },
  'web/ui': { purpose: 'Button, dialog, field, toast …; no domain terms', mayImport: [], entryPoint: 'any' },
  'web/identity': { purpose: 'Sign-in, sign-up, session, calls of the API, account menu', mayImport: ['contract', 'web/ui'], entryPoint: 'any' },
  'web/device': {
    purpose: 'Data stored on this device: a typed store, and sending it once the server can be reached',
    mayImport: ['contract', 'web/identity'],
    entryPoint: 'any',
  },
  'web/catalog': { purpose: 'Course lists and the course page', mayImport: ['contract', 'web/ui', 'web/identity'], entryPoint: 'any' },
  'web/learning': { purpose: 'Lesson player, my courses', mayImport: names('contract web/ui web/identity web/device web/catalog'), entryPoint: 'any' },
  'web/staff-kit': {
    purpose: 'Layout, lists and figures of staff pages; no domain terms',
    mayImport: ['contract', 'web/ui', 'web/identity', 'web/device'],
    entryPoint: 'any',
  },
  'web/assessment': {
    purpose: 'Quizzes and assignments: in the lesson player, their editors, the review for staff',
    mayImport: names('contract web/ui web/identity web/device web/staff-kit'),
    entryPoint: 'any',
  },
  'web/staff': {
    purpose: 'Staff area: layout, overview, courses and lessons',
    mayImport: names('contract web/ui web/identity web/catalog web/staff-kit web/commerce'),
    entryPoint: 'any',
  },
  'web/library': { purpose: 'E-book and tip lists, tip, reader', mayImport: names('contract web/ui web/identity web/device web/catalog'), entryPoint: 'any' },
  'web/offline': {
    purpose: 'Copies of courses, e-books and tips on this device, and the page that reads them without a network',
    mayImport: names('contract web/source-files web/ui web/identity web/device web/library'),
    entryPoint: 'any',
  },
  'web/commerce': {
    purpose: 'Offer, checkout, transactions, invoice',
    mayImport: names('contract web/ui web/identity web/catalog web/learning web/staff-kit'),
    entryPoint: 'any',
  },
  'web/admin': {
    purpose: 'Pages for admins only: users, categories, e-books, tips, certificates, mails, API keys, webhooks, settings, audit log',
    mayImport: names('contract web/ui web/identity web/staff-kit web/commerce'),
    entryPoint: 'any',
  },
  'web/site': {
    purpose: 'Composition: route table, document, shell, home',
    mayImport: names(
      'contract web/source-files web/ui web/identity web/device web/catalog web/learning web/assessment web/staff web/library web/offline web/commerce web/admin',
    ),
    entryPoint: 'any',
  },

  'sandbox/google': { purpose: 'Google sign-in, simulated behind its own protocol', mayImport: [] },
  'sandbox/payment': { purpose: 'The payment provider, simulated behind its own protocol', mayImport: [] },

  testing: {
    purpose: 'Test support; imported by tests only',
    mayImport: names(
      'contract server/clock server/cdn server/config server/release-memory server/worker-pool server/storage server/database server/media server/mail server/pages server/identity server/webhooks server/learning server/commerce server/app sandbox/google sandbox/payment',
    ),
    entryPoint: 'any',
  },
}

/** Folder names that do not say what is inside. */
export const bannedNames = /^(utils?|helpers?|common|lib|misc|shared|.*-new|.*V2)$/

/** The module of a file below src/: the longest matching name. */
export function moduleOf(file: string): string | null {
  const names = Object.keys(modules).filter((name) => file === `${name}.ts` || file.startsWith(`${name}/`))
  return names.sort((a, b) => b.length - a.length)[0] ?? null
}
