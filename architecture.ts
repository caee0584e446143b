/**
 * THE table: each module, what it is for, and the doors it may knock on. The linter's rows are made from it
 * (oxlint.config.ts), and architecture.test.ts reads every import of the project against it.
 */
export type Module = {
  purpose: string
  /** Modules it may import; its own folder is always allowed. */
  knocksOn: readonly string[]
  /** Without a door every file may be imported: small adapters, and the shelf that both sides share. */
  door?: 'index.ts' | 'none'
}

const platform = [
  'contract',
  'server/clock',
  'server/database',
  'server/changes',
  'server/http',
  'server/mail',
  'server/throttle',
  'server/rich-text',
  'server/covers',
  'server/csv',
  'server/audit',
  'server/uploads',
  'server/background',
]
const webBase = ['contract', 'web/ui']

export const modules: Record<string, Module> = {
  contract: { purpose: 'What both sides agree on: endpoints, inputs, answers, errors, addresses, money', knocksOn: [], door: 'none' },

  'server/clock': { purpose: 'Time, handed in', knocksOn: [], door: 'none' },
  'server/background': { purpose: 'Work that no answer waits for', knocksOn: [], door: 'none' },
  'server/repeat': { purpose: 'Runs work again and again', knocksOn: [], door: 'none' },
  'server/config': { purpose: 'The environment, parsed once', knocksOn: ['server/public-address'], door: 'none' },
  'server/public-address': { purpose: 'Can strangers reach an address?', knocksOn: [], door: 'none' },
  'server/folder-lock': { purpose: 'Keeps other processes out of a folder', knocksOn: [], door: 'none' },
  'server/database': { purpose: 'Opens the embedded database or PostgreSQL; migrations; transactions', knocksOn: ['server/folder-lock'] },
  'server/changes': { purpose: 'What a write touched, told to every process; what an answer shows', knocksOn: ['server/database'] },
  'server/http': { purpose: 'Who is it, may they, parse, run, answer', knocksOn: ['contract', 'server/database'] },
  'server/throttle': { purpose: 'How often something may be tried, counted in the database', knocksOn: ['server/clock', 'server/database'] },
  'server/mail': {
    purpose: 'Mails: queued with what they tell about, sent by a worker',
    knocksOn: ['contract', 'server/background', 'server/clock', 'server/database', 'server/http'],
  },
  'server/rich-text': { purpose: 'Article HTML: cleaned, made from Markdown, timed', knocksOn: [] },
  'server/covers': { purpose: 'Generated batik covers', knocksOn: [] },
  'server/csv': { purpose: 'Rows as a file that a spreadsheet opens safely', knocksOn: [] },
  'server/audit': { purpose: 'The log of acts that matter later', knocksOn: ['server/clock', 'server/database'] },
  'server/uploads': {
    purpose: 'Pictures that people sent: checked, written anew in the sizes pages use, served',
    knocksOn: ['contract', 'server/clock', 'server/database', 'server/http', 'server/throttle'],
  },
  'server/pages': { purpose: 'Public address to rendered bytes, remembered', knocksOn: ['contract', 'server/clock', 'server/changes'] },
  'server/web-build': { purpose: 'Builds, loads and serves the web shelf', knocksOn: ['server/pages', 'server/folder-lock'] },

  'server/settings': { purpose: 'What an admin may set about the site', knocksOn: platform },
  'server/identity': { purpose: 'People, passwords, sessions', knocksOn: [...platform, 'server/settings'] },
  'server/catalog': { purpose: 'Categories, courses, contents', knocksOn: [...platform, 'server/settings', 'server/identity'] },
  'server/learning': {
    purpose: 'Enrolments, lessons, progress, reviews, certificates',
    knocksOn: [...platform, 'server/settings', 'server/identity', 'server/catalog'],
  },
  'server/library': { purpose: 'E-books, reading progress, tips', knocksOn: [...platform, 'server/settings', 'server/uploads', 'server/identity'] },
  'server/commerce': {
    purpose: 'Checkout, settlement, invoices',
    knocksOn: [...platform, 'server/settings', 'server/identity', 'server/catalog', 'server/learning', 'server/library'],
  },
  'server/students': {
    purpose: 'Everybody with an account, as admins see and change them',
    knocksOn: [...platform, 'server/settings', 'server/identity', 'server/catalog', 'server/learning', 'server/commerce'],
  },
  'server/site': {
    purpose: 'What spans all domains: site description, search, readiness',
    knocksOn: [...platform, 'server/settings', 'server/identity', 'server/catalog', 'server/learning', 'server/library', 'server/commerce', 'server/pages'],
  },

  'server/openapi': { purpose: 'The API described from its contract', knocksOn: ['contract'], door: 'none' },
  'server/app': {
    purpose: 'Builds the modules in order and mounts them',
    knocksOn: [
      ...platform,
      'server/pages',
      'server/settings',
      'server/identity',
      'server/catalog',
      'server/learning',
      'server/library',
      'server/commerce',
      'server/students',
      'server/site',
      'server/openapi',
    ],
    door: 'none',
  },
  'server/demo': {
    purpose: 'Demo content as data files, created through the modules’ doors',
    knocksOn: ['contract', 'server/app', 'server/clock', 'server/covers', 'server/database', 'server/library', 'server/rich-text'],
  },
  'server/start': {
    purpose: 'Config to listening server, step by step',
    knocksOn: [
      'server/app',
      'server/clock',
      'server/commerce',
      'server/config',
      'server/database',
      'server/demo',
      'server/http',
      'server/identity',
      'server/mail',
      'server/repeat',
      'server/web-build',
      'sandbox/google',
      'sandbox/payment',
    ],
    door: 'none',
  },
  'server/commands': {
    purpose: 'What an operator runs: the first admin, an e-book from a folder',
    knocksOn: [
      'contract',
      'server/audit',
      'server/changes',
      'server/clock',
      'server/config',
      'server/database',
      'server/identity',
      'server/library',
      'server/throttle',
      'server/uploads',
    ],
    door: 'none',
  },
  'server/main': { purpose: 'The one file that acts when loaded', knocksOn: ['server/config', 'server/database', 'server/demo', 'server/start'], door: 'none' },

  'web/ui': { purpose: 'Button, dialog, field, toast …; knows no domain word', knocksOn: [], door: 'none' },
  'web/identity': { purpose: 'Sign-in, sign-up, session, account menu', knocksOn: webBase, door: 'none' },
  'web/catalog': { purpose: 'Course lists and the course page', knocksOn: [...webBase, 'web/identity'], door: 'none' },
  'web/learning': { purpose: 'Lesson player, my courses', knocksOn: [...webBase, 'web/identity', 'web/catalog'], door: 'none' },
  'web/staff-kit': { purpose: 'Frame, lists and figures of staff pages; knows no domain word', knocksOn: [...webBase, 'web/identity'], door: 'none' },
  'web/staff': {
    purpose: 'The staff’s side: its frame, overview, courses and lessons',
    knocksOn: [...webBase, 'web/identity', 'web/catalog', 'web/learning', 'web/staff-kit'],
    door: 'none',
  },
  'web/library': { purpose: 'E-book and tip lists, tip page, reader', knocksOn: [...webBase, 'web/identity', 'web/catalog'], door: 'none' },
  'web/commerce': {
    purpose: 'Offer, checkout, transactions, invoice',
    knocksOn: [...webBase, 'web/identity', 'web/catalog', 'web/learning', 'web/staff-kit'],
    door: 'none',
  },
  'web/admin': {
    purpose: 'Pages that only admins enter: people, categories, e-books, tips, certificates, mails, settings, log',
    knocksOn: [...webBase, 'web/identity', 'web/commerce', 'web/staff-kit'],
    door: 'none',
  },
  'web/site': {
    purpose: 'Composition: route table, document, shell, home',
    knocksOn: [...webBase, 'web/identity', 'web/catalog', 'web/learning', 'web/library', 'web/commerce', 'web/staff-kit', 'web/staff', 'web/admin'],
    door: 'none',
  },

  'sandbox/google': { purpose: 'Google’s sign-in, simulated behind its own protocol', knocksOn: [] },
  'sandbox/payment': { purpose: 'The payment provider, simulated behind its own protocol', knocksOn: [] },

  testing: {
    purpose: 'What only tests import',
    knocksOn: [...platform, 'server/app', 'server/commerce', 'server/config', 'server/identity', 'server/pages', 'sandbox/google', 'sandbox/payment'],
    door: 'none',
  },
}

/** Folder names that say nothing about what is inside. */
export const bannedNames = /^(utils?|helpers?|common|lib|misc|shared|.*-new|.*V2)$/

/** The module that a file below src/ belongs to: the longest name that fits. */
export function moduleOf(file: string): string | null {
  const names = Object.keys(modules).filter((name) => file === `${name}.ts` || file.startsWith(`${name}/`))
  return names.sort((a, b) => b.length - a.length)[0] ?? null
}
