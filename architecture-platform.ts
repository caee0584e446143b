export type Module = {
  purpose: string
  /** Its own folder is always allowed. */
  mayImport: readonly string[]
}

export const names = (list: string): string[] => list.split(' ')

// The folders of the two floors that know no domain, lowest first. Modules above may import each floor as a whole.

export const kit: Record<string, Module> = {
  'contract/kit/text': { purpose: 'Texts: visible characters, slugs, phone numbers, what is the same', mayImport: [] },
  'contract/kit': {
    purpose: 'Endpoints, roles, paths, lists, money, days, limits of inputs',
    mayImport: names('contract/kit/text'),
  },
  'contract/kit/format': {
    purpose: 'Numbers, dates, sizes and times as people read them',
    mayImport: names('contract/kit/text contract/kit'),
  },
  'contract/kit/media': {
    purpose: 'Pictures, videos and files: what is accepted, and what is said of others',
    mayImport: names('contract/kit'),
  },
}

export const platform: Record<string, Module> = {
  'server/platform': {
    purpose: 'What all use: clock, ids, outcomes, kinds and names of files, child processes',
    mayImport: names('contract/kit contract/kit/format'),
  },
  'server/platform/folders': { purpose: 'Private folders, locks of folders, free space of a disk', mayImport: [] },
  'server/platform/database': {
    purpose: 'Connections, transactions, migrations, key-set lists, expected failures of PostgreSQL and PGlite',
    mayImport: names('server/platform server/platform/folders'),
  },
  'server/platform/storage': {
    purpose: 'Objects in a folder or in a bucket',
    mayImport: names('server/platform/folders'),
  },
  'server/platform/backup': {
    purpose: 'Backups, restores, drills, commands to the running product',
    mayImport: names(
      'contract/kit contract/kit/format server/platform server/platform/folders server/platform/database server/platform/storage',
    ),
  },
  'server/platform/cache-tags': {
    purpose: 'Which cached responses a write makes invalid',
    mayImport: names('contract/kit server/platform/database'),
  },
  'server/platform/rate-limiter': {
    purpose: 'Limits of attempts, counted in the database',
    mayImport: names('server/platform server/platform/database'),
  },
  'server/platform/secrets': {
    purpose: 'Secrets of the installation, made once',
    mayImport: names('server/platform/database'),
  },
  'server/platform/challenges': {
    purpose: 'Proof of work before costly public calls',
    mayImport: names(
      'contract/kit contract/kit/format server/platform server/platform/database server/platform/rate-limiter server/platform/secrets',
    ),
  },
  'server/platform/work': {
    purpose: 'Worker threads with limits, background work, repetition, fair queues',
    mayImport: names('server/platform'),
  },
  'server/platform/fonts': {
    purpose: 'Fonts for what is drawn on the server',
    mayImport: names('server/platform/work'),
  },
  'server/platform/covers': {
    purpose: 'Generated covers of courses and pictures for sharing',
    mayImport: names('contract/kit/text server/platform/work server/platform/fonts'),
  },
  'server/platform/http': {
    purpose: 'The API over HTTP: body, caller, access, input, failures, downloads',
    mayImport: names(
      'contract/kit contract/kit/format contract/kit/media server/platform server/platform/database server/platform/storage',
    ),
  },
  'server/platform/csv': {
    purpose: 'Reading and writing CSV',
    mayImport: names(
      'contract/kit/text contract/kit contract/kit/media server/platform server/platform/database server/platform/work server/platform/http',
    ),
  },
  'server/platform/figures': {
    purpose: 'Counted figures: added up by the day, checked and repaired',
    mayImport: names('contract/kit server/platform server/platform/database'),
  },
  'server/platform/guarded-post': {
    purpose: 'POST to addresses that others chose, never to private networks',
    mayImport: names('contract/kit server/platform'),
  },
  'server/platform/log': {
    purpose: 'The log, and what it leaves out',
    mayImport: names('contract/kit server/platform server/platform/database server/platform/http'),
  },
  'server/platform/metrics': { purpose: 'Metrics for Prometheus', mayImport: names('server/platform/work') },
  'server/platform/jobs': {
    purpose: 'The one machine for rows that are due: leased or locked, tried again, given up',
    mayImport: names(
      'contract/kit server/platform server/platform/database server/platform/log server/platform/metrics',
    ),
  },
  'server/platform/mail': {
    purpose: 'Mails: queued in the transaction that causes them, sent as jobs',
    mayImport: names(
      'contract/kit/text contract/kit server/platform server/platform/database server/platform/rate-limiter server/platform/work server/platform/metrics server/platform/jobs',
    ),
  },
  'server/platform/media': {
    purpose: 'Videos and files: uploads, checks, storage, signed streaming',
    mayImport: names(
      'contract/kit contract/kit/format contract/kit/media server/platform server/platform/folders server/platform/database server/platform/storage server/platform/rate-limiter server/platform/secrets server/platform/http',
    ),
  },
  'server/platform/pages': {
    purpose: 'Rendered pages and their cache',
    mayImport: names('contract/kit/text contract/kit server/platform server/platform/cache-tags server/platform/http'),
  },
  'server/platform/qr': { purpose: 'QR codes', mayImport: [] },
  'server/platform/retention': {
    purpose: 'How long things are kept, and the purges',
    mayImport: names('contract/kit server/platform server/platform/database server/platform/jobs'),
  },
  'server/platform/rich-text': {
    purpose: 'HTML and Markdown that people write, cleaned',
    mayImport: names(
      'contract/kit/text contract/kit contract/kit/media server/platform server/platform/database server/platform/cache-tags server/platform/work',
    ),
  },
  'server/platform/search-text': { purpose: 'Words as searches compare them', mayImport: [] },
  'server/platform/uploads': {
    purpose: 'Pictures: checked, encoded, stored, served',
    mayImport: names(
      'contract/kit contract/kit/format contract/kit/media server/platform server/platform/database server/platform/rate-limiter server/platform/work',
    ),
  },
  'server/platform/whatsapp': { purpose: 'The Cloud API of Meta', mayImport: [] },
}
